/**
 * The layers of the current folder, found as the shim finds them, and compiled. Writes nothing.
 */
import { isError } from "../../engine/compile/files/diagnostic.ts";
import type { ListedHook } from "../../engine/compile/list-hooks.ts";
import { findRepository } from "../../shim/git/repository.ts";
import type { Host } from "../../shim/host.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { anyLayer, findLayers, type Layers } from "../../shim/plan/layers.ts";
import { leftOutOf, type LeftOut } from "../../shim/plan/left-out.ts";
import { compileLayers, type CompiledLayers } from "./compile-layers.ts";
import { fromDiagnostic, type EngineDiagnostic } from "../../library/diagnostic.ts";
import { complainOfFiles } from "./complain.ts";
import { ownFolder } from "./own-install.ts";

export interface LayersHere {
  host: Host;
  layers: Layers;
  /** The work tree's top folder, empty outside a repository. */
  top: string;
}

export interface CompiledHere extends LayersHere {
  /** Null if there is no configuration at all. */
  compiled: CompiledLayers | null;
}

export function findLayersHere(): LayersHere {
  const host = createNodeHost({ argv: ["git"], ownFolder: ownFolder() });
  const found = findRepository(host, []);
  const repository = typeof found === "string" ? null : found;
  return { host, layers: findLayers(host, repository), top: repository?.top ?? "" };
}

export function compileHere(
  here: LayersHere = findLayersHere(),
  options: { hookFiles?: boolean } = {},
): CompiledHere {
  const { host, layers } = here;
  return { ...here, compiled: anyLayer(host, layers) ? compileLayers(layers, undefined, options) : null };
}

export interface HooksHere extends Pick<CompiledLayers, "plan" | "allowPrograms"> {
  /** In run order. */
  hooks: ListedHook[];
  /** Warnings about programs. */
  warnings: EngineDiagnostic[];
  /** The repository's layer, if it exists and is not used. */
  leftOut: LeftOut | null;
}

/** The hooks of the current folder. Null if the set-up does not work; the error is already printed. */
export function listHooksHere(here: LayersHere = findLayersHere()): HooksHere | null {
  const compiled = compileLayers(here.layers, undefined, { hookFiles: true });
  if (compiled.plan === null) {
    complainOfFiles(compiled.diagnostics.filter(isError));
    return null;
  }
  const warnings = compiled.diagnostics
    .filter(({ code }) => code === "program-not-allowed")
    .map(fromDiagnostic);
  const { plan, hooks, allowPrograms } = compiled;
  return { plan, hooks, allowPrograms, warnings, leftOut: leftOutOf(here.layers, plan) };
}
