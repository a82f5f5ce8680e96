/** Runs a command while one system call of ours fails. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { dist, root } from "./paths.ts";
import type { Run, RunOptions, Sandbox } from "./sandbox.ts";

export type ErrorName = keyof typeof constants.errno;

export interface Fault {
  /** Which calls, by name; any by default. */
  calls?: string;
  /** Part of their path, or of that of their descriptor. */
  path?: string;
  /** Of these, the first that fails; none if 0. */
  nth?: number;
  /** Do all after it fail, too? */
  lasts?: boolean;
  error: ErrorName;
  /** The program whose calls are meant; the shim by default, whatever it is called. */
  program?: string;
}

export interface FaultRun extends Run {
  /** All calls that were meant: name and path. */
  calls: string[];
}

const shim = join(dist, "bin", "interlock");
const source = join(import.meta.dirname, "inject.c");

/** Compiled where it is missing or old; by several processes at once, each gets a whole one. */
function injectorPath(): string {
  const place = join(root, "build", "test", "inject");
  if (existsSync(place) && statSync(place).mtimeMs > statSync(source).mtimeMs) return place;
  mkdirSync(dirname(place), { recursive: true });
  execFileSync("gcc", ["-O1", "-o", `${place}-${process.pid}`, source]);
  renameSync(`${place}-${process.pid}`, place);
  return place;
}

/** `command`: a line of sh, which is replaced by what it runs. */
export function runWithFault(
  sandbox: Sandbox,
  { calls, path, nth = 1, lasts = false, error, program = shim }: Fault,
  command: string,
  options: RunOptions = {},
): FaultRun {
  const log = join(sandbox.folder, "calls");
  const words = ["-b", program, "-l", log, "-e", String(constants.errno[error]), "-n", String(nth)];
  if (lasts) words.push("-a");
  if (calls !== undefined) words.push("-t", calls);
  if (path !== undefined) words.push("-p", path);
  sandbox.readyPlan(options);
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const run = sandbox.shell(
    `exec ${injectorPath()} ${quoted} sh -c '${command.replaceAll("'", "'\\''")}'`,
    options,
  );
  return { ...run, calls: readFileSync(log, "latin1").split("\n").slice(0, -1) };
}
