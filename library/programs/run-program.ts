/**
 * Runs a program within limits: a process group of its own, which is killed whole at the time limit and when the program
 * itself is gone, with what has left it; a bounded amount of output; no environment but what it is given.
 */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { randomUUID } from "node:crypto";
import { constants } from "node:os";
import { mostErrors, mostOutput, type EndedProgram } from "../../engine/core/program-answer.ts";
import { markVariable, sweep } from "./leftovers.ts";

export interface ProgramCall {
  file: string;
  args: readonly string[];
  cwd: string;
  env: { [name: string]: string };
  input: string;
  limitMs: number;
}

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

export function runProgram(call: ProgramCall): Promise<EndedProgram> {
  if (!isWatching) process.once("exit", killPrograms);
  isWatching = true;
  const mark = randomUUID();
  return new Promise((resolve) => {
    const child = start(call, mark);
    if (child instanceof Error) {
      resolve(unstarted(child));
      return;
    }
    const { pid } = child;
    const stdout = collect(child.stdout, mostOutput);
    const stderr = collect(child.stderr, mostErrors);
    let failure: EndedProgram["failure"] = "";
    const kill = (signal: "SIGTERM" | "SIGKILL"): void => {
      if (pid !== undefined) killGroup(pid, signal);
    };
    const giveUp = (reason: "late" | "excess"): void => {
      if (failure !== "") return;
      failure = reason;
      kill("SIGTERM");
      setTimeout(() => kill("SIGKILL"), graceMs);
    };
    const timer = setTimeout(() => giveUp("late"), call.limitMs);
    stdout.onOverflow = () => giveUp("excess");
    if (pid !== undefined) running.add(pid);

    // A program need not read what it is told.
    child.stdin.on("error", () => undefined);
    child.stdin.end(call.input);
    let isDone = false;
    const finish = (how: Pick<EndedProgram, "status" | "failure">): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      kill("SIGKILL");
      if (pid !== undefined) running.delete(pid);
      child.stdout.destroy();
      child.stderr.destroy();
      child.stdin.destroy();
      // Any other status says enough by itself.
      const unread = how.status === 0 && stdout.isUnread() ? "unread" : "";
      const end: EndedProgram = {
        stdout: stdout.text(),
        stderr: stderr.text(),
        status: how.status,
        failure: failure || how.failure || unread,
      };
      if (pid === undefined) resolve(end);
      else void sweep({ mark, pid }, isRunning).then(() => resolve(end));
    };
    child.once("exit", (status: number | null, signal: NodeJS.Signals | null) => {
      const end = (): void =>
        finish({ status: signal === null ? (status ?? 0) : -constants.signals[signal], failure: "" });
      // What it left behind may hold the pipes open.
      kill("SIGKILL");
      const late = setTimeout(end, drainMs);
      void Promise.all([stdout.ended, stderr.ended]).then(() => {
        clearTimeout(late);
        end();
      });
    });
    child.once("error", (error: Error) => {
      if (pid === undefined) finish(unstarted(error));
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
    return Object.assign(new Error("no pipes"), { code: "EMFILE" });
  } catch (error) {
    return error as Error;
  }
}

interface Collected {
  text(): string;
  /** May it not be all? */
  isUnread(): boolean;
  ended: Promise<void>;
  onOverflow: () => void;
}

function collect(stream: NodeJS.ReadableStream, most: number): Collected {
  const chunks: Buffer[] = [];
  let size = 0;
  let isUnread = false;
  const collected: Collected = {
    text: () => Buffer.concat(chunks).toString("utf8"),
    isUnread: () => isUnread,
    ended: new Promise((resolve) => stream.once("close", resolve)),
    onOverflow: () => undefined,
  };
  stream.on("error", () => (isUnread = true));
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

/** The status is the error number. */
function unstarted({ code = "" }: Error & { code?: string }): EndedProgram {
  const status = (constants.errno as { [code: string]: number })[code] ?? 0;
  return { stdout: "", stderr: "", status, failure: "unstarted" };
}
