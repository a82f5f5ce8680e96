/** Decides what the native binary hands over to the cold side, if there is one. */
import { encodingOf, isAsciiBased, type Commit } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import { latin1Only } from "../judge/encodings.ts";
import type { Verdict } from "../judge/judge-commit.ts";
import type { Refusal } from "../verbs/verb-form.ts";

/**
 * From this many commits on, starting Node pays off: the script engine takes about 30 microseconds per
 * commit; Node takes about 100 milliseconds to start, and then a third of that per commit.
 */
const mostCommits = 4_000;
/**
 * With this many unread bytes, git is far ahead and the range is
 * long. Do not judge more that the cold side will judge again.
 */
const mostWaiting = 800_000;

/** Is the range long enough for the cold side, after this many commits? */
export function isLongRange(host: Host, commits: number): boolean {
  return (commits > mostCommits || host.waitingBytes() > mostWaiting) && host.hasColdSide();
}

/**
 * For a range with a beginning, git writes nothing before it has walked all of it. The cold side asks git again, so the less
 * of this walk is waited for, the better.
 */
const longestSilence = 60;

export function isLongWalk(host: Host): boolean {
  return host.isSilentFor(longestSilence) && host.hasColdSide();
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
