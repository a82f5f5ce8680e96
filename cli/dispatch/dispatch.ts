/**
 * `interlock dispatch`: fires a hook point for a runtime, with the payload on standard input. With `--dialect`, the runtime
 * calls it as a hook of its own.
 */
import { fileOf, isError, type Problem } from "../../engine/core/problem.ts";
import { readHookPolicies, renderHookPolicies } from "../../engine/compile/hook-policies.ts";
import type { ListedHook } from "../../engine/compile/list-hooks.ts";
import { isHookFile } from "../../engine/compile/plugins/programs-of-layers.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { mostLevels } from "../../engine/core/program-answer.ts";
import { suggestName } from "../../engine/core/nearest-name.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { resolvePoint, suggestPoint, type PointName } from "../../engine/lifecycle/all-points.ts";
import { blockStatus } from "../../engine/lifecycle/dialects/dialect.ts";
import { describeError } from "../../engine/lifecycle/call-hook.ts";
import {
  dialectNamed,
  dialectNames,
  dialects,
  type DialectName,
} from "../../engine/lifecycle/dialects/dialects.ts";
import { isRecord, type Result } from "../../engine/lifecycle/merge-results.ts";
import { engineOf } from "../../library/engine-of.ts";
import { fromProblem, type EngineDiagnostic } from "../../library/diagnostic.ts";
import { levelsIn } from "../../library/programs/json-levels.ts";
import { beginAdopting } from "../../library/programs/leftovers.ts";
import { killPrograms } from "../../library/programs/run-program.ts";
import type { BaseFields, RunOptions, RunResult } from "../../library/run-types.ts";
import { findCachedPlan, type Findings } from "../shared/cached-findings.ts";
import { findLayersHere, type LayersHere } from "../shared/layers-here.ts";
import { badSetUp, complainOfFiles, refuseCall, wrongUsage } from "../shared/complain.ts";
import { sayError, sayJson } from "../shared/output.ts";
import { discoverHere, readVariable } from "../shared/programs-here.ts";
import { anyLayer } from "../../shim/plan/layers.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { readStdin } from "../../shim/node/read-stdin.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { answerBroken, answerIn, isRefusing } from "./answer-in-dialect.ts";
import { withRepository } from "./fill-repository.ts";
import { judgeCommits } from "./judge-commits.ts";
import { readBase } from "./read-base.ts";

export async function runDispatch(line: VerbLine): Promise<number> {
  const adopted = beginAdopting();
  endWithPrograms(adopted);
  const status = await dispatchLine(line);
  adopted?.end();
  return status;
}

async function dispatchLine(line: VerbLine): Promise<number> {
  const named = line.value("--dialect");
  const dialect = named === null ? null : dialectNamed(named);
  if (named !== null && dialect === null)
    return refuseCall(
      `there is no dialect '${decodeUtf8(named)}'`,
      suggestName(decodeUtf8(named), dialectNames),
    );
  // What an agent can make unreadable must not pass for that.
  const refuse = (why: string, hint: string): number =>
    dialect === null ? refuseCall(why, hint) : (refuseCall(why, hint), blockStatus);
  const input = readInput();
  if (typeof input === "string")
    return refuse(
      input,
      'pipe the payload into it: echo \'{"text": "..."}\' | interlock dispatch response.finalize',
    );
  const here = findLayersHere();
  const base = readBase(here.host);
  if (base === null)
    return refuse(
      "'INTERLOCK_BASE' is not a JSON object with base fields, which are texts",
      `INTERLOCK_BASE='{"conv_id": "...", "recipe_name": "..."}', or unset it`,
    );
  const event = line.words[0] === undefined ? eventIn(input) : decodeUtf8(line.words[0]);
  if (event === null)
    return refuseCall("'dispatch' needs the name of a hook point", "usage: interlock dispatch <point>");
  const point = (dialect === null ? undefined : pointIn(dialect, event)) ?? resolvePoint(event);
  if (point === null) return refuseCall(`unknown hook point '${event}'`, suggestPoint(event));
  const payload = dialect === null ? input : dialects[dialect].toPayload(event, input);

  const plugin = line.value("--plugin");
  const only = plugin === null ? {} : { plugin: decodeUtf8(plugin) };
  const beginsModel = dialect !== null && dialects[dialect].beginnings.includes(event);
  const options = { ...only, ...(dialect === null ? {} : { dialect }) };
  const firing = fire(here, point, payload, { base, options, beginsModel });
  if (dialect !== null) {
    const answered = await firing.catch((error: unknown) => {
      sayError(`interlock: error: ${describeError(error)}\n`);
      return null;
    });
    return answered === null ? answerBroken(dialect, event) : answerIn(dialect, event, answered, payload);
  }
  const result = await firing;
  if (result === null) return badSetUp;
  sayJson(result);
  return statusOf(result);
}

