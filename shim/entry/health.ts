/**
 * `interlock health`: can this install enforce its rules? One line and an exit status, for a container's
 * health check. If the plan exists, it needs no cold side.
 */
import { describeNoRule, findRulesHere, hintForNoRule } from "../../engine/core/in-force.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import { hasGhRules } from "../commands/gh/rules.ts";
import type { Decision, Host } from "../host.ts";
import { readEnvFile } from "../plan/env-file.ts";
import { findLayers } from "../plan/layers.ts";
import { loadPlan } from "../plan/load-plan.ts";
import { findMistypedConfigs } from "../plan/mistyped-config.ts";
import { renderProblems } from "../report/notices.ts";
import { findBakedFolder } from "../seal/baked-hooks.ts";
import { renderBreakGlass } from "../seal/break-glass.ts";
import { sealBroken, type Seal } from "../seal/seal.ts";
import { healthForm } from "../verbs/native-verbs.ts";
import { asksForHelp, refuseWords, showHelp } from "../verbs/help.ts";

export function runHealth(host: Host): Decision {
  const words = host.argv.slice(2);
  if (asksForHelp(words)) return showHelp(host, healthForm);
  if (words.some((word) => word !== "--build")) return refuseWords(host, healthForm, words);
  const { line, isHealthy } = examine(host, words.length > 0);
  host.write(isHealthy ? 1 : 2, line);
  return { action: "exit", status: isHealthy ? 0 : 1 };
}

function examine(host: Host, isBuild: boolean): { line: string; isHealthy: boolean } {
  const git = host.realProgram();
  if (git === "")
    return {
      line: "interlock: error: there is no git behind interlock\nhint: install git\n",
      isHealthy: false,
    };
  const layers = findLayers(host, null);
  const mistyped = findMistypedConfigs(host, layers, "");
  const { plan, facts } = loadPlan(host, layers, false);
  const warnings = mistyped.concat(facts.warnings).map(({ message }) => message);
  const [problem] = facts.problems;
  if (problem) return { line: renderProblems("error", [problem]), isHealthy: false };
  const broken = layers.seal && plan !== null ? findSealProblem(host, layers.seal, plan) : null;
  if (broken !== null) return { line: renderProblems("error", [broken]), isHealthy: false };
  if (plan === null)
    return {
      line:
        "interlock: error: nothing to enforce: " +
        [facts.reason].concat(warnings).join("; ") +
        "\nhint: " +
        (mistyped.length > 0 ? (mistyped[0] as Problem).hint : "write /etc/interlock/config.yaml") +
        "\n",
      isHealthy: false,
    };
  const sealed = readEnvFile(host, plan.envFile);
  if (sealed.problem !== null) return { line: renderProblems("error", [sealed.problem]), isHealthy: false };
  const values = makeValues(
    plan,
    sealed.values,
    (name) => host.env(name),
    () => "",
  );
  const rules = findRulesHere(plan, values, null);
  if (rules.inForce === 0) {
    const why = describeNoRule("rule", rules);
    if (!isBuild || !rules.inactive.some(({ lacksVariable }) => lacksVariable))
      return {
        line: "interlock: error: " + why + "\nhint: " + hintForNoRule(plan, rules) + "\n",
        isHealthy: false,
      };
    facts.notes.push("until a session brings its values, " + why);
  }
  const state = facts.breakGlass === null ? "mode " + facts.mode : renderBreakGlass(facts.breakGlass);
  const verdict = rules.inForce > 0 ? "healthy: " : "healthy so far: ";
  const parts = [verdict + (layers.seal ? "sealed, " : "not sealed, ") + state + ", git is " + git];
  return { line: "interlock: " + parts.concat(facts.notes, warnings).join("; ") + "\n", isHealthy: true };
}

/** Checks what a commit in a sealed install needs beside the plan; null if all is well. */
function findSealProblem(host: Host, seal: Seal, plan: Plan): Problem | null {
  if (host.realPath("/usr/bin/git") !== host.ownProgram())
    return sealBroken("'/usr/bin/git' is not interlock", "/usr/bin/git");
  const gh = hasGhRules(plan) ? host.realPath("/usr/bin/gh") : null;
  if (gh !== null && gh !== host.ownProgram())
    return sealBroken("'/usr/bin/gh' is not interlock", "/usr/bin/gh");
  const folder = findBakedFolder(host, seal, ["commit-msg"], []);
  return typeof folder === "string" ? null : folder;
}
