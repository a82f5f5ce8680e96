/**
 * What the native binary leaves to the cold side, where there is one.
 */
import { encodingOf, isAsciiBased, type Commit } from "../git/commit-object.ts";
import type { Host } from "../host.ts";
import { latin1Only } from "../judge/encodings.ts";
import type { Verdict } from "../judge/judge-commit.ts";
import type { Refusal } from "../verbs/verb-form.ts";

/**
 * From so many commits on, starting Node costs less than it saves: the script engine takes some 30 microseconds a commit, Node
 * some 100 milliseconds to start, and then a third of that.
 */
const mostCommits = 4_000;
/** git is far ahead when so many bytes wait. There is no need to judge what the cold side judges again. */
const mostWaiting = 800_000;

/** Is it a range for the cold side, after so many commits? */
export function isLong(host: Host, commits: number): boolean {
  return (commits > mostCommits || host.waitingBytes() > mostWaiting) && host.hasColdSide();
}

/** Would a decoder, which Node has, tell more of it, or show it better? */
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
