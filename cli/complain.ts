/**
 * Says what is wrong: to people on standard error, and to a program that asked for JSON as an object of its own.
 */
import type { Diagnostic } from "../engine/compile/diagnostic.ts";
import { renderDiagnostics } from "../engine/compile/render-diagnostic.ts";
import { decodeUtf8 } from "../engine/core/bytes.ts";
import type { Problem } from "../engine/core/problem.ts";
import { fromDiagnostic, fromProblem, type EngineDiagnostic } from "../engine/registry/engine-diagnostic.ts";
import { renderProblems } from "../shim/report/notices.ts";
import { hasSaid, sayError, sayJson } from "./output.ts";

/** What a verb itself has to say against a call. Explained in docs/errors.md, like all codes. */
export const verbCodes = ["wrong-usage", "not-possible"] as const;

/** In the form of the library's diagnostics. */
type Complaint = Omit<EngineDiagnostic, "code"> & {
  code: EngineDiagnostic["code"] | (typeof verbCodes)[number];
};

/** A process serves one caller, who asked for one form. */
let inJson = false;

export function complainInJson(): void {
  inJson = true;
}

export function complain(code: (typeof verbCodes)[number], message: string, hint: string): void {
  sayError(`interlock: error: ${message}\nhint: ${hint}\n`);
  forPrograms([{ severity: "error", code, message, hint, source: "", frame: null }]);
}

export function complainOfFiles(diagnostics: readonly Diagnostic[]): void {
  sayError(renderDiagnostics(diagnostics));
  forPrograms(diagnostics.map(fromDiagnostic));
}

export function complainOfProblems(problems: readonly Problem[]): void {
  sayError(decodeUtf8(renderProblems("error", problems)));
  forPrograms(problems.map((problem) => fromProblem(problem, "error")));
}

/** Behind an answer that has begun it would make no JSON. */
function forPrograms(diagnostics: readonly Complaint[]): void {
  if (inJson && !hasSaid()) sayJson({ ok: false, diagnostics });
}
