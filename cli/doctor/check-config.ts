/**
 * Do the config files and plugins make sense, and is any rule in force?
 */
import { isError } from "../../engine/core/problem.ts";
import { renderFileProblems, shownProblem } from "../../engine/compile/files/render-problem.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { describeNoRule, hintForNoRule } from "../../engine/core/in-force.ts";
import { systemConfig } from "../../engine/core/plan.ts";
import { configBesidePrefix } from "../../shim/plan/layers.ts";
import { leftOutOf, renderLeftOut } from "../../shim/plan/left-out.ts";
import { findMistypedConfigs } from "../../shim/plan/mistyped-config.ts";
import { findUnknownVariables } from "../../shim/plan/own-variables.ts";
import { ownPrefix } from "../shared/own-install.ts";
import { rulesHere } from "../shared/rules-here.ts";
import { describePlan } from "../shared/describe-plan.ts";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";

export const checkConfig: Check = (setUp, before) => [
  ...judgeConfig(setUp, before),
  ...[...findMistypedConfigs(setUp.host, setUp.top), ...findUnknownVariables(setUp.host)].map(
    ({ message, hint }) => warn("config", decodeUtf8(message), decodeUtf8(hint)),
  ),
];

const judgeConfig: Check = ({ host, compiled, layers, top, isBuild }) => {
  if (compiled === null)
    return [
      fail(
        "config",
        "there is no configuration",
        `run 'interlock init' in a repository, or write ${systemConfig} (docs/configuration.md)`,
      ),
    ];
  const errors = compiled.diagnostics.filter(isError);
  if (compiled.plan === null) {
    const first = renderFileProblems(errors).split("\n", 1)[0] ?? "";
    return [fail("config", first, "run 'interlock compile' and correct what it names")];
  }
  const { plan } = compiled;
  const findings: Finding[] = [ok("config", `valid: ${describePlan(plan)}`)];
  for (const diagnostic of compiled.diagnostics) {
    const { severity, message, hint, source } = shownProblem(diagnostic);
    if (severity === "warning")
      findings.push(warn("config", source === "" ? message : `${source}: ${message}`, hint));
  }
  const leftOut = leftOutOf(host, layers, plan);
  if (leftOut !== null)
    findings.push(
      warn(
        "config",
        decodeUtf8(renderLeftOut(leftOut)),
        leftOut.why === "off"
          ? "if it should be used, set 'layers.repository: trusted' in the install config"
          : "run 'interlock trust --show', then 'interlock trust'",
      ),
    );
  const rules = rulesHere(host, plan, top);
  if (rules.inForce === 0) {
    const comesLater = isBuild && rules.inactive.some(({ lacksVariable }) => lacksVariable);
    findings.push(
      (comesLater ? warn : fail)(
        "config",
        decodeUtf8(describeNoRule("rule", rules)),
        decodeUtf8(hintForNoRule(plan, rules)),
      ),
    );
  }
  if (plan.mode === "report")
    findings.push(
      (isBuild ? warn : fail)(
        "config",
        "'mode: report': rules are reported, not enforced",
        "set 'mode: enforce'",
      ),
    );
  if (plan.pushVerify !== undefined)
    findings.push(
      warn("config", `'push.verify: ${plan.pushVerify}': no push is stopped`, "set 'push.verify: block'"),
    );
  return findings;
};

/**
 * Do all programs of the agent find the install config? Gemini CLI, for one, hides most variables from the programs that
 * it starts if GITHUB_SHA is set.
 */
export const checkInstallLayer: Check = ({ host, layers }) => {
  const isNamed = layers.install !== "" && layers.install !== systemConfig;
  if (!isNamed || configBesidePrefix(host) !== "") return [];
  return [
    warn(
      "config",
      "the install config is found by INTERLOCK_CONFIG alone: a program started without that variable has no rules",
      `move it to ${systemConfig}, or to ${ownPrefix()}${systemConfig}`,
    ),
  ];
};
