/**
 * What the native binary leaves to the cold side, where there is one.
 */
import type { Commit } from "../git/commit-object.ts";
import { encodingOf, isAsciiBased } from "../git/commit-object.ts";
import { latin1Only } from "../judge/encodings.ts";
import type { Verdict } from "../judge/judge-commit.ts";
import type { Refusal } from "../verbs/refusal.ts";

/** From so many commits on, starting Node costs less than it saves. Measured by bench/verify.mjs. */
export const mostCommits = 4_000;

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
