/**
 * What a repository's layer asks for, for whoever is about to trust it.
 */
import type { LayerContent } from "../../engine/compile/layer-content.ts";
import type { ListedHook } from "../../engine/compile/list-hooks.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";

/** `hooks`: of all layers. */
export function describeLayer(
  file: string,
  hooks: readonly ListedHook[],
  content: LayerContent | null,
): string {
  const own = hooks.filter(({ layer }) => layer === "repository");
  const names = [...new Set(own.flatMap(({ env }) => env))].sort();
  const rows = [
    ["layer", file],
    ...own.map((hook) => ["hook", describeHook(hook)]),
    ...own.flatMap(({ policies }) => policies.map(({ path }) => ["policy", decodeUtf8(path)])),
    ["reads", names.length === 0 ? "no environment variable" : names.join(", ")],
    ...(content === null || content.digest === "" ? [] : [["digest", `sha256 ${content.digest}`]]),
  ];
  return rows.map(([name, value]) => `${(name as string).padEnd(8)}${value}\n`).join("");
}

function describeHook({ id, plugin, point, effects }: ListedHook): string {
  const what = effects.length === 0 ? "" : `, ${effects.join(", ")}`;
  return `${id} of plugin '${plugin}' at ${point}${what}`;
}
