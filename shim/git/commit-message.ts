/**
 * Reads the message of a plain commit from where the command line says it is.
 */
import type { Host } from "../host.ts";
import { has, type CommitLine } from "./commit-line.ts";
import type { OptionUse } from "./parse-options.ts";
import { joinPath } from "./repository.ts";

export type ReadMessage =
  | {
      kind: "read";
      text: string;
      /** `stream`: a pipe or device named by -F, which is empty now; `stdin`: likewise for `-F -`. */
      source: "argument" | "file" | "stream" | "stdin";
      /** The options to edit. */
      uses: OptionUse[];
    }
  | { kind: "left"; reason: string };

export function readMessage(host: Host, line: CommitLine, cwd: string): ReadMessage {
  if (line.messages.length > 0) {
    return { kind: "read", text: joinMessages(line.messages), source: "argument", uses: line.messages };
  }
  const name = (line.files[line.files.length - 1] as OptionUse).value as string;
  const path = joinPath(cwd, name);
  const stat = name === "-" ? null : host.stat(path);
  if (name !== "-" && (stat === null || stat.kind === "directory")) return { kind: "left", reason: "git cannot read '" + name + "' either" };
  if (stat !== null && stat.kind === "file") {
    const text = host.readFile(path);
    if (typeof text === "number") return { kind: "left", reason: "git cannot read '" + name + "' either" };
    return { kind: "read", text, source: "file", uses: line.files };
  }
  if (needsStdin(line)) return { kind: "left", reason: "standard input is wanted for something else too" };
  if (name !== "-") {
    const text = host.readFile(path);
    if (typeof text === "number") return { kind: "left", reason: "git cannot read '" + name + "' either" };
    return { kind: "read", text, source: "stream", uses: line.files };
  }
  // git says so when it reads; it will read our copy, which is no terminal.
  if (host.isTerminal(0)) host.write(2, "(reading log message from standard input)\n");
  return { kind: "read", text: host.readStdin(), source: "stdin", uses: line.files };
}

/** git talks to the caller over standard input, or reads paths from it. */
export function needsStdin(line: CommitLine): boolean {
  return has(line, "patch") || has(line, "interactive") || line.pathspecFile === "-";
}

/** opt_parse_m in builtin/commit.c: each is completed with LF, a blank line between. */
function joinMessages(uses: readonly OptionUse[]): string {
  let text = "";
  for (const use of uses) {
    if (text !== "") text += "\n";
    text += use.value as string;
    if (text !== "" && !text.endsWith("\n")) text += "\n";
  }
  return text;
}
