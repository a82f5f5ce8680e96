import type { ManifestHook } from "./manifest-schema.ts";
import type { YamlPath } from "./yaml-source.ts";

/** Where an effect's value stands, or the effect itself if it has none. */
export function placeOf(effect: ManifestHook["effects"][number], path: YamlPath): YamlPath {
  if (effect.type === "list.appendUnique") return [...path, "values"];
  if (effect.value.length === 0) return path;
  return [...path, effect.type === "text.ensureSection" ? "body" : "value"];
}
