/**
 * A push before it happens, as data. `shim/push/judge-push.ts` says who fills this in. A server's hook knows the first part; who
 * sends knows more.
 */
import type { Seal } from "../seal/seal.ts";

/** One ref that the push would change. */
export interface Update {
  /** What the sender calls it: a ref, an id or an expression such as `HEAD~2`; empty if nobody says. */
  name: string;
  /** The object that the ref would point to; empty if it would be deleted. */
  id: string;
  /** The receiver's name for the ref. */
  remoteRef: string;
  /** What the ref points to now; empty if it is new, or unknown. */
  remoteId: string;
}

export interface AnnouncedPush {
  updates: readonly Update[];
  consequence: Consequence;
}

/** What happens if something is wrong. `sent`: the config only warns. `dry run`: git sends nothing anyway. */
export type Consequence = "refused" | "sent" | "dry run";

/** The refs of a remote: ids by name. */
export interface Advertised {
  [ref: string]: string;
}

/** A push that leaves this repository. */
export interface OutgoingPush extends AnnouncedPush {
  /** The refs that the remote advertises, by which commits count as published; null if they could not be seen. */
  advertised: Advertised | null;
  /** Set if what git announces could not be parsed: then it is not known what would be sent, and `updates` is empty. */
  unreadable: Unreadable | null;
  /** Each update in the words that git has for a pre-push hook (githooks(5)), for programs and for the record. */
  lines: readonly string[];
  /** The address of the push. */
  url: string;
  /** The remote as the command names it; its address if that is unknown. */
  remote: string;
  gitDir: string;
  seal: Seal | null;
  /** A `git send-pack` that was not started by a push. */
  isSendPack: boolean;
}

/** `line`: git's own text. `refs` and `name`: how many refs, or how many bytes, which is more than we read. */
export type Unreadable =
  | { why: "line"; line: string }
  | { why: "refs"; count: number }
  | { why: "name"; length: number };
