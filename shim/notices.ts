/**
 * The lines a person sees beside git's own output.
 */
import type { Problem } from "../engine/core/problem.ts";
import type { Report } from "./report.ts";

/** Bytes for stderr: refusals and errors always, what was changed unless `quiet`. */
export function renderNotices(report: Report, quiet: boolean, debug: boolean): string {
  let text = "";
  if (debug && report.strategy === "pass" && report.problems.length === 0) {
    text += "interlock: passed through: " + report.reason + "\n";
  }
  if (!quiet) {
    // A refused command has changed nothing.
    for (const entry of report.problems.length > 0 ? [] : report.trace) {
      if (entry.state !== "applied") continue;
      const detail = report.mode === "report" ? "(report only) would have " + entry.detail : entry.detail;
      text += "interlock: " + detail + " (" + entry.id + ")\n";
    }
    for (const warning of report.warnings) text += renderProblem("warning", warning);
  }
  for (const problem of report.problems) text += renderProblem("error", problem);
  return printable(text);
}

export function renderProblem(severity: "error" | "warning", problem: Problem): string {
  const place = problem.source === "" ? "" : " (" + problem.source + ")";
  return "interlock: " + severity + ": " + problem.message + place + "\nhint: " + problem.hint + "\n";
}

/** Nothing from outside may steer a terminal: no C0 and, as UTF-8, no C1 control characters. */
export function printable(bytes: string): string {
  return bytes.replace(/[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]/g, "?");
}
