/**
 * `interlock compile`: checks config files and plugins, and writes the plan.
 */
import { renderDiagnostics } from "../../engine/compile/files/render-diagnostic.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { systemConfig } from "../../engine/core/plan.ts";
import { makeExecPath } from "../../shim/hooks/exec-path.ts";
import { makeHooksAhead } from "../../shim/hooks/hooks-folder.ts";
import { repositoryConfig } from "../../shim/plan/layers.ts";
import { leftOutOf } from "../../shim/plan/left-out.ts";
import { findMistypedConfigs } from "../../shim/plan/mistyped-config.ts";
import { renderProblems } from "../../shim/report/notices.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { answerShim } from "../shared/answer-shim.ts";
import { compileHere, findLayersHere } from "../shared/compile-here.ts";
import { badSetUp, refuseCall, warnOfLeftOutLayer, wrongUsage } from "../shared/complain.ts";
import { say, sayError } from "../shared/output.ts";
import { ownPrefix } from "../shared/own-install.ts";
import { sayInactive } from "../shared/rules-here.ts";
import { describePlan, savePlans, unwritablePlan } from "../shared/save-plan.ts";
import { bake } from "./bake.ts";

export function runCompile(line: VerbLine): number {
  const request = line.value("--for-shim");
  const prefix = line.value("--prefix");
  if (request === null) return compileForPerson(prefix === null ? null : decodeUtf8(prefix));
  const { status, stdout } = answerShim(request);
  if (status === wrongUsage) return refuseCall("'--for-shim' is for the shim", "run 'interlock compile'");
  say(stdout);
  return status;
}

/** Compiles the layers of the current folder, and says everything worth knowing about them. */
function compileForPerson(prefix: string | null): number {
  const here = findLayersHere();
  const { host, layers, top } = here;
  sayError(decodeUtf8(renderProblems("warning", findMistypedConfigs(host, layers, top))));
  if (layers.seal && process.geteuid?.() === 0) return bake(host, layers.install, layers.seal, prefix);
  const { compiled } = compileHere(here, { hookFiles: true });
  if (compiled === null) {
    say("interlock: there is no configuration, so there is nothing to compile\n");
    const besidePrefix = `${ownPrefix()}${systemConfig}`;
    const own = top === "" ? "" : repositoryConfig(top);
    for (const path of [systemConfig, encodeUtf8(besidePrefix), layers.user, own]) {
      if (path !== "") say(`hint: looked for ${decodeUtf8(path)}\n`);
    }
    return 0;
  }
  const { plan, diagnostics } = compiled;
  // `sayInactive` lists rules that no git command fires, with all other inactive rules.
  sayError(renderDiagnostics(diagnostics.filter(({ code }) => code !== "never-fired")));
  if (plan === null) return badSetUp;
  if (layers.seal)
    say("interlock: the install is sealed: root bakes its plan, this one is for lower layers\n");
  warnOfLeftOutLayer(leftOutOf(layers, plan));
  const saved = savePlans(host, layers, plan, compiled.above.plan);
  if (saved.failure !== null) {
    sayError(renderDiagnostics([unwritablePlan(saved.path, saved.failure)]));
    return badSetUp;
  }
  // Later commands may find the place read-only.
  if (!layers.seal && makeHooksAhead(host, layers)) makeExecPath(host, layers, "");
  say(`interlock: ${describePlan(plan)} written to ${decodeUtf8(saved.path)}\n`);
  return sayInactive(host, plan, top);
}
