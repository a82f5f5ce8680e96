/**
 * What is wrong, as data: with a file, a call, a message or the set-up. The core never throws for a user's fault; only the
 * outermost shell prints and exits. Every code is explained in docs/errors.md.
 */
import { problemKinds, type ProblemCode } from "./problem-codes.ts";

export interface Problem {
  /** Left out: an error. `warning`: it passes, and deserves a look. `note`: for information. */
  severity?: "warning" | "note";
  code: ProblemCode;
  /** Lower case, the subject in 'quotes', no full stop. */
  message: string;
  /** What to do, with the command that does it; empty if the message says it. */
  hint: string;
  /** `file:line:column`, `file:line` or `file` of the cause, or an empty string. */
  source: string;
  /** The line of the file that it points at; left out if it points at none. */
  frame?: Frame;
  /** The rule that it is about, and its plugin; left out if it is about no rule. */
  id?: string;
  plugin?: string;
}

/** The place in a source line that a problem points at. Lines and columns count from 1, columns in characters. */
export interface Frame {
  line: number;
  column: number;
  width: number;
  /** The whole source line, as text. */
  text: string;
}

/** A code as it is printed behind a message, for 'interlock explain-error'. */
export function renderCode(code: string): string {
  return "[E-" + code + "]";
}

/** A rule that blocks the command (exit 1); everything else is a broken set-up (exit 128). */
export function isRefusal(problem: Pick<Problem, "code">): boolean {
  return problemKinds[problem.code] === "refusal";
}

/** The message without the rule's id at its beginning, for output that shows the id beside it. */
export function withoutName(message: string, id: string): string {
  const name = "'" + id + "'";
  return message.startsWith(name) ? message.slice(name.length).replace(/^:? /, "") : message;
}

export function isError({ severity }: Pick<Problem, "severity">): boolean {
  return severity === undefined;
}

/** The file of a problem's source; a byte string. */
export function fileOf({ source }: Pick<Problem, "source">): string {
  return source.replace(/(?::\d+){1,2}$/, "");
}
