/**
 * For emergencies: a file owned by root that disables the rules of a sealed install until a given time. Every
 * command that makes use of it is recorded.
 */
import { describeErrno } from "../../engine/core/errno.ts";
import { isAbsent, type Host } from "../host.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { whySealBroken } from "./seal.ts";

export const breakGlassFile = "/etc/interlock/break-glass";

export interface BrokenGlass {
  until: string;
  reason: string;
}

const firstLine =
  /^until (\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ)[ \t]*$/;

/** The end time, then the reason; null if the text does not have that form. */
export function parseBreakGlass(text: string): BrokenGlass | null {
  const lines = text.split(/\r?\n/);
  const first = firstLine.exec(lines[0] as string);
  // Not `\s`: the text is bytes, and 0xa0 is a part of many characters of UTF-8.
  const reason = lines
    .slice(1)
    .join(" ")
    .replace(/[\t-\r ]+/g, " ")
    .replace(/^ | $/g, "");
  return first === null || reason === "" ? null : { until: first[1] as string, reason };
}

export interface FoundGlass {
  /** Null if the rules are enforced. */
  broken: BrokenGlass | null;
  /** The file exists, but somebody other than root could have written it. */
  problem: Problem | null;
  /** Why the file exists but is ignored; or empty. */
  note: string;
}

/** `record`: the audit file, or null. */
export function readBreakGlass(host: Host, record: string | null): FoundGlass {
  const found = (part: Partial<FoundGlass>): FoundGlass => ({
    broken: null,
    problem: null,
    note: "",
    ...part,
  });
  const ignored = (why: string): FoundGlass =>
    found({ note: "'" + breakGlassFile + "' does not count: " + why });
  const text = host.readFile(breakGlassFile);
  if (isAbsent(text)) return found({});
  const problem = whySealBroken(host, breakGlassFile);
  if (problem !== null) return found({ problem });
  if (typeof text === "number") return ignored("it cannot be read: " + describeErrno(text));
  const glass = parseBreakGlass(text);
  if (glass === null) return ignored("it has no line 'until <YYYY-MM-DDTHH:MM:SSZ>' with a reason below");
  if (glass.until <= host.now()) return found({});
  if (record === null) return ignored("the install config names no 'audit.file'");
  const why = whyUnwritable(host, record);
  return why === "" ? found({ broken: glass }) : ignored(why);
}

/**
 * Every user who commits writes to the audit file. The folders above
 * must belong to root, so that it cannot be replaced.
 */
function whyUnwritable(host: Host, record: string): string {
  const unguarded = host.whyUnguarded(record.slice(0, record.lastIndexOf("/")) || "/");
  if (unguarded !== "") return unguarded;
  const failure = host.tryAppend(record);
  return failure === 0 ? "" : "'" + record + "' cannot be written to: " + describeErrno(failure);
}

/** The notice for the user who runs the command. */
export function renderBreakGlass({ until, reason }: BrokenGlass): string {
  return "break-glass until " + until + ": " + reason + "; rules are not enforced";
}

export function notRecorded(place: string, errno: number): Problem {
  return {
    code: "audit-unwritable",
    message:
      "what is done while rules are not enforced must be written down, and cannot be: " +
      describeErrno(errno),
    hint: "make room on the disk, or remove '" + breakGlassFile + "'",
    source: place,
  };
}
