/**
 * What is wrong with a user's files, as data. The compiler collects everything and never throws for a user's mistake.
 * Every code is explained in docs/errors.md.
 */
import { describeErrno } from "../../core/errno.ts";

export const diagnosticCodes = [
  "file-missing",
  "file-unreadable",
  "file-too-big",
  "yaml-syntax",
  "unknown-key",
  "missing-key",
  "wrong-type",
  "bad-value",
  "bad-pattern",
  "not-in-this-version",
  "unsupported-version",
  "reserved-key",
  "ignored-key",
  "config-key-taken",
  "plan-dir-form",
  "seal-form",
  "seals-nothing",
  "unsealed",
  "plugin-folder",
  "duplicate-plugin",
  "duplicate-hook",
  "unknown-hook-point",
  "unknown-effect",
  "unknown-handler",
  "program-misplaced",
  "program-missing",
  "program-not-allowed",
  "effect-not-allowed",
  "not-idempotent",
  "bad-reference",
  "env-not-listed",
  "bad-policy-file",
  "policy-too-big",
  "unknown-disabled-hook",
  "disabled-from-below",
  "plan-unwritable",
  "no-effect-yet",
  "no-hooks",
  "never-fired",
  "commit-time-only",
  "plugin-too-deep",
  "trusts-everybody",
  "rule-without-effect",
  "refuses-everything",
] as const;

export type DiagnosticCode = (typeof diagnosticCodes)[number];

export interface Diagnostic {
  /** `error`: there is no plan. `warning`: a rule does not do what its author means. `note`: for information. */
  severity: "error" | "warning" | "note";
  code: DiagnosticCode;
  /** Lower case, the subject in 'quotes', no full stop. */
  message: string;
  /** What to do; empty only for a note. */
  hint: string;
  /** Path of the file or folder (a byte string); empty if there is none. */
  file: string;
  /** The place in the file; null for the file as a whole. */
  frame: Frame | null;
}

/** The place in a source line that a diagnostic points at. Lines and columns count from 1. */
export interface Frame {
  line: number;
  column: number;
  width: number;
  /** The whole source line. */
  text: string;
}

/** Characters of a text: from `start` up to `end`, without it. */
export interface TextPart {
  start: number;
  end: number;
}

export interface Finding {
  code: DiagnosticCode;
  message: string;
  hint: string;
  /** The part of the value that it is about; left out: the whole value. */
  part?: TextPart;
}

export function errorAt(file: string, frame: Frame | null, finding: Finding): Diagnostic {
  return diagnosticOf("error", file, frame, finding);
}

export function warningAt(file: string, frame: Frame | null, finding: Finding): Diagnostic {
  return diagnosticOf("warning", file, frame, finding);
}

export function noteAt(file: string, frame: Frame | null, finding: Finding): Diagnostic {
  return diagnosticOf("note", file, frame, finding);
}

function diagnosticOf(
  severity: Diagnostic["severity"],
  file: string,
  frame: Frame | null,
  { code, message, hint }: Finding,
): Diagnostic {
  return { severity, code, message, hint, file, frame };
}

export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

export function unreadable(file: string, errno: number): Diagnostic {
  return errorAt(file, null, {
    code: "file-unreadable",
    message: `it cannot be read: ${describeErrno(errno)}`,
    hint: "make it readable for whoever runs git, or take it away",
  });
}
