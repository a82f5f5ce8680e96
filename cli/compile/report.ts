/**
 * What `interlock compile` says when a plan is written.
 */
import { type Problem, renderCode } from "../../engine/core/problem.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { hintForNoRule } from "../../engine/core/in-force.ts";
import { inputsOf, type Plan } from "../../engine/core/plan.ts";
import { fromProblem } from "../../library/diagnostic.ts";
import type { Host } from "../../shim/host.ts";
import { readEnvFile } from "../../shim/plan/env-file.ts";
import type { LeftOut } from "../../shim/plan/left-out.ts";
import { badSetUp, complainOfProblems, describeLeftOut } from "../shared/complain.ts";
import { sayDetail, sayError, sayJson, sayNotice } from "../shared/output.ts";
import { rulesHere } from "../shared/rules-here.ts";
import { countPlan, describePlan } from "../shared/describe-plan.ts";

export interface Written {
  host: Host;
  /** The work tree's top folder, empty outside a repository. */
  top: string;
  plan: Plan;
  /** Where the plan is; a byte string. */
  path: string;
  how: "baked into" | "written to" | "unchanged in";
  leftOut: LeftOut | null;
  diagnostics: readonly Problem[];
}

/** What became of the layers. */
export interface Made extends Omit<Written, "host" | "top"> {
  /** Why the plan could not be written. */
  unwritten: Problem | null;
  /** What is wrong with a layer that is not used. */
  errors: readonly Problem[];
}

/** `sayWritten` lists rules that no git command fires, with all other inactive rules. */
export function isWorthSaying({ code }: Problem): boolean {
  return code !== "never-fired";
}

/** Gives the exit status: a file of sealed values that cannot be parsed blocks every commit. */
export function sayWritten(written: Written, asJson: boolean): number {
  const { host, plan, path, top } = written;
  const { problem } = readEnvFile(host, plan.envFile);
  const rules = rulesHere(host, plan, top);
  for (const input of inputsOf(plan)) sayDetail(() => `read ${decodeUtf8(input.path)}`);
  if (asJson && problem === null) sayJson({ ok: true, plan: describe(written), ...describeRules(rules) });
  else if (!asJson) sayNotice(`interlock: ${describePlan(plan)} ${written.how} ${decodeUtf8(path)}\n`);
  if (problem !== null) {
    complainOfProblems([problem]);
    return badSetUp;
  }
  if (!asJson)
    for (const { id, reason, source } of rules.inactive)
      sayNotice(`inactive here: ${id}: ${decodeUtf8(reason)} (${decodeUtf8(source)})\n`);
  if (rules.inForce === 0)
    sayError(
      `interlock: warning: no rule is in force here ${renderCode("no-rule")}\nhint: ${decodeUtf8(hintForNoRule(plan, rules))}\n`,
    );
  return 0;
}

/** For programs. The order of the keys is part of it. */
function describe({ plan, path, how, leftOut, diagnostics }: Written): object {
  return {
    path: decodeUtf8(path),
    baked: how === "baked into",
    ...countPlan(plan),
    inputs: inputsOf(plan).map((input) => decodeUtf8(input.path)),
    leftOut: leftOut === null ? null : describeLeftOut(leftOut),
    diagnostics: diagnostics.map((problem) => fromProblem(problem)),
  };
}

function describeRules({ inForce, inactive }: ReturnType<typeof rulesHere>): object {
  return {
    inForce,
    inactive: inactive.map(({ id, reason, source }) => ({
      id,
      reason: decodeUtf8(reason),
      source: decodeUtf8(source),
    })),
  };
}
