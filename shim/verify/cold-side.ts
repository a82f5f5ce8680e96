/** Decides what the native binary hands over to the cold side, if there is one. */
import { encodingOf, isAsciiBased, type Commit } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import { latin1Only } from "../judge/encodings.ts";
import type { Verdict } from "../judge/judge-commit.ts";
import type { Refusal } from "../verbs/verb-form.ts";

/**
 * The script engine takes about 11 microseconds per commit. Node takes about 100 milliseconds to start, and then a third of
 * that per commit, also for those that were judged here already.
 */
const mostCommits = 4_000;

/**
 * For a range with a beginning, git writes nothing before it has walked all of it. So its silence says how many commits
 * there are, at most this many in a millisecond; and if it lasts, Node can start meanwhile.
 */
const walkedInMillisecond = 250;
const longestSilence = 50;

/**
 * After how many commits that the script engine looks at is a range long enough for the cold side? Waits for git's first
 * output.
 */
export function findLongRange(host: Host): number {
  const silence = host.awaitOutput(longestSilence);
  return silence >= longestSilence ? 0 : mostCommits + silence * walkedInMillisecond;
}

/** Would a decoder, which Node has, allow judging it, or show it better? */
export function wantsDecoder(commit: Commit, verdict: Verdict): boolean {
  if (verdict.kind === "left" || (verdict.kind === "judged" && verdict.violations.length === 0)) return false;
  const encoding = encodingOf(commit);
  return encoding !== null && isAsciiBased(encoding) && latin1Only(encoding) === null;
}

/** `what` needs it, and it is not installed. */
export function noColdSide(what: string, instead: string): Refusal {
  return {
    message: `${what} needs the cold side of interlock, and there is none here`,
    hint: `${instead}, or install interlock with its cold side or with Node`,
  };
}
