/** Gives a command our exec-path, so that the git commands it starts are intercepted too. */
import type { Problem } from "../../engine/core/problem.ts";
import { editWords, type WordEdits } from "../git/edit-argv.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { joinPath, workingDirectory } from "../git/repository.ts";
import type { Decision, EnvChanges, Host } from "../host.ts";
import type { Layers } from "../plan/layers.ts";
import type { CommandInRepository, OpenCommand } from "../plan/open-command.ts";
import { noPlace } from "../plan/own-folder.ts";
import { passThrough, type Outcome } from "../report/report.ts";
import { makeExecPath } from "./exec-path.ts";
import { withoutContext } from "./hook-context.ts";
import { listHooks } from "./hooks-folder.ts";

export interface ChosenExecPath {
  env: EnvChanges;
  edits: WordEdits;
}

/** For a command that makes no commit itself. It runs even if there is no place for our exec-path. */
export function interceptChildren(host: Host, { globals, layers, name }: OpenCommand): Outcome {
  const chosen = chooseExecPath(host, globals, layers);
  if (chosen === null) {
    const problem = noPlace();
    const message = "what '" + name + "' starts is not intercepted: " + problem.message;
    return {
      ...passThrough(host.argv, "there is no place for an exec-path of ours"),
      warnings: [{ ...problem, message }],
      quiet: false,
    };
  }
  const argv = editWords(host.argv.length, chosen.edits);
  return {
    strategy: "wrap",
    reason: "the git commands that '" + name + "' starts are intercepted",
    decision: withoutContext({ action: "exec", argv, stdin: null, env: chosen.env }),
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
  if (chosen === null) return noPlace();
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

/** Null if there is no place for it. */
export function chooseExecPath(host: Host, globals: GlobalPart, layers: Layers): ChosenExecPath | null {
  const edits: WordEdits = {};
  // In a sealed install every git on PATH is interlock.
  if (layers.seal) return { env: {}, edits };
  let asked = host.env("GIT_EXEC_PATH") ?? "";
  const words = globals.options.filter(({ name }) => name === "--exec-path");
  const word = words[words.length - 1];
  if (word) asked = word.value;
  const path = makeExecPath(host, layers, asked === "" ? "" : resolveExecPath(host, globals, asked));
  if (path === null) return null;
  // The option overrides the variable.
  if (word) edits[word.at] = ["--exec-path=" + path];
  return { env: { GIT_EXEC_PATH: path }, edits };
}

/** git resolves a relative path after its -C options. */
function resolveExecPath(host: Host, globals: GlobalPart, asked: string): string {
  return host.realPath(joinPath(workingDirectory(host, globals.options) ?? ".", asked)) ?? asked;
}
