/**
 * A decision as a line for the record, with the field names of OpenTelemetry's log data model. docs/record.md lists the
 * attributes. The host cuts long texts and lists: a line has a
 * bounded length.
 */
import { isRefusal, withoutName, type Problem } from "../../engine/core/problem.ts";
import { version } from "../../engine/core/version.ts";
import { shownAddress } from "../git/remotes.ts";
import type { Host, Piece } from "../host.ts";
import type { Report, ReportEntry } from "./report.ts";

/** What a decision is about. */
export interface About {
  /** As in `git commit`. */
  command: string;
  /** The repository's git folder, or where the command runs. */
  place(): string;
  /** The hook that we run as; left out for the command itself. */
  hook?: string;
  /** It is about a draft: the decision on the message follows. */
  isDraft?: boolean;
  push?: { remote: string; updates: readonly { id: string; remoteRef: string }[] };
}

export type RecordedOutcome = "refused" | "reported" | "changed" | "accepted" | "left alone" | "unchanged";

/**
 * A line, with its end. No closures and no `map` for what every commit has: the record may cost it a twentieth of a
 * millisecond, and with them the script engine takes twice as long.
 */
export function renderEvent(host: Host, report: Report, about: About): Piece[] {
  const { message, problems, breakGlass, decision, reason, trace } = report;
  const { command, push } = about;
  const rules = sortRules(trace);
  const outcome = outcomeOf(report, about, rules.applied.length > 0);
  const title = message === null ? "" : titleOf(message.after);
  const refused = faultsOf(report, problems);
  const warned = faultsOf(report, report.warnings);
  const before = message === null ? undefined : host.sha256(message.before);
  const after = message === null || message.before === message.after ? before : host.sha256(message.after);
  const pieces: Piece[] = [
    '{"Timestamp":',
    host.now(true),
    severityFields[severityOf(report)],
    bodyOf(command, outcome, title, refused.reasons),
    afterBody,
    command,
    ',"interlock.repository":',
    withoutGitFolder(about.place()),
    ',"interlock.strategy":',
    report.strategy,
    ',"interlock.reason":',
    reason === "" ? undefined : reason,
    ',"interlock.hook":',
    about.hook,
    ',"interlock.outcome":',
    outcome,
    ',"interlock.exit_code":',
    problems.length > 0 && decision.action === "exit" ? decision.status : undefined,
    ',"interlock.mode":',
    report.mode,
    ',"interlock.duration_ms":',
    host.elapsed(),
    ',"interlock.message.title":',
    message === null ? undefined : title,
    ',"interlock.message.before.sha256":',
    before,
    ',"interlock.message.after.sha256":',
    after,
    ',"interlock.applied.rules":',
    rules.applied,
    ',"interlock.applied.changes":',
    rules.changes,
    ',"interlock.unchanged.rules":',
    rules.unchanged,
    ',"interlock.skipped.rules":',
    rules.skipped,
    ',"interlock.skipped.reasons":',
    rules.reasons,
    ',"interlock.refused.rules":',
    refused.rules,
    ',"interlock.refused.reasons":',
    refused.reasons,
    ',"interlock.warned.rules":',
    warned.rules,
    ',"interlock.warned.reasons":',
    warned.reasons,
    ',"process.user.id":',
    host.userId(),
  ];
  if (push !== undefined) addPush(pieces, push);
  // While the rules are off, what the caller typed is all there is.
  if (breakGlass !== null)
    pieces.push(
      ',"interlock.break_glass.until":',
      breakGlass.until,
      ',"interlock.break_glass.reason":',
      breakGlass.reason,
      ',"process.command_args":',
      host.argv,
      ',"process.working_directory":',
      host.cwd(),
    );
  pieces.push("}}\n");
  return pieces;
}

