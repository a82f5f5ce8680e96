/**
 * Runs a program within limits: a process group of its own, which is killed whole at the time limit and when the program
 * itself is gone, with what has left it; a bounded amount of output; no environment but what it is given.
 */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { randomUUID } from "node:crypto";
import { outputUnread } from "../../engine/core/program-answer.ts";
import { markVariable, sweep } from "./leftovers.ts";

export interface ProgramCall {
  file: string;
  args: readonly string[];
  cwd: string;
  env: { [name: string]: string };
  input: string;
  limitMs: number;
}

/** How it ended. `failure`: why there is no exit status to go by. */
export interface ProgramEnd {
  stdout: string;
  stderr: string;
  status: number | null;
  failure: string | null;
}

/** A result is a few fields, and a reason a few lines. */
const mostOutput = 1024 * 1024;
const mostErrors = 64 * 1024;

/** After SIGTERM, before SIGKILL. */
const graceMs = 100;

/** Output that is still in the pipe when the program is gone. */
const drainMs = 100;

/** Groups that are running, in case this process ends first. */
const running = new Set<number>();
let isWatching = false;

/** Kills every program that is still running. */
export function killPrograms(): void {
  for (const group of running) killGroup(group, "SIGKILL");
}

function isRunning(pid: number): boolean {
  return running.has(pid);
}

export function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  if (!isWatching) process.once("exit", killPrograms);
  isWatching = true;
  const mark = randomUUID();
  return new Promise((resolve) => {
    const child = start(call, mark);
    if (child instanceof Error) {
      resolve({ stdout: "", stderr: "", status: null, failure: describeNotStarted(child, call) });
      return;
    }
    const { pid } = child;
    const stdout = collect(child.stdout, mostOutput);
    const stderr = collect(child.stderr, mostErrors);
    let failure: string | null = null;
    const kill = (signal: "SIGTERM" | "SIGKILL"): void => {
      if (pid !== undefined) killGroup(pid, signal);
    };
    const giveUp = (reason: string): void => {
      if (failure !== null) return;
      failure = reason;
      kill("SIGTERM");
      setTimeout(() => kill("SIGKILL"), graceMs);
    };
    const timer = setTimeout(() => giveUp(`timed out after ${call.limitMs}ms`), call.limitMs);
    stdout.onOverflow = () => giveUp(`wrote more than ${mostOutput} bytes to standard output`);
    if (pid !== undefined) running.add(pid);

    // A program need not read what it is told.
    child.stdin.on("error", () => undefined);
    child.stdin.end(call.input);
    let isDone = false;
    const finish = (status: number | null, why: string | null): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      kill("SIGKILL");
      if (pid !== undefined) running.delete(pid);
      child.stdout.destroy();
      child.stderr.destroy();
      child.stdin.destroy();
      // Any other status says enough by itself.
      const unread = status === 0 ? stdout.failure() : null;
      const end = { stdout: stdout.text(), stderr: stderr.text(), status, failure: failure ?? why ?? unread };
      if (pid === undefined) resolve(end);
      else void sweep({ mark, pid }, isRunning).then(() => resolve(end));
    };
    child.once("exit", (status: number | null, signal: string | null) => {
      const end = (): void => finish(status, signal === null ? null : `ended by ${signal}`);
      // What it left behind may hold the pipes open.
      kill("SIGKILL");
      const late = setTimeout(end, drainMs);
      void Promise.all([stdout.ended, stderr.ended]).then(() => {
        clearTimeout(late);
        end();
      });
    });
    child.once("error", (error: Error) => {
      if (pid === undefined) finish(null, describeNotStarted(error, call));
    });
  });
}

/**
 * Not by execa: it takes as much processor time again as the start itself, and observers are started a hundred at a time;
 * and what it adds, to end a program and to bound its output, it does for the program alone and not for its group.
 */
function start({ file, args, cwd, env }: ProgramCall, mark: string): ChildProcessWithoutNullStreams | Error {
  try {
    const child = spawn(file, args, {
      cwd,
      env: { ...env, [markVariable]: mark },
      // A session of its own: no terminal, and one group for all that it starts.
      detached: true,
      stdio: "pipe",
    });
    if ((child.stdout as unknown) !== undefined) return child;
    // Node makes no pipes then, and says why in an event.
    child.once("error", () => undefined);
    return new Error("too many files are open: ulimit -n");
  } catch (error) {
    return error as Error;
  }
}

interface Collected {
  text(): string;
  /** Why it may not be all; null if it is. */
  failure(): string | null;
  ended: Promise<void>;
  onOverflow: () => void;
}

function collect(stream: NodeJS.ReadableStream, most: number): Collected {
  const chunks: Buffer[] = [];
  let size = 0;
  let failure: string | null = null;
  const collected: Collected = {
    text: () => Buffer.concat(chunks).toString("utf8"),
    failure: () => failure,
    ended: new Promise((resolve) => stream.once("close", resolve)),
    onOverflow: () => undefined,
  };
  stream.on("error", ({ message }: Error) => (failure = `${outputUnread}: ${message}`));
  stream.on("data", (chunk: Buffer) => {
    if (size < most) chunks.push(chunk.subarray(0, most - size));
    size += chunk.length;
    if (size > most) collected.onOverflow();
  });
  return collected;
}

function killGroup(group: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(-group, signal);
  } catch {
    // Nobody is left.
  }
}

function describeNotStarted(error: Error, call: ProgramCall): string {
  return `cannot be started: ${whyNotStarted(error, call)}`;
}

function whyNotStarted({ message, code }: Error & { code?: string }, { file, cwd }: ProgramCall): string {
  if (code === "ENOENT") return `'${file}' does not exist, or its interpreter, or the folder '${cwd}'`;
  if (code === "EACCES") return `'${file}' is not executable`;
  if (code === "ENOEXEC") return `'${file}' is no program: its first line must be '#!' and an interpreter`;
  return message;
}
