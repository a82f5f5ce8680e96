/**
 * Lets the rules run in hooks of ours while git carries out a command, and says so in the report.
 */
import type { CommitKind } from "../../engine/core/facts.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import { traceOf } from "../../engine/core/trace.ts";
import { whyNotRun } from "../../engine/core/when.ts";
import { answersBefore } from "./commit-facts.ts";
import { unanswered } from "../git/ask-git.ts";
import type { Repository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import { finalizePoint, noAnswer, preparePoint, type OpenCommand } from "../plan/open-command.ts";
import { stopFor, type Report, type ReportEntry } from "../report/report.ts";
import { commitStaged } from "../rules/next-command.ts";
import { readSealedValues } from "../plan/env-file.ts";
import type { Call, MessageSettings } from "./hook-context.ts";
import type { HookName } from "../git/hook-names.ts";
import { inject, type Injection } from "./inject.ts";
import { isReplay, whyPickLeft } from "./replays.ts";
import { readSettings, type Settings } from "./settings.ts";

export interface Wanted {
  /** Why the command is not simply rewritten. */
  reason: string;
  /** The hooks in which the rules have the last word: on the message, or on a push. */
  last: readonly HookName[];
  /** What the command says; the message and the parents may say more. */
  kind: CommitKind;
  /** Does the command amend HEAD? */
  amends?: boolean;
  /** Hooks of the repository that are not to run. */
  skipped: readonly HookName[];
  edits: Injection["edits"];
  options: readonly string[];
  wrapsEditor: boolean;
  /** The words that say which commits are picked. */
  revisions: readonly string[];
  /** The command line that makes the commit with another message, if git's own way to end it is not enough. */
  again?: string;
  message: MessageSettings;
}

export function injectInto(
  host: Host,
  command: OpenCommand,
  repository: Repository,
  report: Report,
  want: (settings: Settings) => Wanted,
): Report {
  const settings = readSettings(host, command, repository);
  if (settings === unanswered) return stopFor(report, [noAnswer()]);
  if (settings === null) {
    report.reason = "git cannot read its configuration";
    return report;
  }
  const wanted = want(settings);
  const { plan, layers, globals, name } = command;
  // Only git commit and git merge open an editor with a draft, and call the hook before.
  const prepares = !!plan.points[preparePoint] && (name === "commit" || name === "merge");
  const call: Call = {
    command: name,
    kind: wanted.kind,
    amends: wanted.amends === true,
    hooks: settings.hooks,
    skipped: wanted.skipped,
    last: plan.points[finalizePoint] ? wanted.last : [],
    prepares,
    message: wanted.message,
    advises: settings.advises,
    quiet: report.quiet,
    layers,
    gitDir: repository.gitDir,
    self: settings.self,
    idents: settings.idents,
    revisions: wanted.revisions,
    again: wanted.again ?? commitStaged,
  };
  const ours: HookName[] = call.last.slice();
  if (prepares && ours.indexOf("prepare-commit-msg") < 0) ours.push("prepare-commit-msg");
  const { edits, options, wrapsEditor } = wanted;
  const { hooksFolder } = settings;
  const decision = inject(host, globals, { call, ours, hooksFolder, wrapsEditor, edits, options });
  if ("code" in decision) return stopFor(report, [decision]);
  // At a push there is no message yet to be asked about.
  if (command.explains && name !== "push")
    report.trace = preview(host, command, repository, wanted, settings.self, report);
  report.strategy = "inject";
  report.reason = wanted.reason + "; the rules run " + place(ours, wrapsEditor);
  report.decision = decision;
  if (command.explain !== null) command.explain(host, command, repository, call, report);
  return report;
}

/** Which contributions will have their turn, as far as it can be told before git has the message. */
function preview(
  host: Host,
  command: OpenCommand,
  repository: Repository,
  wanted: Wanted,
  self: string,
  report: Report,
): ReportEntry[] {
  const { plan, globals } = command;
  const answers = answersBefore(host, globals, repository, null);
  const { ident, remotes } = answers;
  report.subject = { command: command.name, globals, repository, kind: wanted.kind, ident };
  const sealed = readSealedValues(host, plan.envFile);
  const values = makeValues(plan, sealed.values, (name) => host.env(name), ident);
  const facts = { commit: () => wanted.kind, remotes };
  const [revision] = wanted.revisions;
  const words = host.argv.slice(1, globals.commandIndex);
  const left = revision === undefined ? null : whyPickLeft(host, words, plan, revision, self);
  if (left === null && isReplay(wanted.kind))
    report.notes.push("commits of somebody else that are published stay as they are");
  return (plan.points[finalizePoint] ?? []).map((contribution) => {
    const reason = left ?? whyNotRun(contribution, { values, facts });
    if (reason !== null) return traceOf(contribution, "skipped", reason);
    const { id, plugin, source } = contribution;
    return { id, plugin, source, state: "waiting", detail: "runs " + place(wanted.last, wanted.wrapsEditor) };
  });
}

function place(hooks: readonly HookName[], editor: boolean): string {
  const places = hooks.map((name) => "in git's " + name + " hook");
  if (editor) places.push("after the editor");
  return places.join(" and ") || "nowhere in it";
}
