/**
 * `interlock health`: can this install enforce its rules? One line and an exit status, for a container's
 * health check. If the plan exists, it needs no cold side.
 */
import { asciiJson, decodeUtf8 } from "../../engine/core/bytes.ts";
import { describeNoRule, findRulesHere, hintForNoRule } from "../../engine/core/in-force.ts";
import { renderCode, type Problem } from "../../engine/core/problem.ts";
import { systemConfig, type Plan } from "../../engine/core/plan.ts";
import { hasGhRules } from "../commands/gh/rules.ts";
import type { Decision, Host } from "../host.ts";
import { openValues } from "../plan/open-values.ts";
import { findLayers } from "../plan/layers.ts";
import { loadPlan } from "../plan/load-plan.ts";
import { findMistypedConfigs } from "../plan/mistyped-config.ts";
import type { ColorChoice } from "../report/colour.ts";
import { sayProblems } from "../report/say-problems.ts";
import { findBakedFolder } from "../seal/baked-hooks.ts";
import { renderBreakGlass } from "../seal/break-glass.ts";
import { notSealed, sealBroken, whyNotSealed, type Seal } from "../seal/seal.ts";
import { findWaysAround, findWaysOfOthers } from "../seal/ways-around.ts";
import { healthForm } from "../verbs/native-verbs.ts";
import { asksForHelp, refuseLine, showHelp } from "../verbs/help.ts";
import { asksForJson, parseLine } from "../verbs/parse-line.ts";

export function runHealth(host: Host): Decision {
  const words = host.argv.slice(2);
  if (asksForHelp(words)) return showHelp(host, healthForm);
  const line = parseLine(healthForm, words);
  if ("message" in line) return refuseLine(host, line, asksForJson(words));
  const health = examine(host, line.has("--build"), line.has("--require-sealed"));
  const isHealthy = health.error === null;
  if (line.has("--json")) host.write(1, renderJson(health));
  else if (health.error !== null)
    sayProblems(host, renderFault(health.error), (line.value("--color") ?? "auto") as ColorChoice);
  else if (!line.has("--quiet")) host.write(1, renderLine(health));
  return { action: "exit", status: isHealthy ? 0 : 1 };
}

/** Byte strings. */
interface Health {
  error: Fault | null;
  isSealed: boolean;
  /** Will the rules be in force only when a session brings its values? */
  isWaiting: boolean;
  /** The mode, or what break-glass says; empty if there is no plan. */
  state: string;
  git: string;
  notes: string[];
}

interface Fault {
  code: string;
  message: string;
  hint: string;
}

function renderFault({ code, message, hint }: Fault): string {
  return (
    "interlock: error: " +
    message +
    " " +
    renderCode(code) +
    "\n" +
    (hint === "" ? "" : "hint: " + hint.replace(/\n/g, "\nhint: ") + "\n")
  );
}

function renderLine({ isSealed, isWaiting, state, git, notes }: Health): string {
  const verdict = isWaiting ? "healthy so far: " : "healthy: ";
  const first = verdict + (isSealed ? "sealed, " : "not sealed, ") + state + ", git is " + git;
  return "interlock: " + [first].concat(notes).join("; ") + "\n";
}

function renderJson({ error, isSealed, isWaiting, state, git, notes }: Health): string {
  const object = {
    healthy: error === null,
    sealed: isSealed,
    waitsForValues: isWaiting,
    state: decodeUtf8(state),
    git: decodeUtf8(git),
    notes: notes.map(decodeUtf8),
    error:
      error === null
        ? null
        : { code: error.code, message: decodeUtf8(error.message), hint: decodeUtf8(error.hint) },
  };
  return asciiJson(object) + "\n";
}

function examine(host: Host, isBuild: boolean, mustBeSealed: boolean): Health {
  const git = host.realProgram();
  const health: Health = { error: null, isSealed: false, isWaiting: false, state: "", git, notes: [] };
  const fails = (code: string, message: string, hint: string): Health => ({
    ...health,
    error: { code, message, hint },
  });
  const failsBy = ({ code, message, source, hint }: Problem): Health =>
    fails(code, source === "" ? message : message + " (" + source + ")", hint);
  if (git === "") return fails("no-real-program", "there is no git behind interlock", "install git");
  const layers = findLayers(host, null);
  health.isSealed = layers.seal !== null;
  const mistyped = findMistypedConfigs(host, "");
  const { plan, planState } = loadPlan(host, layers, false);
  const warnings = mistyped.concat(planState.warnings).map(({ message }) => message);
  if (mustBeSealed && layers.seal === null) return failsBy(notSealed(whyNotSealed(layers), systemConfig));
  const [problem] = planState.problems;
  if (problem) return failsBy(problem);
  const broken = layers.seal && plan !== null ? findSealProblem(host, layers.seal, plan) : null;
  if (broken !== null) return failsBy(broken);
  if (plan === null)
    return fails(
      "no-rule",
      "nothing to enforce: " + ["there is no install-wide configuration"].concat(warnings).join("; "),
      mistyped.length > 0
        ? (mistyped[0] as Problem).hint
        : "write /etc/interlock/config.yaml, or run 'interlock init --global'; of the rules of one repository, 'interlock doctor' knows",
    );
  const opened = openValues(host, plan, () => "");
  if (opened.problem !== null) return failsBy(opened.problem);
  const rules = findRulesHere(plan, opened.values, null);
  health.state =
    planState.breakGlass === null ? "mode " + planState.mode : renderBreakGlass(planState.breakGlass);
  if (rules.inForce === 0) {
    const why = describeNoRule("rule", rules);
    if (!isBuild || !rules.inactive.some(({ lacksVariable }) => lacksVariable))
      return fails("no-rule", why, hintForNoRule(plan, rules));
    health.isWaiting = true;
    planState.notes.push("until a session brings its values, " + why);
  }
  health.notes = planState.notes.concat(warnings);
  if (!mustBeSealed) return health;
  const ways = findWaysAround(host);
  for (const { gives, what, fix } of ways) if (gives === "root") return fails("can-undo-seal", what, fix);
  health.notes = health.notes.concat(ways.concat(findWaysOfOthers(host)).map(({ what }) => what));
  return health;
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
