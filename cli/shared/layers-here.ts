/**
 * The layers of the current folder, found as the shim finds them. Without the compiler, which takes long to load.
 */
import { findRepository } from "../../shim/git/repository.ts";
import type { Host } from "../../shim/host.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { findLayers, type Layers } from "../../shim/plan/layers.ts";
import { ownFolder } from "./own-install.ts";

export interface LayersHere {
  host: Host;
  layers: Layers;
  /** The work tree's top folder, empty outside a repository. */
  top: string;
  /** The folder of git's own files for it, empty outside a repository. */
  gitDir: string;
}

export function findLayersHere(): LayersHere {
  const host = createNodeHost({ argv: ["git"], ownFolder: ownFolder() });
  const found = findRepository(host, []);
  const repository = typeof found === "string" ? null : found;
  return {
    host,
    layers: findLayers(host, repository),
    top: repository?.top ?? "",
    gitDir: repository?.gitDir ?? "",
  };
}
