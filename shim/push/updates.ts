/**
 * What git tells a pre-push hook: a line for each ref that is about to change (githooks(5)).
 */
export interface Update {
  /** The local ref as git names it. */
  name: string;
  /** The object that would leave. */
  id: string;
  /** Where to. */
  remoteRef: string;
  /** What the remote has there; empty if nothing. */
  remoteId: string;
}

/** git itself allows more; nobody pushes so many. */
export const mostRefs = 100000;
/** In bytes. The longest name that a file system takes. */
export const longestName = 4096;

/** git writes the messages of notes itself, and pushes them nowhere else. */
export function isForNotes({ remoteRef }: Pick<Update, "remoteRef">): boolean {
  return remoteRef.startsWith("refs/notes/");
}

/**
 * May notes be what stands there? Then it does not count as published. In a namespace too (gitnamespaces(7)): who pushes
 * there sees it without what stands before.
 */
export function mayHoldNotes(ref: string): boolean {
  return /^(?:refs\/namespaces\/[^]*\/)?refs\/notes\//.test(ref);
}

/** check_refname_format in git's refs.c. git leaves out what a remote calls otherwise, and so do we: it would pack it. */
export function isRefName(name: string): boolean {
  return !/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$|(?:^|\/)\.|\.lock(?:\/|$)/.test(name);
}
