/**
 * Who may set what, and what does nothing yet.
 */
import type { Layer } from "../core/plan.ts";
import type { Config } from "./config-schema.ts";
import type { YamlPath } from "./yaml-source.ts";

/** From the highest to the lowest: a higher layer wins, a lower one only adds. */
export const layerOrder = ["install", "user", "repository"] as const satisfies readonly Layer[];

export function isAtOrAbove(layer: Layer, other: Layer): boolean {
  return layerOrder.indexOf(layer) <= layerOrder.indexOf(other);
}

/** Which layers may set a key. `user`: install and user; `highest`: user only where there is no install layer. */
type Right = "any" | "install" | "user" | "highest";

export const keyRights = {
  version: "any",
  plugins: "any",
  config: "any",
  mode: "highest",
  notices: "user",
  sealed: "install",
  planDir: "install",
  env: "install",
  envFile: "install",
  scope: "install",
  layers: "user",
  onEngineFailure: "install",
  push: "install",
  audit: "install",
  executableHooks: "install",
} as const satisfies { [K in keyof Config]-?: Right };

/** Validated, so that a config can be written now; without effect in this version. */
export const keysWithoutEffect: readonly YamlPath[] = [["executableHooks", "allow"]];
