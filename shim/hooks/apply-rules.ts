/** Runs a hook point over a message file, and rewrites the file if the message changed. */
import { cleanMessage } from "../../engine/core/clean-message.ts";
import { demote } from "../../engine/core/dispatch/demote.ts";
import { finalizePoint, preparePoint, type HookPointName } from "../../engine/core/hook-points.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { describeErrno } from "../../engine/core/errno.ts";
import { editorName } from "../git/hook-names.ts";
import type { Decision, Host } from "../host.ts";
import { layersInHook } from "../plan/layers.ts";
import { loadPlan } from "../plan/load-plan.ts";
import { fires } from "../plan/open-command.ts";
import { finishInHook } from "../report/notices.ts";
import type { About } from "../report/record-event.ts";
import { makeReport, refuseWith, type Outcome, type ReportEntry } from "../report/report.ts";
import { nextCommand } from "../rules/next-command.ts";
import { surroundingsOf } from "../rules/commit-metadata.ts";
import { placeInHook, type ProgramPlace } from "../rules/program-place.ts";
import { firePoint, type PointResult } from "../rules/fire-point.ts";
import { pathsReader, type Paths } from "./commit-paths.ts";
import { lookupsInHook } from "./commit-lookups.ts";
import { kindReader, originInHook } from "./commit-kind.ts";
import type { HookContext } from "./hook-context.ts";
import { readMessageFile, whyTextLeftAlone } from "./message-file.ts";
import { whyReplayLeftAlone } from "./replays.ts";

/** With exit status 0, git continues. */
export function applyRules(
  host: Host,
  context: HookContext,
  { point, path, paths = null }: Pick<MessageToJudge, "point" | "path" | "paths">,
): Decision {
  const layers = layersInHook(host, context.layers);
  const { plan, planState } = loadPlan(host, layers, true);
  const goesOn: Outcome = { strategy: "inject", reason: "", decision: { action: "exit", status: 0 } };
  const { reason, findings } =
    plan === null
      ? { reason: planState.reason, findings: { problems: planState.problems } }
      : applyToFile(host, context, plan, {
          point,
          path,
          paths,
          isSealed: layers.seal !== null,
          where: inHook(host),
        });
  const outcome = { ...goesOn, ...findings, reason, quiet: context.quiet };
  const { problems } = findings;
  const report = makeReport(planState, problems.length > 0 ? refuseWith(outcome, problems) : outcome);
  return finishInHook(host, report, aboutHook(host, context, point === preparePoint));
}

/** Where the rules run: the programs among them, and in which of git's hooks. */
export interface Where {
  place: ProgramPlace;
  /** Empty if git has not started yet, or in the wrapped editor. */
  hook: string;
}

function inHook(host: Host): Where {
  const hook = nameOfHook(host);
  return { place: placeInHook(host), hook: hook === editorName ? "" : hook };
}

function nameOfHook(host: Host): string {
  const path = host.argv[0] as string;
  return path.slice(path.lastIndexOf("/") + 1);
}

function aboutHook(host: Host, { command, gitDir, opensDraft }: HookContext, isDraft: boolean): About {
  const hook = nameOfHook(host);
  // commit-msg follows and decides.
  const comesTwice = hook === "prepare-commit-msg" && opensDraft;
  return { command: "git " + command, place: () => gitDir, hook, isDraft: isDraft || comesTwice };
}

export interface MessageToJudge {
  point: HookPointName;
  path: string;
  isSealed: boolean;
  where: Where;
  /** Which files change, if that has been read. */
  paths?: Paths;
}

type FileFindings = Pick<Outcome, "trace" | "warnings" | "message"> & { problems: readonly Problem[] };

export interface FileResult {
  /** Why the rules leave the message alone; empty if there is nothing to report. */
  reason: string;
  findings: FileFindings;
}

export function applyToFile(
  host: Host,
  context: HookContext,
  plan: Plan,
  { point, path, isSealed, where, paths }: MessageToJudge,
): FileResult {
  const left = (reason: string): FileResult => ({ reason, findings: { problems: [] } });
  if (!fires(plan, point)) return left("");
  const content = host.readInput(path);
  // A file that is absent is an error, too: it may be there again when git reads it.
  if (typeof content === "number") return withoutMessage(plan, path, content);
  const editor = context.message.editor ?? host.env("GIT_EDITOR") !== ":";
  const file = readMessageFile(content, context.message, editor);
  const template = context.message.template === "" ? null : host.readFile(context.message.template);
  const isLeft =
    point === finalizePoint &&
    whyTextLeftAlone(file, context, typeof template === "string" ? template : null) !== null;
  // git itself refuses a NUL byte.
  if (isLeft || file.text.includes("\0")) return left("");
  const { text, cleanup } = file;
  const whyReplay = whyReplayLeftAlone(host, plan, context, () => cleanMessage(text, cleanup));
  if (whyReplay !== null) return left(whyReplay);
  const { command, gitDir, again, replays } = context;
  const kind = kindReader(text, cleanup, originInHook(host, context));
  const lookups = lookupsInHook(host, context);
  // git am has read the message before it applies the patch. In this hook programs see the result and may refuse it, but no effect runs.
  const isSettled = where.hook === "pre-applypatch";
  const ran = firePoint(host, isSettled ? { ...plan, points: {} } : plan, {
    point,
    given: text,
    cleanup,
    allowEmpty: context.message.allowEmpty,
    isSealed,
    kind,
    ...lookups,
    surroundings: surroundingsOf(host, {
      ...where,
      command,
      gitDir,
      kind,
      ident: lookups.ident,
      paths: paths ?? pathsReader(host, context, where.hook),
    }),
    nextCommand: () => nextCommand(host, { replays, gitDir, again }),
  });
  if (isSettled) return { reason: "", findings: settled(ran, text) };
  const failure = ran.value === text ? 0 : host.writeFile(path, ran.value + file.tail);
  const findings = failure === 0 ? ran.findings : { ...ran.findings, problems: [unwritable(path, failure)] };
  return { reason: "", findings };
}

function withoutMessage(plan: Plan, path: string, errno: number): FileResult {
  const problem: Problem = {
    code: "message-unreadable",
    message: "the message cannot be read: " + describeErrno(errno),
    hint: "see who may read the file, and run the command again",
    source: path,
  };
  const findings = demote(plan, null, { value: null, problems: [problem], warnings: [] });
  return { reason: "", findings };
}

function settled({ value, findings }: PointResult<string>, given: string): FileFindings {
  const { trace, warnings, problems } = findings;
  const late = value === given ? [] : trace.filter(({ state }) => state === "applied").map(tooLate);
  return { problems, warnings: warnings.concat(late), trace: [] };
}

function tooLate({ id, plugin, source }: Pick<ReportEntry, "id" | "plugin" | "source">): Problem {
  return {
    code: "program-failed",
    message: "'" + id + "' would change the message when git am has applied the patch, which is too late",
    hint: "let its program decide by 'metadata.changedPaths', which it has before; or leave its own result as it is",
    source,
    id,
    plugin,
  };
}

function unwritable(path: string, errno: number): Problem {
  return {
    code: "message-unwritable",
    message: "the message file cannot be written: " + describeErrno(errno),
    hint: "make room on the disk, or the file writable, and commit again",
    source: path,
  };
}
