/** Counts what was not judged in a range, and why, so that it is always reported. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { NotJudged } from "../../engine/judge/judgeable.ts";
import type { Commit } from "../git/commit-object.ts";
import { countOf, shortId } from "./describe.ts";
import type { Verdict } from "./judge-commit.ts";

/** A hook or a commit that could not be judged. */
export interface Unjudged {
  hook: Pick<NotJudged, "id" | "plugin" | "source"> | null;
  /** One commit that it concerns; empty for a message that is not in a commit. */
  commit: string;
  reason: string;
  cause: NotJudged["cause"];
  /** In how many commits. */
  commits: number;
}

export interface SkipCounts {
  /** How many commits the rules do not apply to, by reason. */
  leftAlone: { reason: string; commits: number }[];
  /** A hook is listed once per reason, a commit on its own. */
  unjudged: Unjudged[];
  /** The entries of both lists by identity, to count repeats. */
  known: { [key: string]: { commits: number } | undefined };
}

export function createSkipCounts(): SkipCounts {
  // No prototype, so that no key is inherited.
  return { leftAlone: [], unjudged: [], known: Object.create(null) };
}

export function countSkips(counts: SkipCounts, verdict: Verdict, { id }: Commit): void {
  if (verdict.kind === "judged")
    for (const each of verdict.notJudged) note(counts, each, each.reason, each.cause, id);
  else if (verdict.kind === "unreadable") note(counts, null, verdict.reason, "unreadable", id);
  else {
    const { reason } = verdict;
    count(counts, "left " + reason, counts.leftAlone, { reason, commits: 1 });
  }
}

function note(
  counts: SkipCounts,
  hook: NotJudged | null,
  reason: string,
  cause: NotJudged["cause"],
  commit: string,
): void {
  const key = `${hook === null ? commit : hook.id}\n${reason}`;
  count(counts, key, counts.unjudged, { hook, commit, reason, cause, commits: 1 });
}

function count<T extends { commits: number }>({ known }: SkipCounts, key: string, list: T[], first: T): void {
  const before = known[key];
  if (before !== undefined) before.commits++;
  else list.push((known[key] = first));
}

/** Should it have been judged? What can never be judged is not an error. */
export function isAnythingUnknown({ unjudged }: Pick<SkipCounts, "unjudged">): boolean {
  return unjudged.some(({ cause }) => cause !== "commit-time-only");
}

/**
 * Could whoever wrote a commit have chosen that it is not judged? `--allow-skipped` must not accept that: it would let the
 * author decide whether the rules apply.
 */
export function isAnyChosen(
  { unjudged }: Pick<SkipCounts, "unjudged">,
  cause: "unreadable" | "failed",
): boolean {
  return unjudged.some((each) => each.cause === cause);
}

export function describeSkips({ leftAlone, unjudged }: SkipCounts): string[] {
  const left = leftAlone.map(({ reason, commits }) => `left alone: ${countOf(commits, "commit")}: ${reason}`);
  return left.concat(unjudged.map((each) => `not judged: ${describeUnjudged(each)}`));
}

export function describeUnjudged({ hook, commit, reason, commits }: Unjudged): string {
  const what = commit === "" ? "message" : "commit";
  const itself = commit === "" ? what : `${what} ${shortId(commit)}`;
  return `${hook === null ? itself : hook.id}: ${decodeUtf8(reason)} (${countOf(commits, what)})`;
}
