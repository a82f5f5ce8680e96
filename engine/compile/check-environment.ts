/**
 * Which environment variables a contribution names, and whether its layer may read them.
 */
import type { Layer, Reference } from "../core/plan.ts";
import { errorAt, type Diagnostic, type Finding } from "./files/diagnostic.ts";
import type { LayerRights } from "./layers/layer-rights.ts";
import type { ManifestHook } from "./schema/manifest-schema.ts";
import type { YamlPath, YamlSource } from "./files/yaml-source.ts";

/** A variable that the layer may not read stays as written: `checkEnvironment` reports it. */
export function readableAs(
  reference: Reference,
  layer: Layer,
  { referenceTo }: Pick<LayerRights, "referenceTo">,
): Reference {
  const name = nameInEnvironment(reference);
  return name === null ? reference : (referenceTo(layer, name) ?? reference);
}

/** Variables that the layer may not read, at the places where it names them. */
export function checkEnvironment(
  hook: ManifestHook,
  layer: Layer,
  source: YamlSource,
  path: YamlPath,
  { referenceTo }: Pick<LayerRights, "referenceTo">,
): Diagnostic[] {
  const named: [name: string, place: YamlPath][] = [
    ...hook.when.envPresent.map((name, i): [string, YamlPath] => [name, [...path, "when", "envPresent", i]]),
    ...hook.effects.flatMap((effect, i) =>
      envNamesOf(effect).map((name): [string, YamlPath] => [name, placeOf(effect, [...path, "effects", i])]),
    ),
  ];
  return named
    .filter(([name]) => referenceTo(layer, name) === null)
    .map(([name, place]) => errorAt(source.file, source.frame(place), notListed(layer, name)));
}

/** The environment variables that an effect's values name. */
export function envNamesOf(effect: ManifestHook["effects"][number]): string[] {
  const templates = effect.type === "list.appendUnique" ? effect.values : [effect.value];
  const references = templates.flatMap((template) => template.filter((_, i) => i % 2 === 1));
  return references.map(nameInEnvironment).filter((name) => name !== null);
}

function nameInEnvironment(reference: Reference): string | null {
  return reference.startsWith("env.") ? reference.slice("env.".length) : null;
}

export function notListed(layer: Layer, name: string): Finding {
  return {
    code: "env-not-listed",
    message: `the ${layer} layer may not read the environment variable '${name}'`,
    hint: `if it may, list it in the user config (~/.config/interlock/config.yaml) or the install config: 'layers: {env: [${name}]}'`,
  };
}

/** Where an effect's value stands, or the effect itself if it has none. */
export function placeOf(effect: ManifestHook["effects"][number], path: YamlPath): YamlPath {
  if (effect.type === "list.appendUnique") return [...path, "values"];
  if (effect.value.length === 0) return path;
  return [...path, effect.type === "text.ensureSection" ? "body" : "value"];
}
