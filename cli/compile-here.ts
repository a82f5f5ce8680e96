/**
 * The layers of the current folder, found as the shim finds them, and compiled. Writes nothing.
 */
import type { ListedHook } from "../engine/compile/list-hooks.ts";
import { isError } from "../engine/compile/diagnostic.ts";
import { encodeUtf8 } from "../engine/core/bytes.ts";
import { findRepository } from "../shim/git/repository.ts";
import type { Host } from "../shim/host.ts";
import { leftOutOf, type LeftOut } from "../shim/plan/left-out.ts";
import { anyLayer, findLayers, type Layers } from "../shim/plan/layers.ts";
import { createNodeHost } from "../shim/node/node-host.ts";
import { complainOfFiles } from "./complain.ts";
import { compileLayers, type CompiledLayers } from "./compile-layers.ts";
import { ownPrefix } from "./own-prefix.ts";

export interface CompiledHere {
  host: Host;
  layers: Layers;
  /** The work tree's top folder, empty outside a repository. */
  top: string;
  /** Null if there is no configuration at all. */
  compiled: CompiledLayers | null;
}

export function compileHere(): CompiledHere {
  const host = createNodeHost({ argv: ["git"], ownFolder: encodeUtf8(`${ownPrefix()}/bin`) });
  const found = findRepository(host, []);
  const repository = typeof found === "string" ? null : found;
  const layers = findLayers(host, repository);
  const compiled = anyLayer(host, layers) ? compileLayers(layers) : null;
  return { host, layers, top: repository?.top ?? "", compiled };
}

export interface HooksHere {
  /** In run order. */
  hooks: ListedHook[];
  /** The repository's layer, if it is there and does not count. */
  leftOut: LeftOut | null;
}

/** The hooks of the current folder; null if the set-up does not work, which is said. */
export function listHooksHere(): HooksHere | null {
  const { layers, compiled } = compileHere();
  if (compiled === null) return { hooks: [], leftOut: null };
  if (compiled.plan !== null) return { hooks: compiled.hooks, leftOut: leftOutOf(layers, compiled.plan) };
  complainOfFiles(compiled.diagnostics.filter(isError));
  return null;
}
