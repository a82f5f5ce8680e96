/**
 * The outcome of a dispatch as a runtime reads it: on standard output, standard error and by the exit status.
 */
import { isDeepStrictEqual } from "node:util";
import { isRefusal, type Problem } from "../../engine/core/problem.ts";
import type { DialectOutput } from "../../engine/lifecycle/dialects/dialect.ts";
import { dialects, type DialectName } from "../../engine/lifecycle/dialects/dialects.ts";
import type { Result } from "../../engine/lifecycle/merge-results.ts";
import type { EngineDiagnostic } from "../../library/diagnostic.ts";
import type { RunResult } from "../../library/run-types.ts";
import { renderJson, say, sayError } from "../shared/output.ts";

export function answerIn(dialect: DialectName, event: string, run: RunResult, payload: Result): number {
  const result = run.result ?? {};
  const isChanged =
    run.payload !== null && !isDeepStrictEqual(run.payload["tool_input"], payload["tool_input"]);
  const failed = run.problems.filter(
    ({ severity, code }) => severity === "warning" && code === "hook-failed",
  );
  return print(
    dialects[dialect].toOutput(event, {
      refusal: run.ok ? null : reasonOf(run),
      isBroken: !run.ok && run.problems.some((each) => each.severity === "error" && !isRefusing(each)),
      warnings: run.problems.filter(isAdvice).map(({ message }) => message),
      result,
      input: isChanged ? run.payload?.["tool_input"] : undefined,
      failures: failed.map(({ message }) => message),
    }),
  );
}

export function isRefusing({ code }: EngineDiagnostic): boolean {
  return code === "hook-refused" || isRefusal({ code } as Problem);
}

/** What the model should know, in contrast to what is wrong with a hook or a file. */
function isAdvice({ code, severity }: EngineDiagnostic): boolean {
  return severity === "warning" && adviceCodes.includes(code);
}

const adviceCodes: readonly EngineDiagnostic["code"][] = [
  "hook-warned",
  "program-warned",
  "program-refused",
  "rule-broken",
];

/** The rules could not even be read; what is wrong with them is already printed. */
export function answerBroken(dialect: DialectName, event: string): number {
  const refusal = "interlock: the set-up does not work";
  return print(
    dialects[dialect].toOutput(event, {
      refusal,
      isBroken: true,
      warnings: [],
      result: {},
      input: undefined,
      failures: [],
    }),
  );
}

/** The hook's own words, which may have several lines. */
function reasonOf({ result, problems }: RunResult): string {
  const reasons = [result?.["blockReason"], result?.["cancelReason"], result?.["reason"]];
  const own = reasons.find((each) => typeof each === "string" && each !== "");
  return String(own ?? problems.find(({ severity }) => severity === "error")?.message ?? "refused");
}

function print({ stdout, stderr, status }: DialectOutput): number {
  if (stdout !== null) say(renderJson(stdout) + "\n");
  sayError(stderr);
  return status;
}
