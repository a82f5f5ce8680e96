/**
 * The `git commit` commands in a shell command line, where they can be read without a shell. A command line that says
 * more than that is left to the git in front of git, which sees what the shell made of it.
 */
import { resolveDots } from "../../engine/core/remote-name.ts";
import type { LifecyclePointName } from "../../engine/lifecycle/points/lifecycle-points.ts";
import { isRecord, type Result } from "../../engine/lifecycle/points/result.ts";
import { parseGlobalOptions } from "../git/global-options.ts";
import { joinPath } from "../git/repository.ts";
import { commandsIn } from "./shell-line.ts";

/** Where a shell command is about to run. */
export const shellPoint = "tool.call.before" satisfies LifecyclePointName;

/** The command line that a call of a shell tool is about; null if it is about something else. */
export function shellLineIn({ tool_input: input }: Result): string | null {
  const line = isRecord(input) ? (input["command"] ?? input["cmd"]) : undefined;
  return typeof line === "string" ? line : null;
}

/** One that is about to run. */
export interface ShellCommit {
  argv: readonly string[];
  /** The folder that it runs in. */
  cwd: string;
  /** What stands before it: `NAME=value git commit`. */
  variables: { [name: string]: string };
}

/** `cwd`: where the line runs. `home`: for `cd ~/app`. */
export function commitsIn(line: string, cwd: string, home: string): ShellCommit[] {
  const commits: ShellCommit[] = [];
  if (!mayCommit(line)) return commits;
  let folder = cwd;
  for (const { words, isReadable } of commandsIn(line)) {
    const program = words[0] as string;
    const to = words[1];
    if (program === "cd" && isReadable && to !== undefined && words.length === 2 && !to.startsWith("-"))
      folder = resolveDots(joinPath(folder, to.replace(/^~(?=\/|$)/, home)));
    // Nobody knows where the rest runs.
    else if (/^(?:cd|pushd|popd)$/.test(program)) return commits;
    const commit = isReadable ? commitOf(words, folder) : null;
    if (commit !== null) commits.push(commit);
  }
  return commits;
}

/** Most lines have no such word, however it might be quoted, and then nothing more of them is read. */
function mayCommit(line: string): boolean {
  let bare = line;
  for (const quote of ['"', "'", "\\", "\n"]) bare = bare.split(quote).join("");
  return bare.indexOf("commit") >= 0;
}

function commitOf(words: readonly string[], cwd: string): ShellCommit | null {
  const variables: ShellCommit["variables"] = {};
  let count = 0;
  for (const word of words) {
    const assigned = /^([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/.exec(word);
    if (assigned === null) break;
    variables[assigned[1] as string] = assigned[2] as string;
    count++;
  }
  const argv = words.slice(count);
  if (!/^(?:[^]*\/)?git$/.test(argv[0] || "")) return null;
  const globals = parseGlobalOptions(argv);
  return globals !== null && argv[globals.commandIndex] === "commit" ? { argv, cwd, variables } : null;
}
