/**
 * Says what is wrong with files and with the set-up, as refuse.ts does it for a call.
 */
import { renderFileProblems } from "../../engine/compile/files/render-problem.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { fromProblem } from "../../library/diagnostic.ts";
import { renderLeftOut, type LeftOut } from "../../shim/plan/left-out.ts";
import { renderProblems } from "../../shim/report/notices.ts";
import { sayError } from "./output.ts";
import { forPrograms } from "./refuse.ts";

export {
  badSetUp,
  complain,
  complainInJson,
  refuseCall,
  refuseSetUp,
  wrongUsage,
  type VerbCode,
} from "./refuse.ts";

export function complainOfFiles(diagnostics: readonly Problem[]): void {
  sayError(renderFileProblems(diagnostics));
  forPrograms(diagnostics.map((problem) => fromProblem(problem)));
}

export function complainOfProblems(problems: readonly Problem[]): void {
  sayError(decodeUtf8(renderProblems("error", problems)));
  forPrograms(problems.map((problem) => fromProblem(problem, "error")));
}

/** On standard error, because standard output may be for a program or for a prompt. */
export function warnOfLeftOutLayer(leftOut: LeftOut | null): void {
  if (leftOut !== null) sayError(`interlock: ${decodeUtf8(renderLeftOut(leftOut))}\n`);
}

/** For programs: the repository's layer, which does not count. */
export function describeLeftOut({ file, why, digest }: LeftOut): object {
  return { file: decodeUtf8(file), why, digest };
}
