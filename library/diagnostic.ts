/**
 * The library's diagnostics: one form for what is wrong with files, with calls and with contributions. All texts are
 * ordinary strings, not byte strings.
 */
import { renderShown, type ShownProblem } from "../engine/compile/files/render-problem.ts";
import type { CodeOf } from "../engine/core/problem-codes.ts";
import type { HookProblem } from "../engine/lifecycle/run.ts";

export { shownProblem as fromProblem } from "../engine/compile/files/render-problem.ts";

/** `error`: there is no engine, or the operation is blocked. `note`: for information. */
export type EngineDiagnostic = ShownProblem;

export function describeRefusal(
  { id, source, message: reason, isByStatus }: HookProblem,
  point: string,
): EngineDiagnostic {
  const itself = "; if that is an error of the program itself, fix it: exit status 2 refuses";
  const message = `'${id}' refuses at '${point}': ${reason}`;
  const hint = `do what the reason says, then try again${isByStatus ? itself : ""}`;
  return { severity: "error", code: "hook-refused", message, hint, source, frame: null };
}

export function describeWarning({ id, source, message: text }: HookProblem, point: string): EngineDiagnostic {
  const message = `'${id}' warns at '${point}': ${text}`;
  const hint = "the operation goes on; do as it says if that is right here";
  return { severity: "warning", code: "hook-warned", message, hint, source, frame: null };
}

export function describeFailure({ id, source, message: text }: HookProblem, point: string): EngineDiagnostic {
  const message = `'${id}' failed at '${point}': ${text}`;
  const hint = "fix the hook, or give its handler 'onFailure: warn'";
  return { severity: "error", code: "hook-failed", message, hint, source, frame: null };
}

/** Where the operation went on all the same. */
export function asWarning(diagnostic: EngineDiagnostic): EngineDiagnostic {
  const { code, hint } = diagnostic;
  const wentOn = "fix the hook; the operation went on without it";
  return { ...diagnostic, severity: "warning", hint: code === "hook-failed" ? wentOn : hint };
}

/** For a mistake in a call. */
export function wrongCall(
  code: CodeOf<"call" | "hook"> | "unknown-hook-point" | "file-missing" | "plugin-folder",
  message: string,
  hint: string,
): EngineDiagnostic {
  return { severity: "error", code, message, hint, source: "", frame: null };
}

/** As a person reads them: place, what is wrong, the line with carets under it, what to do. */
export function renderDiagnostics(diagnostics: readonly EngineDiagnostic[]): string {
  return diagnostics.map((diagnostic) => renderShown(diagnostic)).join("");
}
