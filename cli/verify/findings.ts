/**
 * What came of a verification, for the formats to print.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Violation } from "../../engine/core/fixpoint.ts";
import type { NotJudged } from "../../engine/core/judged-here.ts";
import { diffLines } from "../../shim/diff-lines.ts";
import { parentCount, type Commit } from "./parse-commit.ts";

/** What is the same for all commits. */
export interface Rules {
  /** Every contribution that may be broken; byte strings. */
  hooks: { id: string; plugin: string; source: string }[];
  /** `mode: report`: nothing is refused. */
  reportOnly: boolean;
}

export interface JudgedCommit {
  commit: Commit;
  /** As UTF-8. */
  message: string;
  violations: Violation[];
  /** The command that mends it; empty if there is nothing to mend. */
  fix: string;
}

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

export interface Summary {
  commits: number;
  broken: number;
  /** How many commits the rules are not for, by reason. */
  leftAlone: Map<string, number>;
  unjudged: Unjudged[];
}

export function titleOf(message: string): string {
  const title = decodeUtf8(message.split("\n", 1)[0] ?? "");
  return title.length > 72 ? title.slice(0, 71) + "…" : title;
}

export function renderDiff({ before, after }: Violation): string[] {
  if (before === after) return [];
  return diffLines(before, after).map(({ mark, text }) => decodeUtf8(mark + text));
}

/** `isTip`: the commit that HEAD, or the pushed ref, is at. */
export function renderFix(commit: Commit, violations: readonly Violation[], isTip: boolean): string {
  if (violations.length === 0) return "";
  // A check does not say what the message should be.
  const mendsItself = violations.every(({ before, after }) => before !== after);
  if (isTip) return mendsItself ? "git commit --amend --no-edit" : "git commit --amend";
  const from = parentCount(commit) === 0 ? "--root" : `${commit.id.slice(0, 12)}^`;
  return mendsItself
    ? `git rebase --exec 'git commit --amend --allow-empty --no-edit' ${from}`
    : `git rebase -i ${from}`;
}

export function countOf(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
