/** Decides whether the rules apply to a replayed commit: whose it is, and whether it is published. */
import { isSamePerson } from "../../engine/judge/author-scope.ts";
import type { CommitKind } from "../../engine/core/occasion.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { askGit } from "../git/ask-git.ts";
import { dateOf, identOf, parseCommit } from "../git/commit-object.ts";
import { identReader } from "../git/idents.ts";
import { hasTracked, isPublished } from "../git/published.ts";
import { commonDirOf } from "../git/repository.ts";
import type { Host } from "../host.ts";
import type { HookContext } from "./hook-context.ts";
import { authorFromEnvironment, readStepAuthor, isSquashStep, type StepAuthor } from "./replayed-step.ts";

const replayedKinds: readonly CommitKind[] = ["am", "cherry-pick", "rebase"];

export function isReplay(kind: CommitKind): boolean {
  return replayedKinds.indexOf(kind) >= 0;
}

/**
 * Why the rules leave a replayed commit alone; null if they apply. `message`: as it will be committed. If the
 * user has edited it, it matches no published commit, and the rules apply.
 */
export function whyReplayLeftAlone(
  host: Host,
  plan: Plan,
  context: HookContext,
  message: () => string,
): string | null {
  if (!isReplay(context.kind)) return null;
  // In this case the author does not matter, and finding it may cost a process.
  if (plan.scope !== "own" && !hasTracked(host, commonDirOf(host, context.gitDir))) return null;
  const author = context.namesAuthor ? authorFromEnvironment(host) : readStepAuthor(host, context);
  if (author === null) return null;
  // A squash makes a new commit, not a replay of either one.
  const isReplayed = (): boolean => !(context.kind === "rebase" && isSquashStep(host, context.gitDir));
  return whyCommitLeftAlone(host, [], plan, author, context.self, () => (isReplayed() ? message() : ""));
}

/** The same for a named commit, before git starts. */
export function whyPickLeftAlone(
  host: Host,
  globalWords: readonly string[],
  plan: Plan,
  revision: string,
  self: string,
): string | null {
  const { status, stdout } = askGit(host, globalWords.concat("cat-file", "commit", revision));
  if (status !== 0) return null;
  const commit = parseCommit("", stdout);
  const author = { ident: identOf(commit, "author"), date: () => dateOf(commit, "author") };
  return whyCommitLeftAlone(host, globalWords, plan, author, self, () => commit.message);
}

/**
 * Checks in order of cost: the user's own commits need none. `self`:
 * the user who runs git; empty if not known yet.
 */
function whyCommitLeftAlone(
  host: Host,
  globalWords: readonly string[],
  plan: Plan,
  author: StepAuthor,
  self: string,
  message: () => string,
): string | null {
  if (isSamePerson(author.ident, self || identReader(host, globalWords, null)("committer"))) return null;
  if (plan.scope === "own") return "the commit is somebody else's, and the scope is 'own'";
  const text = message();
  return text !== "" && isPublished(host, globalWords, author.ident + " " + author.date(), text)
    ? "the commit is somebody else's, and published"
    : null;
}
