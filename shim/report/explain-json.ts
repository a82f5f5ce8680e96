/** Renders the dry run as one JSON object, for programs. Bytes that are not UTF-8 become U+FFFD. */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { notesOf, resolveWords, sayUnrun, shownEnvironment, shownStrategy } from "./explain-text.ts";
import type { Explained, Report } from "./report.ts";

export function renderJson(report: Report, explained: Explained): string {
  const { decision } = report;
  const { argv, realProgram } = explained;
  const { given, times } = explained;
  const object = {
    ...(given === null ? {} : given),
    command: argv,
    aliases: explained.aliases,
    ...shownStrategy(report),
    mode: report.mode,
    realProgram,
    plan: report.source,
    hooks: report.trace,
    message: report.message,
    commits: report.commits,
    metadata: explained.metadata,
    argv: decision.action === "exec" ? resolveWords(explained.expanded, decision.argv) : null,
    environment: decision.action === "exec" ? shownEnvironment(decision.env ?? {}) : {},
    messageOnStdin: decision.action === "exec" && decision.stdin !== null,
    exit: decision.action === "exit" ? decision.status : null,
    unknown: explained.unrun === 0 ? null : sayUnrun(explained.unrun),
    notes: notesOf(report),
    warnings: report.warnings,
    problems: report.problems,
    ...(times === null ? {} : { time: times }),
  };
  const text = JSON.stringify(
    object,
    (_, value) => (typeof value === "string" ? decodeUtf8(value) : value),
    2,
  );
  // DEL and C1 are legal in JSON, but would control a terminal.
  return encodeUtf8(text.replace(/[\x7f-\x9f]/g, (unit) => "\\u00" + unit.charCodeAt(0).toString(16))) + "\n";
}
