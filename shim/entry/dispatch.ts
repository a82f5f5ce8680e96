/**
 * `interlock dispatch` in the native binary: an agent's runtime calls it at every tool call, and mostly no hook has anything to
 * say. Then it is answered here, as the cold side would. Whenever anything could be said, the cold side is asked.
 */
import type { Plan } from "../../engine/core/plan.ts";
import { checkFields, othersNames } from "../../engine/lifecycle/check-payload.ts";
import { dialectNamed, dialects, type DialectName } from "../../engine/lifecycle/dialects/dialects.ts";
import type { DialectAnswer } from "../../engine/lifecycle/dialects/dialect.ts";
import {
  lifecyclePoints,
  payloadOf,
  type LifecyclePointName,
  type PointName,
} from "../../engine/lifecycle/points/lifecycle-points.ts";
import { readFields } from "../../engine/lifecycle/points/payload-fields.ts";
import { isRecord, type Result } from "../../engine/lifecycle/points/result.ts";
import { readComingCommit } from "../explain/coming-commit.ts";
import { commitsIn, shellLineIn, shellPoint } from "../explain/shell-commits.ts";
import { findRepository } from "../git/repository.ts";
import type { Host, VerbDecision } from "../host.ts";
import { readEnvFile } from "../plan/env-file.ts";
import { hasExecutableHooks } from "../plan/executable-hooks.ts";
import { findLayers } from "../plan/layers.ts";
import { findUnknownVariables } from "../plan/own-variables.ts";
import { findPlansAtHand } from "../plan/plans-at-hand.ts";
import { commonOptions } from "../verbs/common-options.ts";
import { asksForHelp } from "../verbs/help.ts";
import { dispatchForm } from "../verbs/native-verbs.ts";
import { parseLine } from "../verbs/parse-line.ts";

export function runDispatch(host: Host): VerbDecision {
  const call = readCall(host);
  if (call === null) return { action: "cold", stdin: null };
  const bytes = host.readStdin();
  if (typeof bytes === "number") return { action: "cold", stdin: null };
  const event = readEvent(call, bytes);
  if (event === null || mayAnybodyAnswer(host, event)) return { action: "cold", stdin: bytes };
  const { stdout, status } = dialects[call.dialect].toOutput(event.name, nothingToSay);
  if (stdout !== null) host.write(1, JSON.stringify(stdout, null, 2) + "\n");
  return { action: "exit", status };
}

const nothingToSay: DialectAnswer = {
  refusal: null,
  isBroken: false,
  result: {},
  warnings: [],
  input: undefined,
  failures: [],
};

interface Call {
  dialect: DialectName;
  /** If the command line names it. */
  event: string | null;
}

/** Null for a call that says more than its dialect and its event, or that has to be warned of something. */
function readCall(host: Host): Call | null {
  const words = host.argv.slice(2);
  const line = parseLine(dispatchForm, words);
  if ("message" in line || asksForHelp(words)) return null;
  const options = dispatchForm.options.concat(commonOptions);
  if (options.some(({ name }) => name !== "--dialect" && line.has(name))) return null;
  if ((host.env("INTERLOCK_BASE") || "") !== "" || findUnknownVariables(host).length > 0) return null;
  const dialect = dialectNamed(line.value("--dialect") ?? "");
  return dialect === null ? null : { dialect, event: line.words[0] ?? null };
}

interface Event {
  name: string;
  point: LifecyclePointName;
  payload: Result;
}

/** The script engine takes too long with more. */
const largestEvent = 256 * 1024;

/** Null for one that only the cold side understands, or refuses. */
function readEvent(call: Call, bytes: string): Event | null {
  const input = bytes.length > largestEvent ? null : parseObject(bytes);
  if (input === null) return null;
  const name = call.event ?? input["hook_event_name"] ?? input["event"];
  const { events, beginnings, toPayload } = dialects[call.dialect];
  if (typeof name !== "string" || Object.keys(events).indexOf(name) < 0) return null;
  const point = events[name] as PointName;
  // A model that begins is told the policies.
  if (!isLifecyclePoint(point) || beginnings.indexOf(name) >= 0) return null;
  const fields = readFields(payloadOf(point));
  const { payload, wrong } = checkFields(fields, othersNames(fields), toPayload(name, input));
  return wrong.length > 0 ? null : { name, point, payload };
}

function isLifecyclePoint(point: PointName): point is LifecyclePointName {
  return Object.keys(lifecyclePoints).indexOf(point) >= 0;
}

function parseObject(bytes: string): Result | null {
  try {
    const value: unknown = JSON.parse(bytes);
    // Copied, this field would be what the copy inherits from.
    return isRecord(value) && Object.keys(value).indexOf("__proto__") < 0 ? value : null;
  } catch {
    return null;
  }
}

function mayAnybodyAnswer(host: Host, { point, payload }: Event): boolean {
  const line = point === shellPoint ? shellLineIn(payload) : null;
  if (line !== null && commitsIn(line, "/", "/").some(({ argv }) => readComingCommit(argv) !== null))
    return true;
  const found = findRepository(host, []);
  const layers = findLayers(host, typeof found === "string" ? null : found);
  const plans = findPlansAtHand(host, layers);
  return (
    plans === null ||
    plans.some((plan) => isAnyHook(plan, point) || !isUsable(host, plan)) ||
    hasExecutableHooks(host, layers)
  );
}

function isAnyHook({ lifecycle = [] }: Plan, point: PointName): boolean {
  return lifecycle.indexOf(point) >= 0;
}

/** Without the values of its file, the rules cannot be asked. */
function isUsable(host: Host, { envFile }: Plan): boolean {
  return readEnvFile(host, envFile).problem === null;
}
