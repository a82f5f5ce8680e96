/**
 * Says what is wrong: to people on standard error, and to a program that asked for JSON as one object on standard output.
 */
import type { Diagnostic } from "../../engine/compile/files/diagnostic.ts";
import { renderDiagnostics } from "../../engine/compile/files/render-diagnostic.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { fromDiagnostic, fromProblem, type EngineDiagnostic } from "../../library/diagnostic.ts";
import { renderLeftOut, type LeftOut } from "../../shim/plan/left-out.ts";
import { renderProblems } from "../../shim/report/notices.ts";
import { hasSaid, sayError, sayJson } from "./output.ts";

/** Exit statuses. */
export const badSetUp = 128;
export const wrongUsage = 129;

/** Codes of what a verb itself refuses. Like all codes, they are explained in docs/errors.md. */
export const verbCodes = ["wrong-usage", "not-possible"] as const;

/** In the form of the library's diagnostics. */
type Complaint = Omit<EngineDiagnostic, "code"> & {
  code: EngineDiagnostic["code"] | (typeof verbCodes)[number];
};

/** One process serves one caller, who chose one form. */
let inJson = false;

export function complainInJson(): void {
  inJson = true;
}

export function complain(code: (typeof verbCodes)[number], message: string, hint: string): void {
  sayError(`interlock: error: ${message}\nhint: ${hint}\n`);
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

export function complainOfFiles(diagnostics: readonly Diagnostic[]): void {
  sayError(renderDiagnostics(diagnostics));
  forPrograms(diagnostics.map(fromDiagnostic));
}

export function complainOfProblems(problems: readonly Problem[]): void {
  sayError(decodeUtf8(renderProblems("error", problems)));
  forPrograms(problems.map((problem) => fromProblem(problem, "error")));
}

/** Not after an answer has begun: together they would not be JSON. */
function forPrograms(diagnostics: readonly Complaint[]): void {
  if (inJson && !hasSaid()) sayJson({ ok: false, diagnostics });
}

/** On standard error, because standard output may be for a program or for a prompt. */
export function warnOfLeftOutLayer(leftOut: LeftOut | null): void {
  if (leftOut !== null) sayError(`interlock: ${decodeUtf8(renderLeftOut(leftOut))}\n`);
}
