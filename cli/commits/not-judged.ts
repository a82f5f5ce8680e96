/**
 * What was not judged in a range, and why: it is counted and said, never passed over.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { NotJudged } from "../../engine/core/judged-here.ts";
import { countOf, shortId } from "./describe.ts";
import type { Verdict } from "./judge-commits.ts";
import type { Commit } from "../../shim/git/commit-object.ts";

/** Something that could not be judged: a hook, or a commit. */
export interface Unjudged {
  hook: Pick<NotJudged, "id" | "plugin" | "source"> | null;
  /** One commit that it is about. */
  commit: string;
  reason: string;
  cause: NotJudged["cause"];
  /** In how many commits. */
  commits: number;
}

export interface Rest {
  /** How many commits the rules are not for, by reason. */
  leftAlone: Map<string, number>;
  /** A hook is listed once for each reason, a commit by itself. */
  unjudged: Map<string, Unjudged>;
}

export function noteRest({ leftAlone, unjudged }: Rest, verdict: Verdict, { id }: Commit): void {
  if (verdict.kind === "left") leftAlone.set(verdict.reason, (leftAlone.get(verdict.reason) ?? 0) + 1);
  else if (verdict.kind === "unreadable")
    note(unjudged, null, { reason: verdict.reason, cause: "unknown-here" }, id);
  else for (const each of verdict.notJudged) note(unjudged, each, each, id);
}

function note(
  unjudged: Map<string, Unjudged>,
  hook: NotJudged | null,
  { reason, cause }: Pick<NotJudged, "reason" | "cause">,
  commit: string,
): void {
  const key = `${hook === null ? commit : hook.id}\n${reason}`;
  const known = unjudged.get(key);
  if (known === undefined) unjudged.set(key, { hook, commit, reason, cause, commits: 1 });
  else known.commits++;
}

/** Can that be mended here? What is in the nature of things is no fault. */
export function isAnythingUnknown({ unjudged }: Pick<Rest, "unjudged">): boolean {
  return [...unjudged.values()].some(({ cause }) => cause === "unknown-here");
}

export function describeRest({ leftAlone, unjudged }: Rest): string[] {
  const left = [...leftAlone].map(([reason, count]) => `left alone: ${countOf(count, "commit")}: ${reason}`);
  return [...left, ...[...unjudged.values()].map((each) => `not judged: ${describeUnjudged(each)}`)];
}

export function describeUnjudged({ hook, commit, reason, commits }: Unjudged): string {
  const subject = hook === null ? `commit ${shortId(commit)}` : hook.id;
  return `${subject}: ${decodeUtf8(reason)} (${countOf(commits, "commit")})`;
}
