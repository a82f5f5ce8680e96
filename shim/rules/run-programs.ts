/** Runs the programs of a hook point that git or gh fires, one after the other. */
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import type { HookPointName } from "../../engine/core/hook-points.ts";
import type { Layer, Plan, PlannedProgram } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { ProgramAnswer } from "../../engine/core/program-answer.ts";
import type { TraceEntry } from "../../engine/core/trace.ts";
import { whyNotWhen, type RunContext } from "../../engine/core/when.ts";
import { describeListChange, describeTextChange } from "../../engine/core/text/describe-change.ts";
import type { Host } from "../host.ts";
import type { Surroundings } from "./commit-metadata.ts";
import { callProgram, type Payload } from "./program-call.ts";

export type { Payload } from "./program-call.ts";

const notInDryRun = "programs do not run in a dry run";

export interface ProgramsRun {
  /** The payload as the last program left it. */
  payload: Payload;
  trace: TraceEntry[];
  problems: Problem[];
  warnings: Problem[];
}

export interface ProgramsContext extends RunContext {
  /** Programs that the caller could have written do not run. */
  isSealed: boolean;
  /** Of the commit; left out where none is made. */
  surroundings?: Surroundings | undefined;
}

/**
 * Strings of `payload` are text, not bytes. `what`: what a program changes, for people. `whyUnfit`: why a changed payload
 * cannot be used, which counts as a failure of the program.
 */
export function runPrograms(
  host: Host,
  plan: Plan,
  point: HookPointName,
  payload: Payload,
  context: ProgramsContext,
  what: string,
  whyUnfit?: (changed: Payload) => string | null,
): ProgramsRun {
  const run: ProgramsRun = { payload, trace: [], problems: [], warnings: [] };
  const programs = programsAt(plan, point);
  // Only with others can one do the same as another.
  const keyOf = (program: PlannedProgram): string => (programs.length === 1 ? "" : keyOfCall(program));
  const ran: { [key: string]: string } = {};
  const chosen: PlannedProgram[] = [];
  /** Gives false if no other may run. */
  const ask = (program: PlannedProgram): boolean => {
    const { values, isSealed, surroundings } = context;
    const place = surroundings ? surroundings.place : null;
    const answer = callProgram(host, program, point, run.payload, values, isSealed, place);
    if (answer === null) {
      run.trace.push(traceOf(program, "skipped", notInDryRun));
      return true;
    }
    if (answer.refusal !== null) {
      run.problems.push(refused(program, answer));
      run.trace.push(traceOf(program, "failed", encodeUtf8(answer.refusal)));
      return false;
    }
    const changed = changedBy(run.payload, answer.payload);
    const failure = answer.failure ?? (changed === null || !whyUnfit ? null : whyUnfit(changed));
    if (failure !== null) {
      // It has done nothing, so another may do it.
      delete ran[keyOf(program)];
      run.trace.push(traceOf(program, "failed", encodeUtf8(failure)));
      if (program.failure === "block") run.problems.push(failed(program, failure));
      if (program.failure === "warn") run.warnings.push(failed(program, failure));
      return program.failure !== "block";
    }
    const change = changed === null ? "" : describeChange(run.payload, changed, what);
    run.payload = changed ?? run.payload;
    const { warning } = answer;
    if (warning !== undefined) addWarning(run.warnings, program, warning);
    const said = warning === undefined ? "had nothing to say" : "warned: " + encodeUtf8(warning);
    run.trace.push(
      changed === null
        ? traceOf(program, "unchanged", said)
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
    const { payload: before } = run;
    if (!ask(program)) return run;
    chosen.push(program);
    if (run.payload !== before) lowest = Math.max(lowest, layers.indexOf(program.layer));
  }
  // A lower layer may only add: what it changed, those above it are asked about, and the highest has the last word.
  for (let depth = lowest - 1; depth >= 0; depth--)
    for (const program of chosen) if (program.layer === layers[depth] && !ask(program)) return run;
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
function changedBy(payload: Payload, said: Payload): Payload | null {
  // Lists are compared by what they hold.
  const isChanged = Object.keys(said).some(
    (field) => JSON.stringify(said[field]) !== JSON.stringify(payload[field]),
  );
  return isChanged ? { ...payload, ...said } : null;
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

function traceOf(
  { id, plugin, source }: PlannedProgram,
  state: TraceEntry["state"],
  detail: string,
): TraceEntry {
  return { id, plugin, source, state, detail };
}

/** The program's own reason says what to do. */
function refused(program: PlannedProgram, { refusal, isByStatus }: ProgramAnswer): Problem {
  const { id, plugin, source } = program;
  const reason = encodeUtf8(refusal as string);
  // An interpreter that cannot read its script exits with 2, too, and names it.
  const mayBeBroken = isByStatus && scriptsOf(program).some((script) => reason.indexOf(script) >= 0);
  const hint = mayBeBroken ? "if that is an error of '" + commandOf(program) + "' itself, mend it" : "";
  return { code: "program-refused", message: reason, hint, source, id, plugin };
}

/** One that is asked again need not say it again. */
function addWarning(warnings: Problem[], program: PlannedProgram, warning: string): void {
  const { id, plugin, source } = program;
  const message = "'" + id + "' warns: " + encodeUtf8(warning);
  if (warnings.some((each) => each.message === message)) return;
  const hint = "the command goes on; do as it says if that is right here";
  warnings.push({ code: "program-warned", message, hint, source, id, plugin });
}

function failed(program: PlannedProgram, why: string): Problem {
  const { id, plugin, source } = program;
  return {
    code: "program-failed",
    message: "the program of '" + id + "' failed: " + encodeUtf8(why),
    hint: "mend '" + commandOf(program) + "', then run the command again",
    source,
    id,
    plugin,
  };
}

/** What is at fault is a line for the shell, not the shell; and the script, not its interpreter. */
function commandOf({ words }: PlannedProgram): string {
  return words[1] === "-c" ? (words[2] as string) : words.join(" ");
}

/** The names of the files that may be the script: the program, or its first argument. */
function scriptsOf({ words }: PlannedProgram): string[] {
  const named = words[1] === "-c" ? words.slice(2, 3) : words.slice(0, 2);
  return named.map((word) => word.slice(word.lastIndexOf("/") + 1)).filter((name) => /^[^-]/.test(name));
}
