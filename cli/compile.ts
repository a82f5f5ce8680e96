/**
 * `interlock compile`: checks config files and plugins, and writes the plan.
 */
import { compilePlan } from "../engine/compile/compile-plan.ts";
import { isError } from "../engine/compile/diagnostic.ts";
import { renderDiagnostics } from "../engine/compile/render-diagnostic.ts";
import { renderPlan } from "../engine/compile/render-plan.ts";
import { decodeUtf8 } from "../engine/core/bytes.ts";
import { planDirOf, planFile, repositoryConfig, sealedOf, type Layers } from "../shim/layers.ts";
import { nodeConfigFiles } from "../shim/node/config-files.ts";
import { writePlan } from "../shim/node/write-plan.ts";
import { bake } from "./bake.ts";
import { compileHere } from "./compile-here.ts";
import { describePlan, unwritable } from "./describe-plan.ts";
import { badSetUp, refuseCall } from "./exit-status.ts";
import { say, sayError } from "./output.ts";
import { sayInactive } from "./rules-here.ts";
import type { VerbLine } from "./parse-line.ts";

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
    const texts = [layers.install, layers.user, layers.repository, path];
    return texts.every((each) => typeof each === "string") ? { layers, path } : null;
  } catch {
    return null;
  }
}

/** For the shim, which says itself what a failure means for the command it holds up. */
function compileForShim(layers: Layers, planPath: string): number {
  const { plan, diagnostics } = compilePlan(layers, nodeConfigFiles, { planDirOf, sealedOf });
  sayError(renderDiagnostics(diagnostics.filter(isError)));
  if (plan === null) return badSetUp;
  const text = renderPlan(plan);
  // A plan that cannot be kept is still a plan: the next command compiles it again.
  if (planPath !== "") writePlan(planPath, text, readersOf(layers));
  say(text);
  return 0;
}

/** The layers of the current folder, with everything worth knowing about them. */
function compileForPerson(prefix: string | null): number {
  const { host, layers, top, compiled } = compileHere();
  if (layers.seal && process.geteuid?.() === 0) return bake(host, layers.install, layers.seal, prefix);
  if (compiled === null) {
    say("interlock: there is no configuration, so there is nothing to compile\n");
    const own = top === "" ? "" : repositoryConfig(top);
    for (const path of ["/etc/interlock/config.yaml", layers.user, own]) {
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
  const path = planFile(host, layers);
  const failure =
    path === "" ? "there is no folder for it" : writePlan(path, renderPlan(plan), readersOf(layers));
  if (failure !== null) {
    sayError(renderDiagnostics([unwritable(path, failure)]));
    return badSetUp;
  }
  say(`interlock: ${describePlan(plan)} written to ${decodeUtf8(path)}\n`);
  sayInactive(host, plan, top);
  return 0;
}

function readersOf(layers: Layers): "owner" | "everybody" {
  if (layers.seal) return "owner";
  const text = layers.install === "" ? "" : nodeConfigFiles.readFile(layers.install);
  return typeof text === "string" && planDirOf(text) !== "" ? "everybody" : "owner";
}
