/**
 * The lines a person sees beside git's own output.
 */
import type { Problem } from "../engine/core/problem.ts";
import type { Report } from "./report.ts";
import { renderBreakGlass } from "./sealed/break-glass.ts";

/** Bytes for stderr: refusals and errors always, what was changed unless `quiet`. */
export function renderNotices(report: Report, quiet: boolean, debug: boolean): string {
  // Joined at the end: the script engine copies a text, and hashes it, whenever something is added to it.
  const lines: string[] = [];
  if (debug && report.reason !== "" && report.problems.length === 0) {
    const verb = report.strategy === "pass" ? "passed through" : "intercepted";
    lines.push("interlock: " + verb + ": " + report.reason + "\n");
  }
  if (report.breakGlass !== null) lines.push("interlock: " + renderBreakGlass(report.breakGlass) + "\n");
  if (!quiet) {
    for (const note of report.notes) lines.push("interlock: " + note + "\n");
    const would = report.mode === "report" ? "(report only) would have " : "";
    // A refused command has changed nothing.
    for (const entry of report.problems.length > 0 ? [] : report.trace) {
      if (entry.state !== "applied") continue;
      lines.push("interlock: ", would, entry.detail, " (", entry.id, ")\n");
    }
    for (const warning of report.warnings) lines.push(renderProblem("warning", warning));
  }
  for (const problem of report.problems) lines.push(renderProblem("error", problem));
  return lines.join("");
}

export function renderProblem(severity: "error" | "warning", problem: Problem): string {
  const place = problem.source === "" ? "" : " (" + problem.source + ")";
  // What drives a push by program shows people only the lines that begin so.
  const isRefusedPush = severity === "error" && /^push-|^sends-/.test(problem.code);
  const begin = isRefusedPush ? "error: interlock: " : "interlock: " + severity + ": ";
  const hints = "hint: " + problem.hint.replace(/\n/g, "\nhint: ");
  return begin + problem.message + place + "\n" + hints + "\n";
}
