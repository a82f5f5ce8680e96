/** Gives a command our exec-path, so that the git commands it starts are intercepted too. */
import type { Problem } from "../../engine/core/problem.ts";
import { editWords, type WordEdits } from "../git/edit-argv.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { joinPath, workingDirectory } from "../git/repository.ts";
import type { Decision, EnvChanges, Host } from "../host.ts";
import type { Layers } from "../plan/layers.ts";
import type { CommandInRepository, OpenCommand } from "../plan/open-command.ts";
import { passThrough, refuseWith, type Outcome } from "../report/report.ts";
import { makeExecPath } from "./exec-path.ts";
import { withoutContext } from "./hook-context.ts";
import { listHooks } from "./hooks-folder.ts";

export interface ChosenExecPath {
  env: EnvChanges;
  edits: WordEdits;
}

/** For a command that makes no commit itself, but may start one that does: an alias, or a program of others. */
export function interceptChildren(host: Host, command: OpenCommand): Outcome {
  const { globals, layers, name, plan } = command;
  const chosen = chooseExecPath(host, globals, layers);
  if ("code" in chosen)
    return plan.mode === "report"
      ? runAlone(host, command, chosen)
      : refuseWith(passThrough(host.argv, ""), [chosen]);
  const argv = editWords(host.argv.length, chosen.edits);
  return {
    strategy: "wrap",
    reason: "the git commands that '" + name + "' starts are intercepted",
    decision: withoutContext({ action: "exec", argv, stdin: null, env: chosen.env }),
  };
}

/** For a command that starts others only through the repository's own hooks: if it cannot be intercepted, it runs with a warning. */
export function interceptIfPossible(host: Host, command: OpenCommand): Outcome {
  const outcome = interceptChildren(host, command);
  const [problem] = outcome.problems || [];
  return problem === undefined ? outcome : runAlone(host, command, problem);
}

function runAlone(host: Host, { name }: OpenCommand, problem: Problem): Outcome {
  const message = "what '" + name + "' starts is not intercepted: " + problem.message;
  return {
    ...passThrough(host.argv, "there is no exec-path of ours"),
    warnings: [{ ...problem, message }],
    quiet: false,
  };
}

/**
 * How to adapt the decision about a rewritten command: it needs our exec-path only if the repository has
 * hooks, because those may call git.
 */
export function interceptHooks(
  host: Host,
  { globals, layers, repository }: CommandInRepository,
): ((decision: Decision) => Decision) | Problem {
  if (listHooks(host, repository.commonDir + "/hooks").length === 0) return withoutContext;
  const chosen = chooseExecPath(host, globals, layers);
  if ("code" in chosen) return chosen;
  return (decision) =>
    withoutContext(decision.action === "exec" ? { ...decision, env: chosen.env } : decision);
}

/** git would warn about a graft file that exists, even an empty one. */
const noFile = "/dev/null/none";

/**
 * For a push in a sealed install: the programs that git starts to send (pack-objects) must be its own, not
 * others of the same name, and they must pack history as the commits record it, without grafts.
 */
export function gitsOwnExecPath(globals: GlobalPart): ChosenExecPath {
  const edits: WordEdits = {};
  for (const { name, at } of globals.options) if (name === "--exec-path") edits[at] = [];
  return { env: { GIT_EXEC_PATH: null, GIT_GRAFT_FILE: noFile }, edits };
}

export function chooseExecPath(host: Host, globals: GlobalPart, layers: Layers): ChosenExecPath | Problem {
  const edits: WordEdits = {};
  // In a sealed install every git on PATH is interlock.
  if (layers.seal) return { env: {}, edits };
  let asked = host.env("GIT_EXEC_PATH") ?? "";
  const words = globals.options.filter(({ name }) => name === "--exec-path");
  const word = words[words.length - 1];
  if (word) asked = word.value;
  const path = makeExecPath(host, layers, asked === "" ? "" : resolveExecPath(host, globals, asked));
  if (typeof path !== "string") return path;
  // The option overrides the variable.
  if (word) edits[word.at] = ["--exec-path=" + path];
  return { env: { GIT_EXEC_PATH: path }, edits };
}

/** git resolves a relative path after its -C options. */
function resolveExecPath(host: Host, globals: GlobalPart, asked: string): string {
  return host.realPath(joinPath(workingDirectory(host, globals.options) ?? ".", asked)) ?? asked;
}
