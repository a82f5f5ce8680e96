/**
 * What went wrong, as data. The core never throws for a user's fault; only the outermost shell
 * prints and exits. Every code is explained in docs/errors.md.
 */
export interface Problem {
  code: ProblemCode;
  /** Lower case, the subject in 'quotes', no full stop. */
  message: string;
  /** What to do, with the command that does it; empty if the message says it. */
  hint: string;
  /** `file:line` of the cause, or an empty string. */
  source: string;
  /** The rule that it is about, and its plugin; left out if it is about no rule. */
  id?: string;
  plugin?: string;
}

export const problemCodes = [
  "value-missing",
  "value-unsafe",
  "rule-broken",
  "empty-message",
  "program-refused",
  "program-failed",
  "program-warned",
  "plan-damaged",
  "plan-unreadable",
  "compile-failed",
  "env-file-unreadable",
  "no-place-for-hooks",
  "git-unanswered",
  "hook-without-context",
  "message-unreadable",
  "message-unwritable",
  "seal-broken",
  "not-baked",
  "not-sealed",
  "can-undo-seal",
  "audit-unwritable",
  "push-refused",
  "push-unjudged",
  "push-unproved",
  "push-signed",
  "push-webdav",
  "sends-past-gate",
  "gh-unreadable",
  "gh-not-text",
  "gh-too-long",
  "unknown-variable",
  "mistyped-config",
] as const;

export type ProblemCode = (typeof problemCodes)[number];

const refusals: readonly ProblemCode[] = [
  "rule-broken",
  "empty-message",
  "program-refused",
  "push-refused",
  "push-unjudged",
  "push-unproved",
  "push-signed",
  "push-webdav",
  "sends-past-gate",
  "gh-unreadable",
  "gh-not-text",
  "gh-too-long",
];

/** A code as it is printed behind a message, for 'interlock explain-error'. */
export function renderCode(code: string): string {
  return "[E-" + code + "]";
}

/** A rule that blocks the command (exit 1); everything else is a broken set-up (exit 128). */
export function isRefusal(problem: Problem): boolean {
  return refusals.indexOf(problem.code) >= 0;
}

/** The message without the rule's id at its beginning, for output that shows the id beside it. */
export function withoutName(message: string, id: string): string {
  const name = "'" + id + "'";
  return message.startsWith(name) ? message.slice(name.length).replace(/^:? /, "") : message;
}
