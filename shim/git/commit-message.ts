/** Reads the message of a plain commit from its -m or -F, or from the commit that it amends. */
import type { Host } from "../host.ts";
import { has, keepsMessage, type CommitLine } from "./commit-line.ts";
import { encodingOf } from "./commit-object.ts";
import { readHeadCommit } from "./head-commit.ts";
import type { OptionUse } from "./parse-options.ts";
import { joinPath, type Repository } from "./repository.ts";

export type ReadMessage =
  | {
      kind: "read";
      text: string;
      /**
       * `stream`: a pipe or device named by -F, which we consumed; `stdin`: the same for `-F -`; `head`: the commit that is
       * amended.
       */
      source: "argument" | "file" | "stream" | "stdin" | "head";
      /** The options to replace if the message changes. */
      uses: OptionUse[];
    }
  | { kind: "left"; reason: string };

export function readMessage(host: Host, line: CommitLine, repository: Repository): ReadMessage {
  const { cwd, top } = repository;
  if (keepsMessage(line)) return readAmended(host, repository);
  if (line.messages.length > 0) {
    return { kind: "read", text: joinMessages(line.messages), source: "argument", uses: line.messages };
  }
  const name = (line.files[line.files.length - 1] as OptionUse).value as string;
  // From outside its work tree git first changes to the top folder, and reads the file there.
  if (name !== "-" && !name.startsWith("/") && !(cwd + "/").startsWith(top === "/" ? top : top + "/")) {
    return { kind: "left", reason: "'" + name + "' is relative, and git runs from outside its work tree" };
  }
  const source = sourceOf(host, name, cwd);
  const unreadable: ReadMessage = { kind: "left", reason: "git cannot read '" + name + "' either" };
  if (source === null) return unreadable;
  if (source !== "file" && needsStdin(host, line, cwd)) {
    return { kind: "left", reason: "standard input is wanted for something else too" };
  }
  // git prints this when it reads from a terminal. It will read our copy, which is not a terminal.
  if (source === "stdin" && host.isTerminal(0)) host.write(2, "(reading log message from standard input)\n");
  const text = source === "stdin" ? host.readStdin() : host.readInput(joinPath(cwd, name));
  return typeof text === "number" ? unreadable : { kind: "read", text, source, uses: line.files };
}

/** As prepare_to_commit in builtin/commit.c takes it for `--amend --no-edit`. */
function readAmended(host: Host, repository: Repository): ReadMessage {
  const commit = readHeadCommit(host, repository);
  if (commit === null) return { kind: "left", reason: "the commit to amend is not in a file of its own" };
  if (encodingOf(commit) !== null) return { kind: "left", reason: "the commit has an encoding" };
  // As skip_blank_lines in git's commit.c.
  const text = commit.message.replace(/^(?:[ \t\r]*\n)+/, "");
  if (!/[^ \t\r\n]/.test(text)) return { kind: "left", reason: "the message is blank" };
  // git reads it up to a NUL byte.
  if (text.includes("\0")) return { kind: "left", reason: "the message has a NUL byte" };
  return { kind: "read", text, source: "head", uses: [] };
}

function sourceOf(host: Host, name: string, cwd: string): "file" | "stream" | "stdin" | null {
  if (name === "-") return "stdin";
  const stat = host.stat(joinPath(cwd, name));
  if (stat === null || stat.kind === "directory") return null;
  return stat.kind === "file" ? "file" : "stream";
}

/** Does git use standard input to talk to the user, or to read paths? */
export function needsStdin(host: Host, line: CommitLine, cwd: string): boolean {
  if (has(line, "patch") || has(line, "interactive")) return true;
  return line.pathspecFile !== null && sourceOf(host, line.pathspecFile, cwd) !== "file";
}

/** As opt_parse_m in builtin/commit.c: git adds a missing final LF to each, and a blank line between them. */
export function joinMessages(uses: readonly OptionUse[]): string {
  const parts: string[] = [];
  for (const use of uses) {
    const value = use.value as string;
    if (parts.length > 0) parts.push("\n");
    if (value !== "") parts.push(value.endsWith("\n") ? value : value + "\n");
  }
  return parts.join("");
}
