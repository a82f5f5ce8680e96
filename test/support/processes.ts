/** Which programs a command starts, by strace. */
import { readFileSync } from "node:fs";
import type { RunOptions, Sandbox } from "./sandbox.ts";

/**
 * The programs in order, the command itself included: `git <command>` for the real git, `<hook>` for a hook of ours, the
 * program's name for others. The shim is left out: it becomes the git that follows.
 */
export function startedBy(sandbox: Sandbox, command: string, options: RunOptions = {}): string[] {
  const run = sandbox.shell(traced(sandbox, command), options);
  if (run.status !== 0) throw new Error(`${command} ended with ${run.status}: ${run.stderr}`);
  return readStarted(sandbox);
}

/** The command under strace, for `readStarted`. */
export function traced(sandbox: Sandbox, command: string): string {
  return `strace -f -qq -s 4096 -e trace=execve -e signal=none -o '${logOf(sandbox)}' ${command}`;
}

export function readStarted(sandbox: Sandbox): string[] {
  return readFileSync(logOf(sandbox), "latin1").split("\n").map(nameOf).filter(Boolean);
}

function logOf({ folder }: Sandbox): string {
  return `${folder}/started`;
}

/** Empty if the line is not counted. */
function nameOf(line: string): string {
  // strace splits a call into two lines when another process is scheduled in between.
  const call = /^\d+ +execve\("([^"]*)", \[(.*?)\],? /.exec(line);
  if (call === null || line.includes(" = -1 ")) return "";
  const [, path = "", words = ""] = call;
  const program = path.slice(path.lastIndexOf("/") + 1);
  const isOurs = path.includes("/dist/bin/") || /\/interlock\/exec-[0-9a-f]+\//.test(path);
  if (isOurs) return "";
  if (/\/interlock\/hooks-[0-9a-f]+\//.test(path)) return program;
  return program === "git" ? commandOf(words) : program;
}

/** The name of the command, behind git's own options. */
function commandOf(words: string): string {
  const all = words.split(", ").map((word) => word.replace(/^"|"(?:\.\.\.)?$/g, ""));
  let at = 1;
  while (at < all.length && all[at]?.startsWith("-")) at += all[at] === "-c" || all[at] === "-C" ? 2 : 1;
  const called = (all[0] ?? "").replace(/^.*\//, "");
  return called.startsWith("git-") ? called : `git ${all[at] ?? all[1] ?? ""}`;
}
