/**
 * Makes the rules run in our hooks while git runs a command: git gets our hooks folder, our exec-path and, if
 * the editor runs after all hooks, our editor.
 */
import { finalizePoint, preparePoint } from "../../engine/core/hook-points.ts";
import type { CommitKind } from "../../engine/core/occasion.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { traceOf } from "../../engine/core/trace.ts";
import { programsAt, whyNotRun as whyProgramNotRun } from "../../engine/core/programs/run-programs.ts";
import { whyNotRun } from "../../engine/core/when.ts";
import { askAboutCommit, unanswered } from "../git/ask-git.ts";
import { lastSetting } from "../git/config.ts";
import { editWords, type WordEdits } from "../git/edit-argv.ts";
import { editorName, type HookName } from "../git/hook-names.ts";
import type { ArgvWord, Decision, Host } from "../host.ts";
import { openValues } from "../plan/open-values.ts";
import { fires, noAnswer, type CommandInRepository } from "../plan/open-command.ts";
import { passThrough, refuseWith, type Findings, type Outcome, type ReportEntry } from "../report/report.ts";
import { commitStaged } from "../rules/next-command.ts";
import { lookupsBeforeGit } from "./commit-lookups.ts";
import {
  contextEnvironment,
  quote,
  settingsWhileSending,
  type HookContext,
  type MessageSettings,
} from "./hook-context.ts";
import { listHooks, makeHooksFolder } from "./hooks-folder.ts";
import { chooseExecPath, gitsOwnExecPath } from "./intercept-children.ts";
import { isReplay, whyPickLeftAlone } from "./replays.ts";
import { readSettings, type Settings } from "./settings.ts";

export interface InjectionRequest {
  /** Why the command is not simply rewritten. */
  reason: string;
  /** The hooks in which the rules run last: over the message, or over a push. */
  enforcingHooks: readonly HookName[];
  /** The kind for `when.commit` that the command implies; the message or the parents may say more. */
  kind: CommitKind;
  /** Does the command amend HEAD? */
  amends?: boolean;
  /** The repository's hooks that must not run. */
  skipped?: readonly HookName[];
  edits?: WordEdits;
  /** Options to insert after the command's name. */
  options?: readonly string[];
  wrapsEditor?: boolean;
  /** Does it send commits, and make none? */
  sends?: boolean;
  /** The words that select the commits to pick. */
  revisions?: readonly string[];
  /** The command line that makes the commit with another message. By default `git commit -m` of what is staged. */
  again?: string;
  message: MessageSettings;
}

export interface Injected extends Outcome {
  /** The context for our hooks; null if none are injected. */
  context: HookContext | null;
}

export function inject(
  host: Host,
  command: CommandInRepository,
  request: (settings: Settings) => InjectionRequest | Problem,
): Injected {
  const passed = (reason: string): Injected => ({ ...passThrough(host.argv, reason), context: null });
  const settings = readSettings(host, command);
  if (settings === unanswered) return refuseWith(passed(""), [noAnswer()]);
  if (settings === null) return passed("git cannot read its configuration");
  const wanted = request(settings);
  if ("code" in wanted) return refuseWith(passed(""), [wanted]);
  const commits = wanted.sends !== true;
  if (commits && isRefusedForEncoding(command, settings)) return refuseWith(passed(""), [unsafeEncoding()]);
  const context = makeContext(command, wanted, settings);
  const ours: HookName[] = context.enforcingHooks.slice();
  if (context.prepares && ours.indexOf("prepare-commit-msg") < 0) ours.push("prepare-commit-msg");
  const decision = giveHooks(host, command, wanted, context, ours, settings.hooksFolder);
  if ("code" in decision) return refuseWith(passed(""), [decision]);
  return {
    strategy: "inject",
    reason: wanted.reason + "; the rules run " + placeOf(ours, wanted.wrapsEditor === true),
    decision,
    context,
    ...(command.isDryRun && commits ? preview(host, command, wanted, settings.self) : {}),
  };
}

/**
 * git copies the encoding's name into the commit's header. With two line ends in the name the message would begin there, with text
 * that no rule has seen.
 */
function isRefusedForEncoding({ plan }: CommandInRepository, { entries }: Settings): boolean {
  if (plan.mode === "report") return false;
  return /[\x00-\x1f\x7f]/.test(lastSetting(entries, "i18n.commitencoding") ?? "");
}

function unsafeEncoding(): Problem {
  return {
    code: "value-unsafe",
    source: "",
    message:
      "the setting 'i18n.commitEncoding' has a control character in it, which git would write into the commit's header",
    hint: "remove the setting, or the -c, and git commits in UTF-8; to find it: git config --show-origin --get-all i18n.commitEncoding",
  };
}

