/**
 * Which rules are in force in the current folder, with the values that a commit made here would find.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { findRulesHere, hintForNoRule, type RulesHere } from "../../engine/core/in-force.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import { askRemotes } from "../../shim/git/remotes.ts";
import type { Host } from "../../shim/host.ts";
import { readEnvFile } from "../../shim/plan/env-file.ts";
import { renderProblems } from "../../shim/report/notices.ts";
import { badSetUp } from "./complain.ts";
import { say, sayError } from "./output.ts";

/** `top`: the work tree's top folder; empty outside a repository, which has no remotes. */
export function rulesHere(host: Host, plan: Plan, top: string): RulesHere {
  const { values } = readEnvFile(host, plan.envFile);
  const known = makeValues(
    plan,
    values,
    (name) => host.env(name),
    () => "",
  );
  return findRulesHere(plan, known, top === "" ? null : () => askRemotes(host, []));
}

/**
 * Lists the rules that are inactive here, with reasons, and warns if no rule is in force. Gives the exit status: a file of
 * sealed values that cannot be parsed blocks every commit.
 */
export function sayInactive(host: Host, plan: Plan, top: string): number {
  const { problem } = readEnvFile(host, plan.envFile);
  if (problem !== null) {
    sayError(decodeUtf8(renderProblems("error", [problem])));
    return badSetUp;
  }
  const rules = rulesHere(host, plan, top);
  for (const { id, reason, source } of rules.inactive)
    say(`inactive here: ${id}: ${decodeUtf8(reason)} (${decodeUtf8(source)})\n`);
  if (rules.inForce === 0)
    sayError(
      `interlock: warning: no rule is in force here\nhint: ${decodeUtf8(hintForNoRule(plan, rules))}\n`,
    );
  return 0;
}
