/**
 * The library's diagnostics: one form for what is wrong with files, with calls and with contributions. All texts are
 * ordinary strings, not byte strings.
 */
import type { Diagnostic, DiagnosticCode, Frame } from "../engine/compile/files/diagnostic.ts";
import { renderFinding, renderPlace } from "../engine/compile/files/render-diagnostic.ts";
import { decodeUtf8 } from "../engine/core/bytes.ts";
import type { Problem, ProblemCode } from "../engine/core/problem.ts";
import type { HookProblem } from "../engine/lifecycle/run.ts";

/** What is wrong with a call of the library. Explained in docs/errors.md, like all codes. */
export const callCodes = ["wrong-option", "wrong-payload", "wrong-context"] as const;

export type CallCode = (typeof callCodes)[number];

/** What hooks did in a dispatch. */
export const runCodes = [
  "hook-refused",
  "hook-warned",
  "hook-failed",
  "needs-waiting",
  "hook-program",
] as const;

export type RunCode = (typeof runCodes)[number];

export interface EngineDiagnostic {
  /** `error`: there is no engine, or the operation is blocked. `note`: for information. */
  severity: "error" | "warning" | "note";
  code: DiagnosticCode | ProblemCode | CallCode | RunCode;
  /** Lower case, the subject in 'quotes', no full stop. */
  message: string;
  /** What to do; empty only for a note. */
  hint: string;
  /** `file:line:column`, `file:line` or `file` of the cause; empty if it is not in a file. */
  source: string;
  /** The line of the file that it points at; null if it points at none. */
  frame: Frame | null;
}

export function fromDiagnostic(diagnostic: Diagnostic): EngineDiagnostic {
  const { severity, code, message, hint, frame } = diagnostic;
  return { severity, code, message, hint, source: renderPlace(diagnostic), frame };
}

export function fromProblem(problem: Problem, severity: "error" | "warning"): EngineDiagnostic {
  const { code, message, hint, source } = problem;
  return {
    severity,
    code,
    message: decodeUtf8(message),
    hint: decodeUtf8(hint),
    source: decodeUtf8(source),
    frame: null,
  };
}

export function describeRefusal(
  { id, source, text, isByStatus }: HookProblem,
  point: string,
  severity: "error" | "warning",
): EngineDiagnostic {
  const itself = "; if that is an error of the program itself, mend it: exit status 2 refuses";
  const message = `'${id}' refuses at '${point}': ${text}`;
  return {
    severity,
    code: "hook-refused",
    message,
    hint: `do what the reason says, then try again${isByStatus ? itself : ""}`,
    source,
    frame: null,
  };
}

export function describeWarning({ id, source, text }: HookProblem, point: string): EngineDiagnostic {
  const message = `'${id}' warns at '${point}': ${text}`;
  const hint = "the operation goes on; do as it says if that is right here";
  return { severity: "warning", code: "hook-warned", message, hint, source, frame: null };
}

export function describeFailure(
  { id, source, text }: HookProblem,
  point: string,
  severity: "error" | "warning",
): EngineDiagnostic {
  const message = `'${id}' failed at '${point}': ${text}`;
  const hint =
    severity === "error"
      ? "mend the hook, or give its handler 'onFailure: warn'"
      : "mend the hook; the operation went on without it";
  return { severity, code: "hook-failed", message, hint, source, frame: null };
}

/** For a mistake in a call. */
export function wrongCall(
  code: CallCode | RunCode | "unknown-hook-point" | "file-missing" | "plugin-folder",
  message: string,
  hint: string,
): EngineDiagnostic {
  return { severity: "error", code, message, hint, source: "", frame: null };
}

/** As a person reads them: place, what is wrong, the line with carets under it, what to do. */
export function renderDiagnostics(diagnostics: readonly EngineDiagnostic[]): string {
  return diagnostics.map((diagnostic) => renderFinding(diagnostic.source, diagnostic)).join("");
}
