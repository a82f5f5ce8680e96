/** Classifies a commit for `when.commit`. */
import { cleanMessage } from "../../engine/core/clean-message.ts";
import type { CommitKind } from "../../engine/core/occasion.ts";
import type { CleanupSettings } from "../../engine/core/cleanup-settings.ts";
import { kindOfMade } from "../../engine/core/seen-kind.ts";
import { askGit } from "../git/ask-git.ts";
import { has, type CommitLine } from "../git/commit-line.ts";
import { isMerge } from "../git/commit-object.ts";
import { readHeadCommit } from "../git/head-commit.ts";
import { commonDirOf, type Repository } from "../git/repository.ts";
import type { Host } from "../host.ts";
import { readHookContext, type HookContext } from "./hook-context.ts";
import { isMelded } from "./replayed-step.ts";

/** How a commit is made. Each answer costs something, so they are looked up on demand. */
export interface Origin {
  /** The kind that the command, or the state files in the git folder, imply. */
  impliedKind(): CommitKind;
  /** Will the commit have several parents? */
  isMerge(): boolean;
}

/** `text`: the message before git cleans it by `rules`. */
export function kindReader(text: string, cleanup: CleanupSettings, origin: Origin): () => CommitKind {
  let known: CommitKind | null = null;
  return () =>
    (known = known || kindOfMade(cleanMessage(text, cleanup), origin.isMerge(), origin.impliedKind()));
}

/** For a `git commit` that git has not started. */
export function originOfCommit(
  host: Host,
  repository: Repository,
  line: CommitLine,
  globalWords: readonly string[],
): Origin {
  return {
    impliedKind: () => readImpliedKind(host, repository, kindOfLine(line)),
    isMerge: () => willBeMerge(host, repository.gitDir, has(line, "amend"), globalWords),
  };
}

export function originInHook(host: Host, context: HookContext): Origin {
  return {
    impliedKind: () => context.kind,
    isMerge: () =>
      context.makesMerges || willBeMerge(host, context.gitDir, context.amends || isMelded(host, context), []),
  };
}

function willBeMerge(host: Host, gitDir: string, amends: boolean, globalWords: readonly string[]): boolean {
  // An amended merge keeps its parents.
  const head = amends ? readHeadCommit(host, { gitDir, commonDir: commonDirOf(host, gitDir) }) : null;
  if (head !== null) return isMerge(head);
  if (amends)
    return askGit(host, globalWords.concat("rev-parse", "--quiet", "--verify", "HEAD^2")).status === 0;
  return host.stat(gitDir + "/MERGE_HEAD") !== null;
}

/** The kind that the command and the state files imply. `own`: what the command line alone implies. */
export function readImpliedKind(host: Host, repository: Repository, own: CommitKind): CommitKind {
  const outer = outerCall(host);
  if (outer !== null) return outer.kind;
  if (own !== "composed") return own;
  const isThere = (name: string): boolean => host.stat(repository.gitDir + "/" + name) !== null;
  // If a rebase stopped for an edit, its step is already made; what the user commits then is a new commit.
  if (isThere("rebase-merge/amend")) return "composed";
  for (const [file, kind] of leftovers) if (isThere(file)) return kind;
  return "composed";
}

/** Did an intercepted git command start this one? */
export function isStep(host: Host): boolean {
  return outerCall(host) !== null;
}

/**
 * The sequencer starts `git commit` itself, but one in `rebase
 * --exec` is the user's own: git is not its parent.
 */
function outerCall(host: Host): HookContext | null {
  const outer = readHookContext(host);
  return outer !== null && isGit(host, host.ancestorProgram(1)) ? outer : null;
}

/** State files of an unfinished command in the git folder; the first one found decides. */
const leftovers: readonly [file: string, kind: CommitKind][] = [
  ["rebase-merge/stopped-sha", "rebase"],
  ["rebase-apply/rebasing", "rebase"],
  ["rebase-apply/applying", "am"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
];

/** The kind that the `git commit` command line alone implies. */
export function kindOfLine(line: CommitLine): CommitKind {
  if (line.fixup !== null || has(line, "squash")) return "fixup";
  return has(line, "amend") ? "amend" : "composed";
}

function isGit(host: Host, program: string): boolean {
  return program !== "" && program === host.realPath(host.realProgram());
}