/** Null if the set-up does not work; the error is already printed. */
async function fire(
  here: LayersHere,
  point: PointName,
  payload: Result,
  { base, options, beginsModel }: { base: BaseFields; options: RunOptions; beginsModel: boolean },
): Promise<RunResult | null> {
  const rules = findCachedPlan(here.host, here.layers) ?? (await compileAndCache(here));
  if (rules === null) return null;
  const { plan, hooks, diagnostics } = rules;
  const discovered = await discoverHere(here, rules);
  const parts = {
    plan,
    hooks,
    programs: [...rules.programs, ...discovered.hooks],
    policies: [],
    env: (name: string) => readVariable(here.host, name),
    isSealed: here.layers.seal !== null,
  };
  const engine = engineOf(parts, { base });
  const filled = withRepository(point, payload, here);
  const result = await engine.dispatchAsync(point as "agent.end", filled, options);
  const judged = point === "tool.call.before" && result.ok ? judgeCommits(result.payload ?? payload) : [];
  const run = {
    ...result,
    ok: result.ok && !judged.some(({ severity }) => severity === "error"),
    problems: [...result.problems, ...judged, ...leftOutFiles(diagnostics), ...discovered.diagnostics],
  };
  return beginsModel ? tellPolicies(run, hooks) : run;
}

/** A runtime dispatches often: the next one finds what was compiled. Null if there are errors, which are then printed. */
async function compileAndCache({ host, layers }: LayersHere): Promise<(Findings & { plan: Plan }) | null> {
  const [{ compileLayers }, { savePlans }] = await Promise.all([
    import("../shared/compile-layers.ts"),
    import("../shared/save-plan.ts"),
  ]);
  const compiled = compileLayers(layers);
  const { plan, diagnostics } = compiled;
  if (plan === null) {
    complainOfFiles(diagnostics.filter(isError));
    return null;
  }
  if (!layers.seal && anyLayer(layers)) savePlans(host, layers, plan, compiled);
  return { ...compiled, plan };
}

/** What a model that begins is told first: the policies. Null if they cannot be read; the error is already printed. */
function tellPolicies(run: RunResult, hooks: readonly ListedHook[]): RunResult | null {
  const { policies, diagnostics } = readHookPolicies(hooks, nodeConfigFiles);
  // The reader could not see that some policies are missing.
  if (diagnostics.length > 0) {
    complainOfFiles(diagnostics);
    return null;
  }
  const context = run.result?.["context"];
  const texts = [renderHookPolicies(policies), typeof context === "string" ? context : ""].filter(
    (text) => text !== "",
  );
  return texts.length === 0 ? run : { ...run, result: { ...run.result, context: texts.join("\n") } };
}

/** Mistakes in hook files, which leave out what is in them. */
function leftOutFiles(diagnostics: readonly Problem[]): EngineDiagnostic[] {
  return diagnostics
    .filter((problem) => problem.severity === "warning" && isHookFile(fileOf(problem)))
    .map((problem) => fromProblem(problem));
}

function statusOf({ ok, problems }: RunResult): number {
  if (ok) return 0;
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.some(({ code }) => code === "wrong-payload")) return wrongUsage;
  return errors.every(isRefusing) ? 1 : badSetUp;
}

/** A text: why there is none. */
function readInput(): Result | string {
  const wrong = "standard input is not a JSON object";
  const bytes = readStdin();
  if (typeof bytes === "number") return wrong;
  const text = decodeUtf8(bytes);
  if (levelsIn(text) > mostLevels) return `standard input has more than ${mostLevels} levels`;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : wrong;
  } catch {
    return wrong;
  }
}

/** Runtimes say themselves which event it is. */
function eventIn(input: Result): string | null {
  const named = input["hook_event_name"] ?? input["event"];
  return typeof named === "string" ? named : null;
}

function pointIn(dialect: DialectName, event: string): PointName | undefined {
  const { events }: { events: { [event: string]: PointName | undefined } } = dialects[dialect];
  return Object.hasOwn(events, event) ? events[event] : undefined;
}

/** Programs are in groups of their own, which a signal to this one does not reach. */
function endWithPrograms(adopted: ReturnType<typeof beginAdopting>): void {
  for (const [signal, number] of [
    ["SIGINT", 2],
    ["SIGTERM", 15],
    ["SIGHUP", 1],
  ] as const)
    process.once(signal, () => {
      killPrograms();
      adopted?.end();
      process.exit(128 + number);
    });
}
