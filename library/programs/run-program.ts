/**
 * Runs a program within limits: a process group of its own, which is killed whole at the time limit and when the program
 * itself is gone; a bounded amount of output; no environment but what it is given.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { execa } from "execa";

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

/** Marks all that a program starts, also what leaves its group. */
const markVariable = "HOOK_RUN";

/** Groups that are running, in case this process ends first. */
const running = new Set<number>();
let isWatching = false;

/** Kills every program that is still running. */
export function killPrograms(): void {
  for (const group of running) killGroup(group, "SIGKILL");
}

export function runProgram(call: ProgramCall): Promise<ProgramEnd> {
  if (!isWatching) process.once("exit", killPrograms);
  isWatching = true;
  const mark = randomUUID();
  return new Promise((resolve) => {
    const child = execa(call.file, call.args, {
      cwd: call.cwd,
      env: { ...call.env, [markVariable]: mark },
      extendEnv: false,
      // A session of its own: no terminal, and one group for all that it starts.
      detached: true,
      cleanup: false,
      buffer: false,
      reject: false,
      stdin: "pipe",
    });
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
      setTimeout(() => {
        kill("SIGKILL");
        killMarked(mark);
      }, graceMs);
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
      resolve({ stdout: stdout.text(), stderr: stderr.text(), status, failure: failure ?? why });
    };
    child.once("exit", (status: number | null, signal: string | null) => {
      const end = (): void => finish(status, signal === null ? null : `ended by ${signal}`);
      // What it left behind may hold the pipes open.
      kill("SIGKILL");
      const late = setTimeout(() => {
        killMarked(mark);
        end();
      }, drainMs);
      void Promise.all([stdout.ended, stderr.ended]).then(() => {
        clearTimeout(late);
        end();
      });
    });
    child.once("error", (error: Error) => {
      if (pid === undefined) finish(null, `cannot be started: ${whyNotStarted(error, call)}`);
    });
    // The outcome is in the events above.
    child.catch(() => undefined);
  });
}

interface Collected {
  text(): string;
  ended: Promise<void>;
  onOverflow: () => void;
}

function collect(stream: NodeJS.ReadableStream, most: number): Collected {
  const chunks: Buffer[] = [];
  let size = 0;
  const collected: Collected = {
    text: () => Buffer.concat(chunks).toString("utf8"),
    ended: new Promise((resolve) => stream.once("close", resolve)),
    onOverflow: () => undefined,
  };
  stream.on("error", () => undefined);
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

/** What has left the group still has the mark in its environment. Only looked for where something is known to be left. */
function killMarked(mark: string): void {
  try {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
      if (isMarked(pid, mark)) process.kill(Number(pid), "SIGKILL");
  } catch {
    // There is no /proc, or it has just ended by itself.
  }
}

function isMarked(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${markVariable}=${mark}`);
  } catch {
    return false;
  }
}

function whyNotStarted(error: Error, { file, cwd }: ProgramCall): string {
  const cause = ((error as { cause?: unknown }).cause ?? error) as { code?: string; message: string };
  if (cause.code === "ENOENT") return `'${file}' does not exist, or its interpreter, or the folder '${cwd}'`;
  if (cause.code === "EACCES") return `'${file}' is not executable`;
  if (cause.code === "ENOEXEC")
    return `'${file}' is no program: its first line must be '#!' and an interpreter`;
  return cause.message;
}
