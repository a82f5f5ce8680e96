/**
 * The layers of the current folder, compiled. Writes nothing.
 */
import { anyLayer } from "../../shim/plan/layers.ts";
import { compileLayers, type CompiledLayers } from "./compile-layers.ts";
import { findLayersHere, type LayersHere } from "./layers-here.ts";

export interface CompiledHere extends LayersHere {
  /** Null if there is no configuration at all. */
  compiled: CompiledLayers | null;
}

export function compileHere(here: LayersHere = findLayersHere()): CompiledHere {
  const { layers } = here;
  return { ...here, compiled: anyLayer(layers) ? compileLayers(layers) : null };
}