function makeContext(
  { name, traits, plan, layers, repository, quiet }: CommandInRepository,
  request: InjectionRequest,
  settings: Settings,
): HookContext {
  return {
    ...traits,
    command: name,
    kind: request.kind,
    amends: request.amends === true,
    hooks: settings.hooks,
    skipped: request.skipped || [],
    enforcingHooks: request.enforcingHooks.filter(
      (hook) => hook === "pre-push" || fires(plan, finalizePoint),
    ),
    asksPaths: programsAt(plan, finalizePoint).length > 0 || programsAt(plan, preparePoint).length > 0,
    prepares: traits.opensDraft && fires(plan, preparePoint),
    message: request.message,
    advises: settings.advises,
    quiet,
    layers,
    gitDir: repository.gitDir,
    self: settings.self,
    idents: settings.idents,
    revisions: request.revisions || [],
    again: request.again ?? commitStaged,
  };
}

const noWords: readonly ArgvWord[] = [];

/**
 * The decision, or the problem that prevents it. `ours`: the hooks
 * that we need, even if the repository lacks them.
 */
function giveHooks(
  host: Host,
  { globals }: CommandInRepository,
  request: InjectionRequest,
  context: HookContext,
  ours: readonly HookName[],
  hooksFolder: string,
): Decision | Problem {
  const { layers } = context;
  const theirs = listHooks(host, hooksFolder).filter((name) => context.skipped.indexOf(name) < 0);
  const folder = makeHooksFolder(host, layers, ours, theirs);
  if (typeof folder !== "string") return folder;
  const sends = layers.seal && request.sends === true;
  const chosen = sends ? gitsOwnExecPath(globals) : chooseExecPath(host, globals, layers);
  if ("code" in chosen) return chosen;
  const { commandIndex } = globals;
  // The hooks folder comes last: `givesBakedHook` looks for it there.
  const setting: ArgvWord[] = (sends ? settingsWhileSending : noWords).concat(
    "-c",
    "core.hooksPath=" + folder,
  );
  const words = setting.concat(commandIndex, request.options || []);
  // If there is no editor, git reports that itself.
  const wrapsEditor = request.wrapsEditor && askAboutCommit(host, ["var", "GIT_EDITOR"]).status === 0;
  const editor = wrapsEditor ? quote(folder + "/" + editorName) : "";
  return {
    action: "exec",
    argv: editWords(host.argv.length, { ...chosen.edits, [commandIndex]: words, ...request.edits }),
    stdin: null,
    env: { ...chosen.env, ...contextEnvironment(host, context, folder, editor) },
  };
}

/** Which contributions will run, as far as is known before git has the message. */
function preview(
  host: Host,
  command: CommandInRepository,
  { kind, revisions, enforcingHooks, wrapsEditor }: InjectionRequest,
  self: string,
): Pick<Findings, "trace" | "subject" | "notes"> {
  const { plan, globals, repository, name } = command;
  const { ident, remotes } = lookupsBeforeGit(host, globals, repository, null);
  const { values } = openValues(host, plan, ident);
  const occasion = { commit: () => kind, remotes };
  const [revision] = revisions || [];
  const words = host.argv.slice(1, globals.commandIndex);
  const left = revision === undefined ? null : whyPickLeftAlone(host, words, plan, revision, self);
  const detail = "runs " + placeOf(enforcingHooks, wrapsEditor === true);
  return {
    subject: { command: name, globals, repository, kind, ident },
    notes:
      left === null && isReplay(kind) ? ["commits of somebody else that are published stay as they are"] : [],
    trace: programsAt(plan, finalizePoint)
      .map((program): ReportEntry => {
        const { id, plugin, source } = program;
        const entry = { id, plugin, source };
        const reason = left ?? whyProgramNotRun(program, { values, occasion });
        return reason === null
          ? { ...entry, state: "waiting", detail }
          : { ...entry, state: "skipped", detail: reason };
      })
      .concat(
        (plan.points[finalizePoint] ?? []).map((contribution): ReportEntry => {
          const reason = left ?? whyNotRun(contribution, { values, occasion });
          if (reason !== null) return traceOf(contribution, "skipped", reason);
          const { id, plugin, source } = contribution;
          return { id, plugin, source, state: "waiting", detail };
        }),
      ),
  };
}

function placeOf(hooks: readonly HookName[], hasEditor: boolean): string {
  const places = hooks.map((name) => "in git's " + name + " hook");
  if (hasEditor) places.push("after the editor");
  return places.join(" and ") || "nowhere in it";
}
