/** Runs the programs of a hook point that git or gh fires, one after the other. */
import { encodeUtf8 } from "../bytes.ts";
import { hookPoints, type HookPointName } from "../hook-points.ts";
import { layerOrder, type Plan, type PlannedProgram } from "../plan.ts";
import type { Problem } from "../problem.ts";
import type { ProgramAnswer } from "../program-answer.ts";
import { describeListChange, describeTextChange } from "../text/describe-change.ts";
import { traceOf, type TraceEntry } from "../trace.ts";
import { whyNotWhen, type RunContext } from "../when.ts";
import { createChain, type Taken } from "./chain.ts";
import { addWarning, failed, notInDryRun, refused, warned } from "./program-findings.ts";

/** Its strings are text, not bytes. */
export interface Payload {
  [field: string]: unknown;
}

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
  const run: ProgramsRun = { payload: null, trace: [], problems: [], warnings: [] };
  const programs = programsAt(plan, asked.point);
  const chain = createChain(programs, {
    // Only with others can one do the same as another.
    keyOf: (program) => (programs.length === 1 ? null : keyOfCall(program)),
    depthOf: ({ layer }) => layerOrder.indexOf(layer),
    whyNot: (program) => whyNotRun(program, asked.context),
    leaveOut: (program, why) => run.trace.push(traceOf(program, "skipped", why)),
    retries: true,
    asksAgain: true,
  });
  for (let turn = chain.next(); turn !== null; turn = chain.next())
    chain.take(askProgram(run, asked, turn.hook));
  return run;
}

function askProgram(run: ProgramsRun, asked: AskedPoint, program: PlannedProgram): Taken {
  const before = run.payload ?? asked.payload();
  if (isProblem(before)) {
    run.problems.push(before);
    return { goesOn: false };
  }
  run.payload = before;
  const answer = asked.call(program, before);
  if (answer === null) {
    run.trace.push(traceOf(program, "skipped", notInDryRun));
    return { goesOn: true };
  }
  if (answer.refusal !== null) {
    run.problems.push(refused(program, answer));
    run.trace.push(traceOf(program, "failed", encodeUtf8(answer.refusal)));
    return { goesOn: false };
  }
  const changed = changedBy(before, answer.payload);
  const failure = answer.failure ?? (changed === null ? null : asked.whyUnfit(changed));
  if (failure !== null) {
    run.trace.push(traceOf(program, "failed", encodeUtf8(failure)));
    if (program.failure === "block") run.problems.push(failed(program, failure));
    if (program.failure === "warn") run.warnings.push(failed(program, failure));
    return { goesOn: program.failure !== "block", hasFailed: true };
  }
  run.payload = changed ?? before;
  const { warning } = answer;
  if (warning !== undefined) addWarning(run.warnings, warned(program, warning));
  if (changed === null) {
    const detail = warning === undefined ? "had nothing to say" : "warned: " + encodeUtf8(warning);
    run.trace.push(traceOf(program, "unchanged", detail));
  } else {
    const change = describeChange(before, changed, hookPoints[asked.point].changed ?? "");
    run.trace.push({ ...traceOf(program, "applied", change), changes: [change] });
  }
  return { goesOn: true, isChanged: () => changed !== null };
}

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

function isProblem(read: Payload | Problem): read is Problem {
  return "code" in read;
}
