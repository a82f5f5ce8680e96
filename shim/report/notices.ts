/**
 * The lines a person sees beside git's own output.
 */
import type { Problem } from "../../engine/core/problem.ts";
import type { Report } from "./report.ts";
import { renderBreakGlass } from "../seal/break-glass.ts";

/** What is said beside refusals and errors. */
interface Wanted {
  debug: boolean;
  warnings: boolean;
  notes: boolean;
  changes: boolean;
  /** How the place of a problem is named. */
  place(problem: Problem): string;
}

/** Bytes for stderr. */
export function renderNotices(report: Report, wanted: Wanted): string {
  // Joined at the end: the script engine copies a text, and hashes it, whenever something is added to it.
  const lines: string[] = [];
  if (wanted.debug && report.reason !== "" && report.problems.length === 0) {
    const verb = report.strategy === "pass" ? "passed through" : "intercepted";
    lines.push("interlock: " + verb + ": " + report.reason + "\n");
  }
  if (report.breakGlass !== null && !report.isPlumbing)
    lines.push("interlock: " + renderBreakGlass(report.breakGlass) + "\n");
  if (wanted.notes) for (const note of report.notes) lines.push("interlock: " + note + "\n");
  // A refused command has changed nothing.
  if (wanted.changes && report.problems.length === 0) {
    for (const { state, detail, changes, id } of report.trace) {
      if (state !== "applied") continue;
      const words =
        report.mode === "report" ? "(report only) would have " + detail : inPresent(changes || []);
      lines.push("interlock: ", words, " (", id, ")\n");
    }
  }
  if (wanted.warnings) lines.push(renderProblems("warning", report.warnings, wanted.place));
  lines.push(renderProblems("error", report.problems, wanted.place));
  return lines.join("");
}

/** git may still make no commit: there may be nothing to commit, or a hook may fail. */
function inPresent(changes: readonly string[]): string {
  return changes.map((change) => change.replace(/^(add|remov)ed/, "$1ing")).join(", ");
}

/** Problems in a row with the same way out share one hint. */
export function renderProblems(
  severity: "error" | "warning",
  problems: readonly Problem[],
  placeOf: (problem: Problem) => string = ({ source }) => source,
): string {
  const lines: string[] = [];
  problems.forEach((problem, i) => {
    const place = placeOf(problem);
    const next = problems[i + 1];
    // What drives a push by program shows people only the lines that begin so.
    const isRefusedPush = severity === "error" && /^push-|^sends-/.test(problem.code);
    const begin = isRefusedPush ? "error: interlock: " : "interlock: " + severity + ": ";
    lines.push(begin + problem.message + (place === "" ? "" : " (" + place + ")") + "\n");
    if (next === undefined || next.hint !== problem.hint)
      lines.push("hint: " + problem.hint.replace(/\n/g, "\nhint: ") + "\n");
  });
  return lines.join("");
}