function addPush(pieces: Piece[], { remote, updates }: NonNullable<About["push"]>): void {
  pieces.push(
    ',"interlock.push.remote":',
    shownAddress(remote),
    ',"interlock.push.refs":',
    updates.map(({ remoteRef }) => remoteRef),
    ',"interlock.push.ids":',
    updates.map(({ id }) => id),
  );
}

const afterBody =
  ',"Resource":{"service.name":"interlock","service.version":"' +
  version +
  '"},"Attributes":{"interlock.command":';

const severityFields = {
  INFO: severityField("INFO", 9),
  WARN: severityField("WARN", 13),
  ERROR: severityField("ERROR", 17),
};

function severityField(name: string, number: number): string {
  return (
    ',"SeverityText":"' + name + '","SeverityNumber":' + number + ',"EventName":"interlock.decision","Body":'
  );
}

function severityOf({ problems, warnings, breakGlass }: Report): keyof typeof severityFields {
  if (problems.length > 0) return problems.every(isRefusal) ? "WARN" : "ERROR";
  return warnings.length > 0 || breakGlass !== null ? "WARN" : "INFO";
}

function outcomeOf(
  { problems, mode, trace, reason, warnings }: Report,
  about: About,
  isChanged: boolean,
): RecordedOutcome {
  if (problems.length > 0) return "refused";
  if (mode === "report" && (isChanged || warnings.length > 0)) return "reported";
  if (about.push !== undefined) return "accepted";
  if (isChanged) return "changed";
  return trace.length === 0 && reason !== "" ? "left alone" : "unchanged";
}

/** A sentence for people. */
function bodyOf(
  command: string,
  outcome: RecordedOutcome,
  title: string,
  reasons: readonly string[],
): string {
  const what = command + ": " + outcome + (title === "" ? "" : " '" + title + "'");
  return reasons.length === 0 ? what : what + ": " + reasons.join("; ");
}

interface SortedRules {
  applied: string[];
  changes: string[];
  unchanged: string[];
  skipped: string[];
  reasons: string[];
}

function sortRules(trace: readonly ReportEntry[]): SortedRules {
  const sorted: SortedRules = { applied: [], changes: [], unchanged: [], skipped: [], reasons: [] };
  for (const { id, state, detail } of trace) {
    if (state === "applied") {
      sorted.applied.push(id);
      sorted.changes.push(detail);
    } else if (state === "unchanged") {
      sorted.unchanged.push(id);
    } else if (state === "skipped" || state === "disabled") {
      sorted.skipped.push(id);
      sorted.reasons.push(detail);
    }
  }
  return sorted;
}

interface Faults {
  rules: string[];
  reasons: string[];
}

const noFaults: Faults = { rules: [], reasons: [] };

/** A push names the rules that its commits break, any other command those of its problems. */
function faultsOf({ commits }: Report, problems: readonly Problem[]): Faults {
  if (problems.length === 0) return noFaults;
  const faults: Faults = { rules: [], reasons: [] };
  for (const { id = "", code, message } of problems) {
    if (code === "push-refused" && commits.length > 0) addCommits(faults, commits);
    else {
      faults.rules.push(id || code);
      faults.reasons.push(withoutName(message, id));
    }
  }
  return faults;
}

function addCommits({ rules, reasons }: Faults, commits: Report["commits"]): void {
  for (const { id: commit, title, faults } of commits)
    for (const { id, message } of faults) {
      rules.push(id || "push-refused");
      reasons.push(commit.slice(0, 12) + " " + title + ": " + withoutName(message, id));
    }
}

/** The first line that is neither empty nor a comment of git's. */
function titleOf(text: string): string {
  const end = text.indexOf("\n");
  const first = end < 0 ? text : text.slice(0, end);
  if (first !== "" && first.charAt(0) !== "#") return first;
  const title = /^(?!#).*\S.*$/m.exec(text);
  return title === null ? "" : title[0];
}

function withoutGitFolder(path: string): string {
  return path.endsWith("/.git") ? path.slice(0, -5) || "/" : path;
}
