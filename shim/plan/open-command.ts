/** Finds the repository and the plan, which every intercepted command needs first. */
import { finalizePoint, gitPoints, type HookPointName } from "../../engine/core/hook-points.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { askRepository, unanswered } from "../git/ask-git.ts";
import type { CommandTraits } from "../git/command-traits.ts";
import { parseConfigFile } from "../git/config-file.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { findRepository, joinPath, type Repository } from "../git/repository.ts";
import { wantedSettings } from "../git/wanted-settings.ts";
import { isNotRegularFile, type Host } from "../host.ts";
import { findLayers, type Layers } from "./layers.ts";
import { loadPlan, noPlanState, type LoadedPlan, type PlanState } from "./load-plan.ts";
import { findMistypedVariables, isOn } from "./own-variables.ts";

export interface OpenCommand {
  /** The git command. */
  name: string;
  traits: CommandTraits;
  globals: GlobalPart;
  /** Null outside of a repository. */
  repository: Repository | null;
  layers: Layers;
  plan: Plan;
  /** What was learned while loading the plan. */
  planState: PlanState;
  /** A dry run reports all it can, and writes nothing. */
  isDryRun: boolean;
  /** Does the command line ask git to be quiet? */
  quiet: boolean;
}

export interface CommandInRepository extends OpenCommand {
  repository: Repository;
}

export function isInRepository(command: OpenCommand): command is CommandInRepository {
  return command.repository !== null;
}

export interface Opened {
  /** Null if there is nothing to enforce, or `planState` has problems. */
  command: OpenCommand | null;
  planState: PlanState;
}

/** Does anything run at a hook point? */
export function fires({ points, programs }: Plan, point: HookPointName): boolean {
  return points[point] !== undefined || (programs !== undefined && programs[point] !== undefined);
}

export interface OpenOptions {
  traits: CommandTraits;
  isDryRun: boolean;
  quiet: boolean;
  /** Do people call the command themselves? Else those that it starts, or that started it, tell them about a mistyped variable. */
  isCalledByPeople: boolean;
}

export interface OpenedPlan extends LoadedPlan {
  repository: Repository | null;
  layers: Layers;
}

/** The repository that a command works in, and the plan there. */
export function openPlan(host: Host, globals: GlobalPart, isDryRun: boolean): OpenedPlan {
  const found = findRepository(host, globals.options, true);
  const asked =
    typeof found === "string" || mayHaveOtherTop(host, found) ? askRepository(host, globals) : found;
  const repository = asked === unanswered ? null : asked;
  const layers = findLayers(host, repository);
  if (asked === unanswered)
    return { repository, layers, plan: null, planState: { ...noPlanState(), problems: [noAnswer()] } };
  return { repository, layers, ...loadPlan(host, layers, !isDryRun) };
}

export function openCommand(host: Host, globals: GlobalPart, options: OpenOptions): Opened {
  const { traits, isDryRun, quiet, isCalledByPeople } = options;
  const { repository, layers, plan, planState } = openPlan(host, globals, isDryRun);
  if (plan === null) return { command: null, planState };
  if (!gitPoints.some((point) => fires(plan, point))) {
    planState.reason = "no plugin contributes to '" + finalizePoint + "'";
    return { command: null, planState };
  }
  const name = host.argv[globals.commandIndex] as string;
  // INTERLOCK_DEBUG already reports all unknown variables.
  if (!isDryRun && !isOn(host, "INTERLOCK_DEBUG") && isCalledByPeople)
    planState.warnings = planState.warnings.concat(findMistypedVariables(host));
  return {
    command: { name, traits, globals, repository, layers, plan, planState, isDryRun, quiet },
    planState,
  };
}

/**
 * core.worktree may name another top folder, and only git resolves
 * it. In a submodule it names the folder of its `.git` file.
 */
function mayHaveOtherTop(host: Host, { commonDir, gitDir, top }: Repository): boolean {
  const mentions = (file: string): boolean => {
    const { workTree } = wantedSettings;
    const text = host.readFile(file, undefined, workTree.words);
    if (typeof text === "number") return isNotRegularFile(text);
    const entries = parseConfigFile(text, workTree);
    return entries === null || entries.some(({ value }) => host.realPath(joinPath(gitDir, value)) !== top);
  };
  return mentions(commonDir + "/config") || (gitDir !== commonDir && mentions(gitDir + "/config.worktree"));
}

export function noAnswer(): Problem {
  return {
    code: "git-unanswered",
    message: "git could not be asked about the repository",
    hint: "the limits of this user may leave no room for another process: ulimit -u",
    source: "",
  };
}
