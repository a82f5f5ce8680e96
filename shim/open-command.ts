/**
 * What every intercepted command needs to know first: its repository, and the plan.
 */
import type { Plan } from "../engine/core/plan.ts";
import type { Problem } from "../engine/core/problem.ts";
import { askRepository, unanswered } from "./git/ask-git.ts";
import { strategyOf } from "./git/commands.ts";
import type { GlobalPart } from "./git/global-options.ts";
import { parseConfigFile, type SettingsWanted } from "./git/config-file.ts";
import { findRepository, joinPath, type Repository } from "./git/repository.ts";
import { isNoFile, type Host } from "./host.ts";
import type { Call } from "./inject/call.ts";
import { findLayers, type Layers } from "./layers.ts";
import { stopFor, type Report } from "./report.ts";
import { isOn } from "./switches.ts";
import { takePlan } from "./take-plan.ts";
import { findMistypedVariables } from "./unknown-variables.ts";

export interface DecideOptions {
  /** false: leave nothing behind, not even a cached plan. */
  mayWrite: boolean;
  /** Given in a dry run. */
  explain?: Explain;
}

/** Says in the report what hooks of ours would do, as far as that can be told before git runs. */
export type Explain = (
  host: Host,
  command: OpenCommand,
  repository: Repository,
  call: Call,
  report: Report,
) => void;

export interface OpenCommand {
  /** The git command. */
  name: string;
  globals: GlobalPart;
  /** Null outside of one. */
  repository: Repository | null;
  layers: Layers;
  plan: Plan;
  /** Is this a dry run, which tells all it can? */
  explains: boolean;
  explain: Explain | null;
}

/** The hook points that see a commit message. */
export const finalizePoint = "commit.message.finalize";
export const preparePoint = "commit.message.prepare";

/** Null if no rule is in force or the plan cannot be had; the report then says so, and is the answer. */
export function openCommand(
  host: Host,
  globals: GlobalPart,
  options: DecideOptions,
  report: Report,
): OpenCommand | null {
  const found = findRepository(host, globals.options, true);
  const repository =
    typeof found === "string" || mayHaveOtherTop(host, found) ? askRepository(host, globals) : found;
  if (repository === unanswered) {
    stopFor(report, [noAnswer()]);
    return null;
  }
  const command = openIn(host, globals, repository, options, report);
  // Whoever asks for more is told of all that are unknown; what only starts other commands leaves it to them.
  if (command !== null && options.mayWrite && !isOn(host, "INTERLOCK_DEBUG") && isForPeople(command.name))
    report.warnings = report.warnings.concat(findMistypedVariables(host));
  return command;
}

/** Not an alias, which becomes a command of its own, nor what sends commits on behalf of a push. */
function isForPeople(name: string): boolean {
  const strategy = strategyOf(name);
  return name === "push" || strategy === "rewrite" || strategy === "inject";
}

const workTreeSettings: SettingsWanted = {
  words: ["worktree"],
  keys: /^core\.worktree$/,
  doubtful: /^$/,
  isExact: true,
};

/** core.worktree leads elsewhere; where exactly, git knows. In a submodule it leads to where its `.git` file lies. */
function mayHaveOtherTop(host: Host, { commonDir, gitDir, top }: Repository): boolean {
  const mentions = (file: string): boolean => {
    const text = host.readFile(file);
    if (typeof text === "number") return isNoFile(text);
    const entries = parseConfigFile(text, workTreeSettings);
    return entries === null || entries.some(({ value }) => host.realPath(joinPath(gitDir, value)) !== top);
  };
  return mentions(commonDir + "/config") || (gitDir !== commonDir && mentions(gitDir + "/config.worktree"));
}

/** The same, where the repository is known. */
function openIn(
  host: Host,
  globals: GlobalPart,
  repository: Repository | null,
  options: DecideOptions,
  report: Report,
): OpenCommand | null {
  const layers = findLayers(host, repository);
  const plan = takePlan(host, layers, options.mayWrite, report);
  if (plan === null) return null;
  if (!plan.points[finalizePoint] && !plan.points[preparePoint]) {
    report.reason = "no plugin contributes to '" + finalizePoint + "'";
    return null;
  }
  return {
    name: host.argv[globals.commandIndex] as string,
    globals,
    repository,
    layers,
    plan,
    explains: !options.mayWrite,
    explain: options.explain ?? null,
  };
}

export function noAnswer(): Problem {
  return {
    code: "git-unanswered",
    message: "git could not be asked about the repository",
    hint: "the limits of this user may leave no room for another process: ulimit -u",
    source: "",
  };
}
