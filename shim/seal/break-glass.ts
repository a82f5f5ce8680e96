/**
 * For an emergency: a file of root's that switches the rules of a sealed install off until a time. Every command that
 * makes use of it is written down.
 */
import { asciiJson, decodeUtf8 } from "../../engine/core/bytes.ts";
import { isAbsent, type Host } from "../host.ts";
import { breakGlassFile } from "../plan/layers.ts";
import { stopFor, type BrokenGlass, type Report } from "../report/report.ts";
import { whySealBroken } from "./seal-problems.ts";

const firstLine =
  /^until (\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ)[ \t]*$/;

/** Null if the text is not of that form: when it ends, then why. */
export function parseBreakGlass(text: string): Pick<BrokenGlass, "until" | "reason"> | null {
  const lines = text.split(/\r?\n/);
  const first = firstLine.exec(lines[0] as string);
  const reason = lines.slice(1).join(" ").replace(/\s+/g, " ").trim();
  return first === null || reason === "" ? null : { until: first[1] as string, reason };
}

/** Says in the report that the rules are off, or why they are not although the file is there. */
export function readBreakGlass(host: Host, record: string | null, report: Report): void {
  const text = host.readFile(breakGlassFile);
  if (isAbsent(text)) return;
  const broken = whySealBroken(host, breakGlassFile);
  if (broken !== null) {
    stopFor(report, [broken]);
    return;
  }
  if (typeof text === "number") {
    note(report, "it cannot be read (errno " + text + ")");
    return;
  }
  const glass = parseBreakGlass(text);
  if (glass === null) {
    note(report, "it has no line 'until <YYYY-MM-DDTHH:MM:SSZ>' with a reason below");
    return;
  }
  if (glass.until <= host.now()) return;
  const why = record === null ? "the install config names no 'audit.file'" : whyUnwritable(host, record);
  if (why !== "") note(report, why);
  else report.breakGlass = { ...glass, record: record as string };
}

/** Whoever commits writes to it; the folders above it are root's, so that it stays where it is. */
function whyUnwritable(host: Host, record: string): string {
  const unguarded = host.whyUnguarded(record.slice(0, record.lastIndexOf("/")) || "/");
  if (unguarded !== "") return unguarded;
  const failure = host.appendFile(record, "");
  return failure === 0 ? "" : "'" + record + "' cannot be written to (errno " + failure + ")";
}

function note(report: Report, why: string): void {
  report.notes.push("'" + breakGlassFile + "' does not count: " + why);
}

/** What is said of it to whoever runs the command. */
export function renderBreakGlass({ until, reason }: BrokenGlass): string {
  return "break-glass until " + until + ": " + reason + "; rules are not enforced";
}

/** To be done before the command runs: what is not written down does not happen. */
export function recordBreakGlass(host: Host, report: Report): void {
  const glass = report.breakGlass;
  if (glass === null || report.problems.length > 0) return;
  const failure = host.appendFile(glass.record, renderRecord(host, report, glass));
  if (failure === 0) return;
  stopFor(report, [
    {
      code: "audit-unwritable",
      message:
        "what is done while rules are not enforced must be written down, and cannot be (errno " +
        failure +
        ")",
      hint: "make room on the disk, or remove '" + breakGlassFile + "'",
      source: glass.record,
    },
  ]);
}

/** One line of JSON in ASCII. */
function renderRecord(host: Host, report: Report, { until, reason }: BrokenGlass): string {
  const applied = report.trace.filter(({ state }) => state === "applied");
  const record = {
    time: host.now(),
    uid: host.userId(),
    cwd: decodeUtf8(host.cwd()),
    argv: host.argv.map(decodeUtf8),
    until,
    reason: decodeUtf8(reason),
    changes: applied.map(({ id, detail }) => ({ id, detail: decodeUtf8(detail) })),
    problems: report.warnings.map(({ code, message }) => ({ code, message: decodeUtf8(message) })),
  };
  return asciiJson(record) + "\n";
}
