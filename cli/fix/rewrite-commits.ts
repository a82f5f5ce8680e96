/**
 * Rewrites the commits of a branch whose message changes, and their descendants.
 */
import { parentsOf, type Commit } from "../../shim/git/commit-object.ts";
import type { RealGit } from "../shared/real-git.ts";
import { showProgress } from "../shared/progress.ts";
import type { FixResult } from "./fix-commit.ts";
import { createObjectStore } from "./object-store.ts";
import { isSigned, rewriteObject } from "./rewrite-object.ts";
import { signCommit } from "./sign-commit.ts";

/** A commit that has to be rewritten. */
export interface Change {
  commit: Commit;
  /** Null if only its parents change. */
  result: Extract<FixResult, { kind: "fixed" }> | null;
}

/** `commits`: parents first. */
export function findChanges(commits: readonly Commit[], results: ReadonlyMap<string, FixResult>): Change[] {
  const changed = new Set<string>();
  const changes: Change[] = [];
  for (const commit of commits) {
    const result = results.get(commit.id);
    const isFixed = result?.kind === "fixed";
    if (!isFixed && !parentsOf(commit).some((id) => changed.has(id))) continue;
    changed.add(commit.id);
    changes.push({ commit, result: isFixed ? result : null });
  }
  return changes;
}

export interface Rewritten {
  /** New ids by old ids. */
  ids: Map<string, string>;
  droppedSignatures: number;
}

/** Writes the objects. No ref points to them yet. */
export async function rewriteCommits(
  git: RealGit,
  changes: readonly Change[],
  signsAnew: boolean,
): Promise<Rewritten> {
  const ids = new Map<string, string>();
  const store = createObjectStore(git, changes[0]?.commit.id ?? "");
  let droppedSignatures = 0;
  const progress = showProgress("commits rewritten", changes.length);
  for (const [i, { commit, result }] of changes.entries()) {
    progress.advance(i);
    const object = rewriteObject(commit, result?.message ?? null, ids);
    const wasSigned = isSigned(commit);
    let id: string | null = null;
    if (wasSigned && signsAnew) {
      // git checks that the parents exist.
      await store.flush();
      id = await signCommit(git, object);
    }
    if (wasSigned && id === null) droppedSignatures++;
    ids.set(commit.id, id ?? store.add(object));
  }
  await store.flush();
  progress.clear();
  return { ids, droppedSignatures };
}
