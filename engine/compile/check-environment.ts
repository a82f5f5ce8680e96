/**
 * Which environment variables a contribution names, and whether its layer may read them.
 */
import { isListEffect, type Layer, type Reference } from "../core/plan.ts";
import type { Problem } from "../core/problem.ts";
import { envNamesOf, nameInEnvironment } from "./env-names.ts";
import { errorAt, type Finding } from "./files/problem-at.ts";
import type { LayerRights } from "./layers/layer-rights.ts";
import { valueKey } from "./schema/effect-schema.ts";
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
): Problem[] {
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

export function notListed(layer: Layer, name: string): Finding {
  return {
    code: "env-not-listed",
    message: `the ${layer} layer may not read the environment variable '${name}'`,
    hint: `if it may, list it in the user config (~/.config/interlock/config.yaml) or the install config: 'layers: {env: [${name}]}'`,
  };
}

/** Where an effect's value stands, or the effect itself if it has none. */
export function placeOf(effect: ManifestHook["effects"][number], path: YamlPath): YamlPath {
  const key = valueKey(effect.type);
  const isEmpty = !isListEffect(effect) && effect.value.length === 0;
  return key === null || isEmpty ? path : [...path, key];
}
