/** What the parts of a decision about gh share. */
import type { LineEdit } from "../../gh/edit-line.ts";
import type { EnvChanges, Host } from "../../host.ts";

/** What becomes of a line, as far as rules have a say in it. */
export interface GhChanges {
  /** Why it is done this way, in a few words. */
  reason: string;
  edits: LineEdit[];
  /** What gh reads instead of the caller's standard input; null: that itself. */
  stdin: string | null;
  env: EnvChanges;
  /** What is sent and no rule sees, a reason each. */
  unread: string[];
  /** Gh will refuse the line itself: it goes to gh as it came. */
  isLeft: boolean;
}

export function noChanges(reason: string): GhChanges {
  return { reason, edits: [], stdin: null, env: {}, unread: [], isLeft: false };
}

/** Gh says what is wrong with it. `stdin`: what was read of it already. */
export function leftToGh(reason: string, stdin: string | null = null): GhChanges {
  return { ...noChanges(reason), stdin, isLeft: true };
}

/** Will gh ask questions? GH_FORCE_TTY makes it take its output for a terminal. */
export function canPrompt(host: Host): boolean {
  return host.isTerminal(0) && (host.isTerminal(1) || !!host.env("GH_FORCE_TTY"));
}
