// Counts that no noise changes: of system calls, programs, page faults and instructions.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildMeasure, measure } from "../../bench/measure.mjs";
import { botEnv, type Sandbox } from "../support/sandbox.ts";
import { dist } from "../support/paths.ts";

const shim = join(dist, "bin", "git");

/** A folder with a `git` and a `gh` that end at once: in front of them, all that is counted is the shim's. */
function makeEmptyGit(sandbox: Sandbox): string {
  const folder = join(sandbox.folder, "empty-git");
  mkdirSync(folder);
  const source = sandbox.write(join(sandbox.folder, "nothing.c"), "int main(void) { return 0; }\n");
  execFileSync("gcc", ["-O2", "-static", "-o", join(folder, "git"), source]);
  copyFileSync(join(folder, "git"), join(folder, "gh"));
  return folder;
}

function inFrontOfNothing(sandbox: Sandbox): { folder: string; env: { [name: string]: string } } {
  const folder = makeEmptyGit(sandbox);
  sandbox.readyPlan();
  return { folder, env: { ...sandbox.environment(), ...botEnv, PATH: `${join(dist, "bin")}:${folder}` } };
}

/** Up to the execve of the program behind. `readlink` and `readlinkat` are left out: there is one for each folder of a path. */
export function countSystemCalls(sandbox: Sandbox, args: readonly string[], program = shim): number {
  const { env } = inFrontOfNothing(sandbox);
  const log = join(sandbox.folder, "calls");
  execFileSync("/usr/bin/strace", ["-qq", "-o", log, program, ...args], { env, cwd: sandbox.repository });
  const calls = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => !/^readlink(at)?\(/.test(line));
  return calls.findIndex((line, i) => i > 0 && line.startsWith("execve("));
}

/** Of a verb that the binary answers itself. */
export function countAnswerCalls(sandbox: Sandbox, args: readonly string[], input: string): number {
  const { env } = inFrontOfNothing(sandbox);
  const log = join(sandbox.folder, "calls");
  const words = ["-qq", "-o", log, join(dist, "bin", "interlock"), ...args];
  execFileSync("/usr/bin/strace", words, { env, cwd: sandbox.repository, input });
  const calls = readFileSync(log, "utf8").split("\n");
  if (calls.filter((line) => line.startsWith("execve(")).length !== 1)
    throw new Error("it handed over to the cold side");
  return calls.filter((line) => line !== "" && !/^readlink(at)?\(/.test(line)).length;
}

/** Of our process that git runs as this hook; without those of the program that it runs. */
export function countHookCalls(sandbox: Sandbox, line: string, hook: string): number {
  sandbox.readyPlan();
  const folder = join(sandbox.folder, "traces");
  mkdirSync(folder);
  const run = sandbox.shell(`exec strace -ff -qq -o '${folder}/calls' ${line}`);
  if (run.status !== 0) throw new Error(`'${line}' ended with ${run.status}: ${run.stderr}`);
  const traces = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  const calls = traces.find((lines) =>
    lines.some((call) => call.startsWith("execve(") && call.includes(`/${hook}"`)),
  );
  if (calls === undefined) throw new Error(`no hook '${hook}' ran`);
  const start = calls.findIndex((call) => call.startsWith("execve("));
  return calls.slice(start).filter((call) => call !== "" && !/^readlink(at)?\(/.test(call)).length;
}

/** Those that the shim adds to a git that ends at once. */
export async function countPageFaults(
  sandbox: Sandbox,
  args: readonly string[],
  program = shim,
): Promise<number> {
  const { folder, env } = inFrontOfNothing(sandbox);
  const ways = [{ words: [program, ...args] }, { words: [join(folder, "git")] }];
  const measurer = buildMeasure(sandbox.folder);
  const [through, alone] = await measure(measurer, { ways, rounds: 10, env, cwd: sandbox.repository });
  return (through?.faults ?? NaN) - (alone?.faults ?? NaN);
}

/** Programs that a line starts, the first included. */
function countStarted(sandbox: Sandbox, line: string, prefix: string | null): number {
  const log = join(sandbox.folder, "started");
  const run = sandbox.shell(`exec strace -f -qq -e trace=execve -o '${log}' ${line}`, { prefix });
  if (run.status !== 0) throw new Error(`'${line}' ended with ${run.status}: ${run.stderr}`);
  return readFileSync(log, "utf8").match(/execve\(.*\) += 0$|<\.\.\. execve resumed>.* = 0$/gm)?.length ?? 0;
}

/** How many programs a command starts through interlock beyond those of the real git, itself included. */
export function countAddedPrograms(make: () => { sandbox: Sandbox; line: string }): number {
  const [real, through] = [null, dist].map((prefix) => {
    const { sandbox, line } = make();
    sandbox.readyPlan();
    return countStarted(sandbox, line, prefix);
  });
  return (through ?? NaN) - (real ?? NaN);
}

/**
 * Of a command that ends in the shim itself: callgrind does not outlive an execve. By a copy of the shim in the sandbox:
 * a longer path of the clone would cost more.
 */
export function countInstructions(sandbox: Sandbox, args: string, status: number, name = "git"): number {
  const copy = join(sandbox.folder, "prefix", "bin", name);
  cpSync(shim, copy, { dereference: true });
  const log = join(sandbox.folder, "instructions");
  const valgrind = `valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file='${log}'`;
  const run = sandbox.shell(`exec ${valgrind} '${copy}' ${args}`);
  if (run.status !== status) throw new Error(`'git ${args}' ended with ${run.status}: ${run.stderr}`);
  return Number(/Collected : (\d+)/.exec(readFileSync(log, "utf8"))?.[1]);
}
