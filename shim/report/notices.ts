/** Prints interlock's notices on standard error, beside git's own output. */
import { renderCode, type Problem } from "../../engine/core/problem.ts";
import type { Decision, Host } from "../host.ts";
import { printLeftOutOnce } from "../plan/left-out.ts";
import { isOn } from "../plan/own-variables.ts";
import { renderBreakGlass } from "../seal/break-glass.ts";
import { recordDecision } from "./record.ts";
import type { About } from "./record-event.ts";
import { exitFor, type Report } from "./report.ts";
import { sayProblems } from "./say-problems.ts";

/** Records the decision, prints the notices, and returns the decision. */
export function finish(host: Host, report: Report, about: About): Decision {
  // If no rule would have run, break-glass made no difference and is not recorded.
  const isUntouched = report.strategy === "pass" || report.strategy === "wrap";
  const recorded = recordDecision(host, isUntouched ? { ...report, breakGlass: null } : report, about);
  // Printed even under -q: a rule that the user relies on may be missing.
  if (report.leftOut !== null && !report.isPlumbing && !isOn(host, "INTERLOCK_QUIET"))
    printLeftOutOnce(host, report.leftOut);
  printNotices(host, recorded);
  return recorded.decision;
}

/** In a hook: the outer command has already printed what does not concern this commit. `about`: null to record nothing. */
export function finishInHook(host: Host, report: Report, about: About | null): Decision {
  const recorded = recordDecision(host, report, about);
  printNotices(host, { ...recorded, notes: [], breakGlass: null });
  return recorded.decision;
}

/** For what ends a hook before there is anything to report or record. */
export function endWith(host: Host, problem: Problem): Decision {
  sayProblems(host, renderProblems("error", [problem]));
  return exitFor([problem]);
}

function printNotices(host: Host, report: Report): void {
  const { quiet } = report;
  const isMute = report.isPlumbing || isOn(host, "INTERLOCK_QUIET");
  const notices = renderNotices(report, {
    debug: isOn(host, "INTERLOCK_DEBUG"),
    warnings: !isMute,
    notes: !isMute && !quiet,
    changes: !isMute && saysChanges(host, report),
    place: (problem) => shownPlace(host, problem),
  });
  sayProblems(host, notices);
}

/**
 * Some programs take any byte on standard error as a failure, so by
 * default changes are reported only on a terminal.
 */
function saysChanges(host: Host, { mode, notices, quiet }: Report): boolean {
  // In report mode a notice is the rule's only effect.
  if (mode === "report") return true;
  if (quiet || notices === "never") return false;
  return notices === "always" || host.isTerminal(2);
}

/**
 * The place that a refusal names. A user who could write to a rule's file is not shown its path: the refusal
 * should say how to follow the rule, not how to remove it. `explain` and `hooks` show every place.
 */
export function shownPlace(host: Host, { source, plugin }: Pick<Problem, "source" | "plugin">): string {
  if (plugin === undefined || source === "") return source;
  const file = source.slice(0, source.lastIndexOf(":"));
  const isOutOfReach = host.userId() !== 0 && host.whyUnguarded(file) === "";
  return isOutOfReach ? source : "plugin '" + plugin + "'";
}

/** What to print beside refusals and errors. */
interface Shown {
  debug: boolean;
  warnings: boolean;
  notes: boolean;
  changes: boolean;
  /** How to name the place of a problem. */
  place(problem: Problem): string;
}

/** Returns bytes for stderr. */
function renderNotices(report: Report, shown: Shown): string {
  // Joined at the end: the script engine copies and hashes a string each time something is appended.
  const lines: string[] = [];
  if (shown.debug && report.reason !== "" && report.problems.length === 0) {
    const verb = report.strategy === "pass" ? "passed through" : "intercepted";
    lines.push("interlock: " + verb + ": " + report.reason + "\n");
  }
  if (report.breakGlass !== null && !report.isPlumbing)
    lines.push("interlock: " + renderBreakGlass(report.breakGlass) + "\n");
  if (shown.notes) for (const note of report.notes) lines.push("interlock: " + note + "\n");
  // A refused command has changed nothing.
  if (shown.changes && report.problems.length === 0) {
    for (const { state, detail, changes, id } of report.trace) {
      if (state !== "applied") continue;
      const words =
        report.mode === "report" ? "(report only) would have " + detail : inPresent(changes || []);
      lines.push("interlock: ", words, " (", id, ")\n");
    }
  }
  if (shown.warnings && report.warnings.length > 0)
    lines.push(renderProblems("warning", report.warnings, shown.place));
  if (report.problems.length > 0) lines.push(renderProblems("error", report.problems, shown.place));
  return lines.join("");
}

/** Present tense, because git may still make no commit: nothing to commit, or a failing hook. */
function inPresent(changes: readonly string[]): string {
  return changes.map((change) => change.replace(/^(add|remov|chang)ed/, "$1ing")).join(", ");
}

/** A program's reason is printed as it gives it; the rule stands behind it. */
function refusedBy({ code, id, message }: Problem): string {
  const name = "'" + id + "'";
  return code === "program-refused" && !message.startsWith(name) ? name : "";
}

/** Consecutive problems with the same hint share one. */
export function renderProblems(
  severity: "error" | "warning",
  problems: readonly Problem[],
  placeOf: (problem: Problem) => string = ({ source }) => source,
): string {
  const lines: string[] = [];
  problems.forEach((problem, i) => {
    const place = [refusedBy(problem), placeOf(problem)].filter((part) => part !== "").join(", ");
    const next = problems[i + 1];
    // Programs that drive a push show people only the lines that start with `error:`.
    const isRefusedPush = severity === "error" && /^push-|^sends-/.test(problem.code);
    const begin = isRefusedPush ? "error: interlock: " : "interlock: " + severity + ": ";
    lines.push(
      begin +
        problem.message +
        (place === "" ? "" : " (" + place + ")") +
        " " +
        renderCode(problem.code) +
        "\n",
    );
    if (problem.hint !== "" && (next === undefined || next.hint !== problem.hint))
      lines.push("hint: " + problem.hint.replace(/\n/g, "\nhint: ") + "\n");
  });
  return lines.join("");
}
