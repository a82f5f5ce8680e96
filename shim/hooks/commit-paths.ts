/** For a hook: which files change in the commit that git is making. */
import { patchPaths, stagedPaths, type AskGit } from "../git/changed-paths.ts";
import { readStagedPaths } from "../git/quick-paths.ts";
import type { Host } from "../host.ts";
import type { CommitInHand } from "../rules/commit-metadata.ts";
import { askThere, placeInHook } from "../rules/program-place.ts";
import type { HookContext } from "./hook-context.ts";
import { isMelded, unquotedWords } from "./replayed-step.ts";

/**
 * Reads them before the repository's own hook runs, which may change the index. That no longer changes the commit: git has written
 * its tree already. `git am` reads its patch only after applypatch-msg, so there the hook's changes do count.
 */
export function readPathsBeforeOwnHook(host: Host, context: HookContext, hook: string): Paths {
  if (!context.asksPaths || hook === "applypatch-msg") return null;
  const place = placeInHook(host);
  const paths = pathsReader(host, context, hook)((args) => askThere(host, place, args));
  return () => paths;
}

/** Null: not read yet. */
export type Paths = CommitInHand["paths"] | null;

export function pathsReader(host: Host, context: HookContext, hook: string): CommitInHand["paths"] {
  // git am runs this hook before it applies the patch.
  if (hook === "applypatch-msg") return (ask) => pathsOfPatch(host, context, ask);
  return (ask) => {
    const amends = context.amends || isMelded(host, context);
    return readStagedPaths(host, context.gitDir, amends) ?? stagedPaths(ask, amends);
  };
}

function pathsOfPatch(
  host: Host,
  { gitDir }: HookContext,
  ask: AskGit,
): readonly string[] | null | undefined {
  const folder = gitDir + "/rebase-apply/";
  const patch = folder + "patch";
  const stat = host.stat(patch);
  const renames = host.readFile(patch, undefined, ["\nrename from "]);
  if (stat === null || typeof renames === "number") return undefined;
  if (stat.size === 0) return [];
  const options = host.readFile(folder + "apply-opt");
  return patchPaths(ask, patch, renames !== "", typeof options === "string" ? unquotedWords(options) : []);
}
