/**
 * `interlock compile`: checks config files and plugins, and writes the plan.
 */
import { isError } from "../engine/compile/diagnostic.ts";
import { renderDiagnostics } from "../engine/compile/render-diagnostic.ts";
import { renderPlan } from "../engine/compile/render-plan.ts";
import { decodeUtf8, encodeUtf8 } from "../engine/core/bytes.ts";
import { systemConfig } from "../engine/core/system-config.ts";
import { makeExecPath } from "../shim/hooks/exec-path.ts";
import { makeHooksAhead } from "../shim/hooks/hooks-folder.ts";
import { repositoryConfig, type Layers } from "../shim/plan/layers.ts";
import { leftOutOf } from "../shim/plan/left-out.ts";
import { findMistypedConfigs } from "../shim/plan/mistyped-config.ts";
import { renderProblems } from "../shim/report/notices.ts";
import { isOn } from "../shim/plan/own-variables.ts";
import { createNodeHost } from "../shim/node/node-host.ts";
import { bake } from "./bake.ts";
import { compileHere } from "./compile-here.ts";
import { compileLayers } from "./compile-layers.ts";
import { describePlan, unwritable } from "./describe-plan.ts";
import { badSetUp, refuseCall } from "./exit-status.ts";
import { keepPlan, keepPlans, type KeptPlan } from "./keep-plan.ts";
import { say, sayError } from "./output.ts";
import { ownPrefix } from "./own-prefix.ts";
import { sayInactive } from "./rules-here.ts";
import { sayLeftOutLayer } from "./say-left-out.ts";
import type { VerbLine } from "../shim/verbs/parse-line.ts";

export function runCompile(line: VerbLine): number {
  const asked = line.value("--for-shim");
  if (asked === null) {
    const prefix = line.value("--prefix");
    return compileForPerson(prefix === null ? null : decodeUtf8(prefix));
  }
  const request = parseRequest(asked);
  if (request === null) return refuseCall("'--for-shim' is for the shim", "run 'interlock compile'");
  return compileForShim(request.layers, request.path);
}

/** What the shim sends: JSON in ASCII, its strings byte strings. */
function parseRequest(text: string): { layers: Layers; path: string } | null {
  try {
    const { layers, path } = JSON.parse(text);
    const texts = [layers.install, layers.user, layers.repository, layers.trust, path];
    return texts.every((each) => typeof each === "string") ? { layers, path } : null;
  } catch {
    return null;
  }
}

/** For the shim, which says itself what a failure means for the command it holds up. */
function compileForShim(layers: Layers, planPath: string): number {
  const host = createNodeHost({ argv: ["git"] });
  const keep = (text: string): KeptPlan | null =>
    planPath === "" ? null : keepPlan(host, layers, planPath, text);
  const { plan, diagnostics } = compileLayers(layers, (first) => void keep(renderPlan(first)));
  sayError(renderDiagnostics(diagnostics.filter(isError)));
  if (plan === null) return badSetUp;
  const text = renderPlan(plan);
  // A plan that cannot be kept is still a plan: the next command compiles it again.
  const kept = keep(text);
  if (isOn(host, "INTERLOCK_DEBUG")) sayError(renderTime(kept?.failure === null ? kept.path : ""));
  say(text);
  return 0;
}

/** From the start of this process, which is most of what the command waits for. */
function renderTime(path: string): string {
  const place = path === "" ? "not kept" : decodeUtf8(path);
  return `interlock: there was no fresh plan; compiled one in ${Math.round(performance.now())} ms (${place})\n`;
}

/** The layers of the current folder, with everything worth knowing about them. */
function compileForPerson(prefix: string | null): number {
  const { host, layers, top, compiled } = compileHere();
  const mistyped = findMistypedConfigs(host, layers, top);
  sayError(decodeUtf8(renderProblems("warning", mistyped)));
  if (layers.seal && process.geteuid?.() === 0) return bake(host, layers.install, layers.seal, prefix);
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
  // Rules that no git command fires are listed by name, with all others that are inactive.
  sayError(renderDiagnostics(diagnostics.filter(({ code }) => code !== "never-fired")));
  if (plan === null) return badSetUp;
  if (layers.seal)
    say("interlock: the install is sealed: root bakes its plan, this one is for lower layers\n");
  sayLeftOutLayer(leftOutOf(layers, plan));
  const kept = keepPlans(host, layers, plan, compiled.above.plan);
  if (kept.failure !== null) {
    sayError(renderDiagnostics([unwritable(kept.path, kept.failure)]));
    return badSetUp;
  }
  // For later commands, which may find the place read-only.
  if (!layers.seal && makeHooksAhead(host, layers)) makeExecPath(host, layers, "");
  say(`interlock: ${describePlan(plan)} written to ${decodeUtf8(kept.path)}\n`);
  return sayInactive(host, plan, top);
}
