/** Dry run of a hook point over a text that the caller gives: `interlock explain --message-file`. */
import { describeErrno } from "../../engine/core/errno.ts";
import {
  finalizePoint,
  hookPointNames,
  hookPoints,
  isMessagePoint,
  resolveHookPoint,
} from "../../engine/core/hook-points.ts";
import type { HookPointName } from "../../engine/core/hook-points.ts";
import { suggestName } from "../../engine/core/nearest-name.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { identReader } from "../git/idents.ts";
import { lookupsBeforeGit } from "../hooks/commit-lookups.ts";
import { kindReader } from "../hooks/commit-kind.ts";
import type { Host } from "../host.ts";
import { fires, openPlan, type OpenedPlan } from "../plan/open-command.ts";
import { exitFor, makeReport, type Outcome, type Report } from "../report/report.ts";
import { firePoint, type PointResult } from "../rules/fire-point.ts";

export interface ExplainedText {
  report: Report;
  point: HookPointName;
}

/** Byte strings. */
interface Refused {
  message: string;
  hint: string;
}

const noGlobals: GlobalPart = { options: [], commandIndex: 1 };

/** `file`: `-` is standard input. `hook`: empty for the message of a commit. */
export function explainText(host: Host, file: string, hook: string): ExplainedText | Refused {
  const point = resolveHookPoint(hook || finalizePoint);
  if (point === null || hookPoints[point].mode !== "text")
    return {
      message: "'" + hook + "' is " + (point === null ? "no hook point" : "about no text"),
      hint: suggestName(
        hook,
        hookPointNames.filter((name) => hookPoints[name].mode === "text"),
      ),
    };
  const text = file === "-" ? host.readStdin() : host.readInput(file);
  if (typeof text === "number")
    return {
      message: "the text cannot be read from '" + file + "': " + describeErrno(text),
      hint: "name a file that can be read, or '-' for standard input",
    };
  const opened = openPlan(host, noGlobals, true);
  return { report: makeReport(opened.planState, judge(host, opened, point, text)), point };
}

function judge(host: Host, opened: OpenedPlan, point: HookPointName, text: string): Outcome {
  const { plan, planState } = opened;
  const leftAlone = (reason: string): Outcome => ({
    strategy: "pass",
    reason,
    decision: planState.problems.length > 0 ? exitFor(planState.problems) : { action: "exit", status: 0 },
    problems: planState.problems,
    message: { before: text, after: text },
  });
  if (plan === null) return leftAlone(planState.reason);
  if (!fires(plan, point)) return leftAlone("no plugin contributes to '" + point + "'");
  const { findings } = fire(host, opened, plan, point, text);
  const { problems } = findings;
  return {
    strategy: "rewrite",
    reason: "its rules run over the text",
    decision: problems.length > 0 ? exitFor(problems) : { action: "exit", status: 0 },
    ...findings,
  };
}

function factsHere(host: Host, repository: OpenedPlan["repository"]): ReturnType<typeof lookupsBeforeGit> {
  return repository === null
    ? { remotes: () => [], ident: identReader(host, [], null) }
    : lookupsBeforeGit(host, noGlobals, repository, null);
}

/** A message as `git commit -F` would. */
function fire(
  host: Host,
  { repository, layers }: OpenedPlan,
  plan: Plan,
  point: HookPointName,
  text: string,
): PointResult<string> {
  const isMessage = isMessagePoint(point);
  const cleanup = { mode: "whitespace" as const, commentChar: "#" };
  return firePoint(host, plan, {
    ...factsHere(host, repository),
    point,
    given: text,
    cleanup: isMessage ? cleanup : null,
    isSealed: layers.seal !== null,
    kind: isMessage
      ? kindReader(text, cleanup, { impliedKind: () => "composed", isMerge: () => false })
      : null,
  });
}
