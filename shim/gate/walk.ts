/**
 * Walks the commits that would leave and judges them, in lots: however many there are, only one lot is in memory.
 */
import type { Commit } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import type { CommitJudge, Fault } from "./judge-commit.ts";
import { readCommits } from "./raw-objects.ts";
import { listWhole, type Range } from "./shallow.ts";

export interface Finding {
  commit: Commit;
  faults: Fault[];
}

export interface Walked {
  /** How many commits would leave. */
  commits: number;
  /** The newest first. */
  findings: Finding[];
  /** Not everything was looked at. */
  isCut: boolean;
}

const lot = 500;
/** Where a glance ends: more than this is likely to be somewhere else already. */
const glance = 1000;
/** More of them help nobody. */
const mostFindings = 100;

/**
 * Null if git cannot walk there. `isGlance`: the first finding will do, and only so many commits. `sift` takes
 * findings out again, a lot at a time.
 */
export function walkCommits(
  host: Host,
  judge: CommitJudge,
  range: Range,
  isGlance: boolean,
  sift: (findings: Finding[]) => Finding[] = (findings) => findings,
): Walked | null {
  const ids = listWhole(host, range, isGlance ? glance + 1 : 0);
  if (ids === null) return null;
  const walked: Walked = { commits: ids.length, findings: [], isCut: false };
  const enough = isGlance ? 1 : mostFindings;
  if (isGlance && ids.length > glance) return { ...walked, isCut: true };
  for (let at = 0; at < ids.length; at += lot) {
    host.beginLot();
    const commits = readCommits(host, ids.slice(at, at + lot));
    if (commits === null) return null;
    const found: Finding[] = [];
    for (const commit of commits) {
      const faults = judge(commit);
      if (faults.length > 0) found.push({ commit, faults });
      if (isGlance && found.length > 0) break;
    }
    walked.findings.push(...(found.length === 0 ? found : sift(found)));
    if (walked.findings.length >= enough) return { ...walked, isCut: true };
  }
  return walked;
}

export function isClean({ findings, isCut }: Walked): boolean {
  return findings.length === 0 && !isCut;
}
