/** Runs the programs of a hook point that git or gh fires, one after the other. */
import { encodeUtf8 } from "../bytes.ts";
import { hookPoints, type HookPointName } from "../hook-points.ts";
import type { Layer, Plan, PlannedProgram } from "../plan.ts";
import type { Problem } from "../problem.ts";
import type { ProgramAnswer } from "../program-answer.ts";
import { describeListChange, describeTextChange } from "../text/describe-change.ts";
import type { TraceEntry } from "../trace.ts";
import { whyNotWhen, type RunContext } from "../when.ts";
import { failed, refused, warned } from "./program-findings.ts";

/** Its strings are text, not bytes. */
export interface Payload {
  [field: string]: unknown;
}

const notInDryRun = "programs do not run in a dry run";

export interface ProgramsRun {
  /** The payload as the last program left it; null if none ran. */
  payload: Payload | null;
  trace: TraceEntry[];
  problems: Problem[];
  warnings: Problem[];
}

export interface AskedPoint {
  point: HookPointName;
  context: RunContext;
  /** Looked up only if a program runs. Or why it cannot be known: a program must not judge by half of it. */
  payload(): Payload | Problem;
  /** Null in a dry run. */
  call(program: PlannedProgram, payload: Payload): ProgramAnswer | null;
  /** Why a changed payload cannot be used, which counts as a failure of the program. */
  whyUnfit(changed: Payload): string | null;
}

export function runPrograms(plan: Plan, asked: AskedPoint): ProgramsRun {
  const { point, context, call, whyUnfit } = asked;
  const run: ProgramsRun = { payload: null, trace: [], problems: [], warnings: [] };
  const programs = programsAt(plan, point);
  // Only with others can one do the same as another.
  const keyOf = (program: PlannedProgram): string => (programs.length === 1 ? "" : keyOfCall(program));
  const ran: { [key: string]: string } = {};
  const chosen: PlannedProgram[] = [];
  const open = (): Payload | null => {
    const payload = asked.payload();
    if (!isProblem(payload)) return payload;
    run.problems.push(payload);
    return null;
  };
  /** Gives false if no other may run. */
  const ask = (program: PlannedProgram, before: Payload): boolean => {
    const answer = call(program, before);
    if (answer === null) {
      run.trace.push(traceOf(program, "skipped", notInDryRun));
      return true;
    }
    if (answer.refusal !== null) {
      run.problems.push(refused(program, answer));
      run.trace.push(traceOf(program, "failed", encodeUtf8(answer.refusal)));
      return false;
    }
    const changed = changedBy(before, answer.payload);
    const failure = answer.failure ?? (changed === null ? null : whyUnfit(changed));
    if (failure !== null) {
      // It has done nothing, so another may do it.
      delete ran[keyOf(program)];
      run.trace.push(traceOf(program, "failed", encodeUtf8(failure)));
      if (program.failure === "block") run.problems.push(failed(program, failure));
      if (program.failure === "warn") run.warnings.push(failed(program, failure));
      return program.failure !== "block";
    }
    const change = changed === null ? "" : describeChange(before, changed, hookPoints[point].changed ?? "");
    run.payload = changed ?? before;
    const { warning } = answer;
    if (warning !== undefined) addWarning(run.warnings, warned(program, warning));
    const detail = warning === undefined ? "had nothing to say" : "warned: " + encodeUtf8(warning);
    run.trace.push(
      changed === null
        ? traceOf(program, "unchanged", detail)
        : { ...traceOf(program, "applied", change), changes: [change] },
    );
    return true;
  };
  let lowest = 0;
  for (const program of programs) {
    const key = keyOf(program);
    const why = whyNotRun(program, context) ?? (ran[key] ? "'" + ran[key] + "' does the same" : null);
    if (why !== null) {
      run.trace.push(traceOf(program, "skipped", why));
      continue;
    }
    ran[key] = program.id;
    const before = run.payload ?? open();
    if (before === null) return run;
    run.payload = before;
    if (!ask(program, before)) return run;
    chosen.push(program);
    if (run.payload !== before) lowest = Math.max(lowest, layers.indexOf(program.layer));
  }
  // A lower layer may only add: what it changed, those above it are asked about, and the highest has the last word.
  for (let depth = lowest - 1; depth >= 0; depth--)
    for (const program of chosen)
      if (program.layer === layers[depth] && !ask(program, run.payload as Payload)) return run;
  return run;
}

const layers: readonly Layer[] = ["install", "user", "repository"];

export function programsAt({ programs }: Plan, point: HookPointName): readonly PlannedProgram[] {
  return (programs && programs[point]) || [];
}

/** The same for programs that do the same. Their conditions and time limits may differ. */
function keyOfCall({ layer, words, folder, env, failure }: PlannedProgram): string {
  return JSON.stringify([layer, words, folder ?? null, env, failure]);
}

/** Null if it changes nothing. */
function changedBy(payload: Payload, changes: Payload): Payload | null {
  // Lists are compared by what they hold.
  const isChanged = Object.keys(changes).some(
    (field) => JSON.stringify(changes[field]) !== JSON.stringify(payload[field]),
  );
  return isChanged ? { ...payload, ...changes } : null;
}

/** The first field of a payload is what programs change. */
function describeChange(before: Payload, after: Payload, what: string): string {
  const field = Object.keys(before)[0] as string;
  const [old, now] = [before[field], after[field]];
  return typeof now === "string"
    ? describeTextChange(old as string, now)
    : describeListChange(old as string[], now as string[], what);
}

export function whyNotRun({ skipped, when }: PlannedProgram, context: RunContext): string | null {
  return skipped ?? (when === undefined ? null : whyNotWhen(when, context));
}

/** One that is asked again need not say it again. */
function addWarning(warnings: Problem[], warning: Problem): void {
  if (!warnings.some(({ message }) => message === warning.message)) warnings.push(warning);
}

function isProblem(read: Payload | Problem): read is Problem {
  return "code" in read;
}

function traceOf(
  { id, plugin, source }: PlannedProgram,
  state: TraceEntry["state"],
  detail: string,
): TraceEntry {
  return { id, plugin, source, state, detail };
}
