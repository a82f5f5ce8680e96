/**
 * Programs in a layer's folders that no manifest names: whose they are, and whether they may run.
 */
import type { Layer } from "../../core/plan.ts";

/** The names that stand for the plugin of such hooks: whose folder they come from. */
export const standalone = { install: "local", repository: "local", user: "global" } as const;

/** Does a file of this name declare hooks? */
export function isHookFile(path: string): boolean {
  return /\/hooks\/[^/]+\.ya?ml$/.test(path);
}

/** Programs that come with a clone run only where somebody else says so. Builtins are ours. */
export function isAllowedIn(layer: Layer, name: string, allow: boolean | readonly string[]): boolean {
  if (layer !== "repository") return true;
  return typeof allow === "boolean" ? allow : allow.includes(name);
}
