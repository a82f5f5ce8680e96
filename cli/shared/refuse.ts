/**
 * Refuses what a verb is asked for: to people on standard error, and to a program that asked for JSON as one object on
 * standard output. What is wrong with files is in complain.ts, which loads their schemas.
 */
import { renderCode } from "../../engine/core/problem.ts";
import type { CodeOf } from "../../engine/core/problem-codes.ts";
import type { EngineDiagnostic } from "../../library/diagnostic.ts";
import { hasSaid, sayError, sayJson } from "./output.ts";

/** Exit statuses. */
export const badSetUp = 128;
export const wrongUsage = 129;

/** Codes of what a verb itself refuses. Like all codes, they are explained in docs/errors.md. */
export type VerbCode = CodeOf<"verb">;

/** One process serves one caller, who chose one form. */
let inJson = false;

export function complainInJson(): void {
  inJson = true;
}

export function complain(code: VerbCode, message: string, hint: string): void {
  sayError(`interlock: error: ${message} ${renderCode(code)}\nhint: ${hint}\n`);
  forPrograms([{ severity: "error", code, message, hint, source: "", frame: null }]);
}

/** The command line is wrong. Gives the exit status. */
export function refuseCall(message: string, hint: string): number {
  complain("wrong-usage", message, hint);
  return wrongUsage;
}

/** What was asked for cannot be done with this set-up. Gives the exit status. */
export function refuseSetUp(message: string, hint: string): number {
  complain("not-possible", message, hint);
  return badSetUp;
}

/** Not after an answer has begun: together they would not be JSON. */
export function forPrograms(diagnostics: readonly EngineDiagnostic[]): void {
  if (inJson && !hasSaid()) sayJson({ ok: false, diagnostics });
}
