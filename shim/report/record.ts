/** Records decisions where `audit:` of the configuration says. A record that fails stops nothing, unless it must be there. */
import { describeErrno } from "../../engine/core/errno.ts";
import type { AuditSinks } from "../../engine/core/plan.ts";
import { renderCode, type Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import { isOn } from "../plan/own-variables.ts";
import { writeOnce } from "../plan/write-once.ts";
import { notRecorded } from "../seal/break-glass.ts";
import { renderEvent, type About } from "./record-event.ts";
import { refuseWith, type Report } from "./report.ts";

interface Failure {
  place: string;
  errno: number;
}

/** The report, refused if it has to be recorded and cannot be. `about`: null for what sends and changes nothing. */
export function recordDecision(host: Host, report: Report, about: About | null): Report {
  const { audit, breakGlass, problems } = report;
  if (audit === null || about === null) return report;
  const isRequired = audit.required === true || breakGlass !== null;
  const isDecided = isDecision(report, about);
  // What git's hooks decide is recorded there. By then it is too late to refuse the whole command.
  const isAhead = report.strategy === "inject" || report.strategy === "gate";
  if (!isDecided && !(isRequired && isAhead)) return report;
  const mayRefuse = isRequired && problems.length === 0;
  const failure = isDecided ? writeEvent(host, report, about, audit, mayRefuse) : probe(host, audit);
  if (failure === null) return report;
  if (mayRefuse) return refuseWith(report, [unrecorded(report, failure)]);
  if (!report.isPlumbing && !isOn(host, "INTERLOCK_QUIET")) warnOnce(host, failure);
  return report;
}

function isDecision({ problems, trace, reason }: Report, { hook, isDraft, push }: About): boolean {
  if (problems.length > 0) return true;
  return !isDraft && (trace.length > 0 || push !== undefined || (hook !== undefined && reason !== ""));
}

/** Null if all sinks have it. The file comes last: it must not tell of a command that the socket's failure refuses. */
function writeEvent(
  host: Host,
  report: Report,
  about: About,
  { file, socket }: AuditSinks,
  mayRefuse: boolean,
): Failure | null {
  const line = renderEvent(host, report, about);
  const ofSocket = socket === undefined ? 0 : host.sendRecord(socket, line);
  if (ofSocket !== 0 && mayRefuse) return { place: socket as string, errno: ofSocket };
  const ofFile = file === undefined ? 0 : host.appendRecord(file, line);
  if (ofSocket !== 0) return { place: socket as string, errno: ofSocket };
  return ofFile === 0 ? null : { place: file as string, errno: ofFile };
}

/** Why nothing could be recorded, as far as that shows without writing. */
function probe(host: Host, { file, socket }: AuditSinks): Failure | null {
  const ofFile = file === undefined ? 0 : host.appendRecord(file, []);
  if (ofFile !== 0) return { place: file as string, errno: ofFile };
  const ofSocket = socket === undefined ? 0 : host.sendRecord(socket, []);
  return ofSocket === 0 ? null : { place: socket as string, errno: ofSocket };
}

function unrecorded({ breakGlass }: Report, { place, errno }: Failure): Problem {
  if (breakGlass !== null) return notRecorded(place, errno);
  return {
    code: "audit-unwritable",
    message: "'audit.required' is set, and the record cannot be written: " + describeErrno(errno),
    hint: "make it writable, with room on its disk; 'interlock doctor' says more",
    source: place,
  };
}

/** Once an hour for each cause: a rebase would repeat it for every commit. */
function warnOnce(host: Host, { place, errno }: Failure): void {
  const text =
    "interlock: warning: this is not recorded: " +
    describeErrno(errno) +
    " (" +
    place +
    ") " +
    renderCode("audit-unwritable") +
    "\nhint: the command goes on without it; 'interlock doctor' says more\n";
  const hour = host.now().slice(0, 13);
  writeOnce(host, "unrecorded-" + host.checksum(place + "\0" + errno), hour, text);
}
