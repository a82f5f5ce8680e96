/**
 * Whose commits are judged: `scope: own` excludes those of other people, `push.trustAuthors` those of trusted authors.
 */
import { matchesGlob } from "../core/glob.ts";
import { readIdent } from "../core/ident.ts";
import type { Plan } from "../core/plan.ts";

/** Why a commit is not judged, or null. `self`: the user who runs git, as `Name <mail>`. */
export function whyLeftAlone(
  plan: Pick<Plan, "scope" | "trustAuthors">,
  author: string,
  self: () => string,
): string | null {
  if (plan.trustAuthors && isTrusted(author, plan.trustAuthors))
    return "its author is in 'push.trustAuthors'";
  if (plan.scope === "own" && !isSamePerson(author, self()))
    return "it is somebody else's, and the scope is 'own'";
  return null;
}

/** People are compared by mail address. */
export function isSamePerson(a: string, b: string): boolean {
  return mailOf(a) === mailOf(b);
}

/** An entry is a glob for the mail address, or for `Name <mail>`. */
function isTrusted(author: string, trusted: readonly string[]): boolean {
  const ident = readIdent(author);
  if (ident === null || !ident.isClear) return false;
  const mail = ident.mail.toLowerCase();
  return trusted.some((glob) => matchesGlob(mail, glob) || matchesGlob(author, glob));
}

/** Empty if there is none. */
function mailOf(text: string): string {
  const ident = readIdent(text);
  return ident === null ? "" : ident.mail.toLowerCase();
}
