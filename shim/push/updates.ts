/** Which refs of an update hold notes, which count as advertised, and how many are read. */
import type { Update } from "./announced-push.ts";

/** git itself allows more, but nobody pushes that many. */
export const mostRefs = 100000;
/** In bytes: the longest path that a file system accepts. */
export const longestName = 4096;

/** git writes the messages of notes itself, and pushes them only there. */
export function isForNotes({ remoteRef }: Pick<Update, "remoteRef">): boolean {
  return remoteRef.startsWith("refs/notes/");
}

/**
 * May the ref hold notes? Then it does not count as published. This includes namespaces (gitnamespaces(7)),
 * because a push to one sees the ref without its prefix.
 */
export function mayHoldNotes(ref: string): boolean {
  return /^(?:refs\/namespaces\/[^]*\/)?refs\/notes\//.test(ref);
}

/**
 * Does git count what is advertised by this name? It ignores others, and so must we: git would pack their commits. git
 * checks the name behind `refs/` (check_ref in connect.c), where gits before 2.41 want two parts. Newer ones also count
 * `refs/stash`; not to count it only means to judge more.
 */
export function isAdvertisedRef(name: string): boolean {
  return /^refs\/[^/]+\/./.test(name) && isRefName(name);
}

/** As check_refname_format in git's refs.c. */
function isRefName(name: string): boolean {
  return !/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$|(?:^|\/)\.|\.lock(?:\/|$)/.test(name);
}
