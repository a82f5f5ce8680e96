/** One program, run by both hosts: in a commit by the native one, by `interlock dispatch` on Node. */
import { spawnSync } from "node:child_process";
import { Sandbox, type Run } from "../support/sandbox.ts";
import { addProgram } from "./with-program.ts";

/** For programs that do not end by themselves. */
export const limitMs = 1000;

/** For programs that do: on a busy machine only one that hangs is ended by it. */
export const ampleMs = 30_000;

/** In the command line of every process that must be gone. It ends with a letter: no other number begins with it. */
export const word: string = `hostile-${process.pid}x`;

/** A long message, which fits into no pipe. */
export const message: string = `fix: long\n\n${"x".repeat(300_000)}\n`;

/** `failed`: the exit status if a program fails; git's own is 1 after any hook that does. */
export const ways: [title: string, run: (sandbox: Sandbox) => Run, failed: number][] = [
  ["a commit", (sandbox) => sandbox.git(["commit", "-q", "--allow-empty", "-F", "message"]), 1],
  [
    "interlock dispatch",
    (sandbox) =>
      sandbox.interlock(["dispatch", "commit.message.finalize"], {
        input: JSON.stringify({ text: message }),
      }),
    128,
  ],
];

export function withProgram(script: string, timeoutMs: number = ampleMs): Sandbox {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, script, { handler: `command: [./check], timeoutMs: ${timeoutMs}` });
  sandbox.write("message", message);
  sandbox.readyPlan();
  return sandbox;
}

/** Processes whose command line has the word. */
export function left(): string {
  return spawnSync("pgrep", ["-fa", word], { encoding: "utf8" }).stdout;
}

export function python(lines: string): string {
  return `#!/usr/bin/python3\n${lines}\n`;
}
