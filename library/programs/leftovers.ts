/**
 * Ends what a program has left behind outside its process group: sessions of its own, daemons. Node cannot be made the
 * parent of orphans, so they are found by a mark in their environment. `interlock dispatch` is their parent: the native
 * binary has seen to that before it became Node, and there they are found whatever their environment is.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** All that a program starts has it, unless it clears its environment. */
export const markVariable = "HOOK_RUN";

/** A program whose leftovers are looked for. Nothing of it can have a smaller process id. */
export interface Ended {
  mark: string;
  pid: number;
}

const ended: Ended[] = [];
let sweeping: Promise<void> | null = null;

/** Programs that end at the same time are looked after together: /proc is read once for all of them. */
export function sweep(program: Ended, isRunning: (pid: number) => boolean): Promise<void> {
  ended.push(program);
  sweeping ??= new Promise((resolve) =>
    setImmediate(() => {
      sweeping = null;
      killMarked(ended.splice(0), isRunning);
      resolve();
    }),
  );
  return sweeping;
}

/** What is killed may just have started another. */
const mostRounds = 50;

function killMarked(programs: readonly Ended[], isRunning: (pid: number) => boolean): void {
  const marks = programs.map(({ mark }) => `${markVariable}=${mark}`);
  const first = Math.min(...programs.map(({ pid }) => pid));
  const killed = new Set<number>();
  for (let round = 0; round < mostRounds; round++) {
    const isWrapped = newestProcess() < first;
    const found = processes().filter(
      (pid) => (pid > first || isWrapped) && !isRunning(pid) && !killed.has(pid) && isMarked(pid, marks),
    );
    if (found.length === 0) return;
    for (const pid of found) {
      killed.add(pid);
      kill(pid);
    }
  }
}

/** Null: this process had children before, so that what it is given later cannot be told from them. */
export function beginAdopting(): { end(): void } | null {
  if (process.pid === 1 || read("/proc/self", readlinkSync) !== String(process.pid)) return null;
  return children().length > 0 ? null : { end: killChildren };
}

/** Ended ones stay until this process has ended, too: Node waits only for those that it started. */
function killChildren(): void {
  for (let round = 0; round < mostRounds; round++) {
    const found = children();
    if (found.length === 0) return;
    found.forEach(kill);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  }
}

function children(): number[] {
  return processes().filter((pid) => {
    // The name, in parentheses, may have anything in it.
    const [state, parent] = read(`/proc/${pid}/stat`, readText)
      .replace(/^.*\) /s, "")
      .split(" ");
    return parent === String(process.pid) && state !== "Z";
  });
}

function processes(): number[] {
  return read("/proc", (path) => readdirSync(path).join(" "))
    .split(" ")
    .map(Number)
    .filter((pid) => pid > 0);
}

function newestProcess(): number {
  return Number(read("/proc/loadavg", readText).split(" ")[4] ?? 0);
}

function isMarked(pid: number, marks: readonly string[]): boolean {
  const environment = read(`/proc/${pid}/environ`, readText);
  return marks.some((mark) => environment.includes(mark));
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended by itself.
  }
}

function readText(path: string): string {
  return readFileSync(path, "latin1");
}

/** Empty if there is no /proc, or the process has just ended. */
function read(path: string, reader: (path: string) => string): string {
  try {
    return reader(path);
  } catch {
    return "";
  }
}
