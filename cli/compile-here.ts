/**
 * The layers of the current folder, found as the shim finds them, and compiled. Writes nothing.
 */
import { compilePlan, type CompiledPlan } from "../engine/compile/compile-plan.ts";
import type { ListedHook } from "../engine/compile/list-hooks.ts";
import { isError } from "../engine/compile/diagnostic.ts";
import { encodeUtf8 } from "../engine/core/bytes.ts";
import { findRepository } from "../shim/git/repository.ts";
import type { Host } from "../shim/host.ts";
import { anyLayer, findLayers, planDirOf, sealedOf, type Layers } from "../shim/layers.ts";
import { nodeConfigFiles } from "../shim/node/config-files.ts";
import { createNodeHost } from "../shim/node/node-host.ts";
import { complainOfFiles } from "./complain.ts";
import { ownPrefix } from "./own-prefix.ts";

export interface CompiledHere {
  host: Host;
  layers: Layers;
  /** The work tree's top folder, empty outside a repository. */
  top: string;
  /** Null if there is no configuration at all. */
  compiled: CompiledPlan | null;
}

export function compileHere(): CompiledHere {
  const host = createNodeHost({ argv: ["git"], ownFolder: encodeUtf8(`${ownPrefix()}/bin`) });
  const repository = findRepository(host, []);
  const top = typeof repository === "string" ? "" : repository.top;
  const layers = findLayers(host, top);
  const compiled = anyLayer(host, layers)
    ? compilePlan(layers, nodeConfigFiles, { planDirOf, sealedOf })
    : null;
  return { host, layers, top, compiled };
}

/** The hooks of the current folder in run order; null if the set-up does not work, which is said. */
export function listHooksHere(): ListedHook[] | null {
  const { compiled } = compileHere();
  if (compiled === null) return [];
  if (compiled.plan !== null) return compiled.hooks;
  complainOfFiles(compiled.diagnostics.filter(isError));
  return null;
}
