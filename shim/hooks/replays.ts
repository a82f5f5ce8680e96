/**
 * Commits that repeat one that was made before: whose is it, and is it the rules' business?
 */
import { isSamePerson } from "../../engine/judge/author-scope.ts";
import type { CommitKind } from "../../engine/core/facts.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { askGit } from "../git/ask-git.ts";
import { identOf, parseCommit } from "../git/commit-object.ts";
import { identReader } from "../git/idents.ts";
import { hasTracked, isPublished } from "../git/published.ts";
import { commonDirOf } from "../git/repository.ts";
import type { Host } from "../host.ts";
import type { HookContext } from "./hook-context.ts";
import { authorFromEnvironment, readStepAuthor, squashes, type StepAuthor } from "./replayed-step.ts";

const replays: readonly CommitKind[] = ["am", "cherry-pick", "rebase"];

export function isReplay(kind: CommitKind): boolean {
  return replays.indexOf(kind) >= 0;
}

/**
 * Why a replayed commit stays as it is, or null. `message`: as it will be committed. Where somebody has edited it, no
 * published commit has it, and the rules are for it.
 */
export function whyReplayLeft(
  host: Host,
  plan: Plan,
  context: HookContext,
  message: () => string,
): string | null {
  if (!isReplay(context.kind)) return null;
  // Then it does not matter whose it is, which for a cherry-pick only git knows.
  if (plan.scope !== "own" && !hasTracked(host, commonDirOf(host, context.gitDir))) return null;
  const isStep = context.command !== "commit" && context.command !== "merge";
  const author = isStep ? readStepAuthor(host, context) : authorFromEnvironment(host);
  if (author === null) return null;
  // It is another commit than either of the two.
  const isReplayed = (): boolean => !(context.kind === "rebase" && squashes(host, context));
  return whyLeft(host, [], plan, author, context.self, () => (isReplayed() ? message() : ""));
}

/** The same for a commit by its name, before anything has begun. */
export function whyPickLeft(
  host: Host,
  globalWords: readonly string[],
  plan: Plan,
  revision: string,
  self: string,
): string | null {
  const { status, stdout } = askGit(host, globalWords.concat("cat-file", "commit", revision));
  if (status !== 0) return null;
  const commit = parseCommit("", stdout);
  const ident = identOf(commit, "author");
  const date = /^author [^\n]*> ([^\n]*)$/m.exec(commit.header);
  const author = { ident, date: () => (date ? (date[1] as string) : "") };
  return whyLeft(host, globalWords, plan, author, self, () => commit.message);
}

/** Questions in the order of their cost: one's own commits need none. `self`: whoever runs git; empty if not known yet. */
function whyLeft(
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
