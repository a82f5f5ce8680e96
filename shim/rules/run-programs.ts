/** Runs the programs of a hook point that a git command fires, one after the other. */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import type { Plan, PlannedProgram } from "../../engine/core/plan.ts";
import { sealedVariables, usualVariables } from "../../engine/core/program-environment.ts";
import { readAnswer, type ProgramAnswer } from "../../engine/core/program-answer.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { lookUp, type Values } from "../../engine/core/resolve-template.ts";
import type { TraceEntry } from "../../engine/core/trace.ts";
import type { Host } from "../host.ts";

export interface ProgramsRun {
  /** The payload as the last program left it. */
  payload: Payload;
  trace: TraceEntry[];
  problems: Problem[];
  warnings: Problem[];
}

export interface Payload {
  [field: string]: unknown;
}

/** `isSealed`: programs that the caller could have written do not run. Strings of `payload` are text, not bytes. */
export function runPrograms(
  host: Host,
  plan: Plan,
  point: string,
  payload: Payload,
  values: Values,
  isSealed: boolean,
): ProgramsRun {
  const run: ProgramsRun = { payload, trace: [], problems: [], warnings: [] };
  for (const program of (plan.programs || {})[point] || []) {
    const why = whyNotRun(program, values);
    if (why !== null) {
      run.trace.push(traceOf(program, "skipped", why));
      continue;
    }
    const answer = runOne(host, program, point, run.payload, values, isSealed);
    if (answer === null) {
      run.trace.push(traceOf(program, "skipped", "programs do not run in a dry run"));
      continue;
    }
    if (answer.refusal !== null) {
      run.problems.push(refused(program, answer.refusal));
      run.trace.push(traceOf(program, "failed", answer.refusal));
      return run;
    }
    if (answer.failure !== null) {
      run.trace.push(traceOf(program, "failed", answer.failure));
      if (program.failure === "block") {
        run.problems.push(failed(program, answer.failure));
        return run;
      }
      if (program.failure === "warn") run.warnings.push(failed(program, answer.failure));
      continue;
    }
    const isChanged = Object.keys(answer.payload).some(
      (field) => answer.payload[field] !== run.payload[field],
    );
    run.payload = isChanged ? { ...run.payload, ...answer.payload } : run.payload;
    run.trace.push(
      isChanged
        ? { ...traceOf(program, "applied", "changed the message"), changes: ["changed the message"] }
        : traceOf(program, "unchanged", "had nothing to say"),
    );
  }
  return run;
}

function whyNotRun({ present }: PlannedProgram, values: Values): string | null {
  for (const reference of present) {
    const value = values.known[reference] === undefined ? lookUp(reference, values) : values.known[reference];
    if (!value) return "'" + reference + "' has no value";
  }
  return null;
}

/** Null in a dry run. */
function runOne(
  host: Host,
  program: PlannedProgram,
  point: string,
  payload: Payload,
  values: Values,
  isSealed: boolean,
): ProgramAnswer | null {
  const { words, limitMs, id } = program;
  const why = isSealed ? whyNotSealed(host, program) : "";
  if (why !== "") return { refusal: null, payload: {}, failure: "does not run in a sealed install: " + why };
  const cwd = host.cwd();
  const runId = host.checksum(host.now() + "\0" + host.argv.join("\0"));
  const input = { ...payload, hook: point, id, run_id: runId, cwd: decodeUtf8(cwd), payload };
  const stdin = encodeUtf8(JSON.stringify(input) + "\n");
  const end = host.runHookProgram(
    words,
    // In the caller's folder a relative name would lead to the caller's files.
    isSealed ? "/" : cwd,
    environmentOf(host, program, cwd, values, isSealed),
    stdin,
    limitMs,
  );
  return end.failure === "unrun"
    ? null
    : readAnswer({ ...end, stdout: decodeUtf8(end.stdout), stderr: decodeUtf8(end.stderr) }, limitMs);
}

/** A sealed install runs nothing that the caller could have written. */
function whyNotSealed(host: Host, { layer, words }: PlannedProgram): string {
  if (layer !== "install") return "it is of the " + layer + " layer, which the caller can write";
  const file = words[0] as string;
  return file.indexOf("/") < 0 ? "" : host.whyUnguarded(file);
}

function environmentOf(
  host: Host,
  { env }: PlannedProgram,
  cwd: string,
  values: Values,
  isSealed: boolean,
): string[] {
  const entries: string[] = ["CLAUDE_PROJECT_DIR=" + cwd];
  for (const name of isSealed ? Object.keys(sealedVariables) : usualVariables) {
    const value = isSealed ? sealedVariables[name] : host.env(name);
    if (value !== undefined) entries.push(name + "=" + value);
  }
  for (const { name, reference } of env) {
    const value = lookUp(reference, values);
    const isSet = entries.some((entry) => entry.startsWith(name + "="));
    if (value && !isSet) entries.push(name + "=" + value);
  }
  return entries;
}

function traceOf(
  { id, plugin, source }: PlannedProgram,
  state: TraceEntry["state"],
  detail: string,
): TraceEntry {
  return { id, plugin, source, state, detail };
}

function refused({ id, plugin, source }: PlannedProgram, reason: string): Problem {
  return {
    code: "program-refused",
    message: "'" + id + "' refuses: " + encodeUtf8(reason),
    hint: "do as it says, and run the command again",
    source,
    id,
    plugin,
  };
}

function failed({ id, plugin, source, words }: PlannedProgram, why: string): Problem {
  return {
    code: "program-failed",
    message: "the program of '" + id + "' failed: " + encodeUtf8(why),
    hint: "mend '" + (words[0] as string) + "', then run the command again",
    source,
    id,
    plugin,
  };
}
