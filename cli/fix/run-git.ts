/**
 * Runs the real git with input.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { toBuffer } from "../../shim/node/byte-strings.ts";
import type { RealGit } from "../shared/real-git.ts";

export interface GitRun {
  /** Null if a signal ended it, or it did not start. */
  status: number | null;
  signal: string | null;
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
  const run: GitRun = { status: null, signal: null, stdout: "", stderr: "" };
  const child = spawn(git.path, [...git.options, ...args], {
    // Not a spread: `git.env` has a property that is not enumerable.
    env: Object.assign(Object.create(null, Object.getOwnPropertyDescriptors(git.env)), env),
    detached: outlivesUs,
  });
  // Without descriptors for its pipes it has none, whatever the types say.
  if ((child.stdout as unknown) === undefined) return failsToStart(child, run);
  child.stdout.setEncoding("latin1").on("data", (text: string) => (run.stdout += text));
  child.stderr.on("data", (chunk) => (run.stderr += String(chunk)));
  // git may end before it has read everything; its exit status says why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(typeof input === "string" ? toBuffer(input) : input);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ ...run, stderr: error.message }));
    child.on("close", (status, signal) => resolve({ ...run, status, signal }));
  });
}

function failsToStart(child: ChildProcess, run: GitRun): Promise<GitRun> {
  return new Promise((resolve) => child.on("error", ({ message }) => resolve({ ...run, stderr: message })));
}

/** Why it failed, for people: git may have been killed before it could say. */
export function whyFailed({ status, signal, stderr }: GitRun): string {
  const end = signal === null ? `git ended with status ${status ?? "unknown"}` : `git was ended by ${signal}`;
  return stderr.trim() || end;
}

/** git failed at a step that is needed. The branch is unchanged. */
export class GitFailure extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
