/**
 * A problem as a person reads it: place, what is wrong, the line with carets under it, what to do.
 */
import { decodeUtf8 } from "../../core/bytes.ts";
import { printable } from "../../core/printable.ts";
import type { ProblemCode } from "../../core/problem-codes.ts";
import { renderCode, type Frame, type Problem } from "../../core/problem.ts";

/** A problem in the form that programs and people get: in the core, texts are byte strings, and defaults are left out. */
export interface ShownProblem {
  severity: "error" | "warning" | "note";
  code: ProblemCode;
  /** Lower case, the subject in 'quotes', no full stop. */
  message: string;
  /** What to do; empty only for a note. */
  hint: string;
  /** `file:line:column`, `file:line` or `file` of the cause; empty if it is not in a file. */
  source: string;
  /** The line of the file that it points at; null if it points at none. */
  frame: Frame | null;
}

/** `severity`: in place of the problem's own. */
export function shownProblem(
  problem: Problem,
  severity: ShownProblem["severity"] = problem.severity ?? "error",
): ShownProblem {
  const { code, message, hint, source, frame = null } = problem;
  return {
    severity,
    code,
    message: decodeUtf8(message),
    hint: decodeUtf8(hint),
    source: decodeUtf8(source),
    frame,
  };
}

export function renderFileProblems(problems: readonly Problem[]): string {
  return problems.map((problem) => renderShown(shownProblem(problem))).join("");
}

export function renderShown({ severity, code, message, hint, source, frame }: ShownProblem): string {
  const lines = [`${source || "interlock"}: ${severity}: ${message} ${renderCode(code)}`];
  if (frame !== null) lines.push(...renderFrame(frame));
  if (hint !== "") lines.push(`hint: ${hint}`);
  return lines.map((line) => printableLine(line) + "\n").join("");
}

/** How much of a long line is shown, and how much of that before the place. */
const widest = 120;
const shownBefore = 60;

function renderFrame(frame: Frame): string[] {
  const skipped = frame.text.length > widest ? Math.max(0, frame.column - 1 - shownBefore) : 0;
  const text = frame.text.slice(skipped, skipped + widest);
  const indent = frame.column - 1 - skipped;
  const carets = Math.max(1, Math.min(frame.width, text.length - indent));
  const number = String(frame.line);
  return [
    `  ${number} | ${text}`.trimEnd(),
    `  ${" ".repeat(number.length)} | ${" ".repeat(indent)}${"^".repeat(carets)}`,
  ];
}

/** A tab becomes one column, as the carets count it. */
function printableLine(line: string): string {
  return printable(line.replace(/\t/g, " "));
}
