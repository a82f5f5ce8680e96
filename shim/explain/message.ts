/** Dry run of the rules over a message that is known before git runs. */
import type { KnownMessage } from "../git/known-message.ts";
import type { Decision, Host } from "../host.ts";
import { applyToFile } from "../hooks/apply-rules.ts";
import type { HookContext } from "../hooks/hook-context.ts";
import { listHooks } from "../hooks/hooks-folder.ts";
import type { HookName } from "../git/hook-names.ts";
import { joinPath } from "../git/repository.ts";
import { commandPoint, finalizePoint } from "../../engine/core/hook-points.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import type { Report, ReportEntry } from "../report/report.ts";
import { placeBeforeGit } from "../rules/program-place.ts";
import { programsAt } from "../../engine/core/programs/run-programs.ts";

/** Placeholder for the path of the file that git would pass to the hook. */
const messageFile = "\0message";

export function explainMessage(
  host: Host,
  command: CommandInRepository,
  context: HookContext,
  report: Report,
  known: KnownMessage,
): Report {
  if (context.enforcingHooks.length === 0) return report;
  const { text, author, statusIfRefused } = known;
  const judging: Host = {
    ...host,
    readInput: (path) => (path === messageFile ? text : host.readInput(path)),
    // git sets these variables for its hooks.
    runGit: (args, options = {}) => host.runGit(args, { ...options, env: { ...author, ...options.env } }),
  };
  const { reason, findings } = applyToFile(judging, context, command.plan, {
    point: finalizePoint,
    path: messageFile,
    isSealed: command.layers.seal !== null,
    // With the index as it is: what `-a` and paths add to it, only git knows.
    where: { place: placeBeforeGit(host, command.repository), hook: "" },
  });
  const { problems, trace, message, warnings } = findings;
  // Those asked about the command have been asked.
  const asked = programsAt(command.plan, commandPoint).map(({ id }) => id);
  const isAsked = ({ id }: ReportEntry): boolean => asked.indexOf(id) >= 0;
  const judged: Report = {
    ...report,
    problems,
    // With a reason, the hook leaves the commit alone.
    trace:
      reason === ""
        ? trace
          ? report.trace.filter(isAsked).concat(trace)
          : report.trace
        : report.trace.map((entry) =>
            isAsked(entry) ? entry : { ...entry, state: "skipped", detail: reason },
          ),
    message: reason === "" ? message || null : { before: text, after: text },
    warnings: report.warnings.concat(warnings || []),
    notes: report.notes.concat(noteOwnHooks(host, command, context)),
  };
  if (problems.length === 0) return judged;
  const decision: Decision = { action: "exit", status: statusIfRefused };
  return { ...judged, decision };
}

function noteOwnHooks(host: Host, { repository }: CommandInRepository, context: HookContext): string[] {
  const theirs = listHooks(host, joinPath(repository.top, context.hooks)).filter(
    (name) => messageHooks.indexOf(name) >= 0 && context.skipped.indexOf(name) < 0,
  );
  return theirs.length === 0
    ? []
    : ["the repository's own " + theirs.join(" and ") + " may change the message first"];
}

const messageHooks: readonly HookName[] = ["commit-msg", "prepare-commit-msg"];
