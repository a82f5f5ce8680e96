/**
 * Runs the real git with input.
 */
import { spawn } from "node:child_process";
import { toBuffer } from "../../shim/node/byte-strings.ts";
import type { RealGit } from "../shared/real-git.ts";

export interface GitRun {
  status: number | null;
  /** Byte string. */
  stdout: string;
  stderr: string;
}

export interface GitInput {
  /** A byte string is given as it is. */
  input?: string | Buffer;
  env?: { [name: string]: string };
  /** Run in a session of its own: if we are killed, git still finishes, and leaves no lock behind. */
  outlivesUs?: boolean;
}

export function runGit(git: RealGit, args: readonly string[], given: GitInput = {}): Promise<GitRun> {
  const { input = "", env = {}, outlivesUs = false } = given;
  const child = spawn(git.path, [...git.options, ...args], {
    // Not a spread: `git.env` has a property that is not enumerable.
    env: Object.assign(Object.create(null, Object.getOwnPropertyDescriptors(git.env)), env),
    detached: outlivesUs,
  });
  const run: GitRun = { status: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("latin1").on("data", (text: string) => (run.stdout += text));
  child.stderr.on("data", (chunk) => (run.stderr += String(chunk)));
  // git may end before it has read everything; its exit status says why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(typeof input === "string" ? toBuffer(input) : input);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ ...run, stderr: error.message }));
    child.on("close", (status) => resolve({ ...run, status }));
  });
}

/** git failed at a step that is needed. The branch is unchanged. */
export class GitFailure extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
