/**
 * The value of each parameter of a plugin: what config files set under `plugins.manifests.<plugin>.parameters`, or its default. The
 * highest layer that sets one decides; a layer below the one that installed the plugin does not count.
 */
import { suggestName } from "../../core/nearest-name.ts";
import type { Layer } from "../../core/plan.ts";
import type { Problem } from "../../core/problem.ts";
import { errorAt, type Finding } from "../files/problem-at.ts";
import type { YamlPath } from "../files/yaml-source.ts";
import { ignoredKey, type ConfigLayer } from "../layers/read-layers.ts";
import { isAtOrAbove } from "../schema/config-schema.ts";
import { whyUnfit, type Parameter, type ParameterValue } from "../schema/parameter-schema.ts";
import type { ParameterValues } from "./fill-parameters.ts";

/** The plugin, and where its manifest is. */
interface Installed {
  name: string;
  layer: Layer;
  file: string;
}

/** What a config file sets a parameter to, and where. */
interface Setting {
  value: ParameterValue;
  layer: ConfigLayer;
  path: YamlPath;
}

export function resolveParameters(
  layers: readonly ConfigLayer[],
  plugin: Installed,
  parameters: { readonly [name: string]: Parameter },
): { values: ParameterValues; diagnostics: Problem[] } {
  const { settings, diagnostics } = readSettings(layers, plugin);
  const refuse = ({ layer, path }: Setting, isKey: boolean, finding: Finding): void => {
    const frame = isKey ? layer.source.keyFrame(path) : layer.source.frame(path);
    diagnostics.push(errorAt(layer.file, frame, finding));
  };
  for (const [name, setting] of settings)
    if (!Object.hasOwn(parameters, name))
      refuse(setting, true, {
        code: "unknown-key",
        message: `plugin '${plugin.name}' has no parameter '${name}'`,
        hint: suggestName(name, Object.keys(parameters)),
      });
  const values: { [name: string]: ParameterValue } = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const setting = settings.get(name);
    const finding = setting === undefined ? null : whyUnfit(name, parameter, setting.value);
    if (setting !== undefined && finding !== null) refuse(setting, false, finding);
    const value = setting?.value ?? parameter.default;
    if (value === undefined) diagnostics.push(withoutValue(plugin, name));
    else values[name] = value;
  }
  return { values, diagnostics };
}

function readSettings(
  layers: readonly ConfigLayer[],
  { name: plugin, layer: installed, file }: Installed,
): { settings: Map<string, Setting>; diagnostics: Problem[] } {
  const settings = new Map<string, Setting>();
  const diagnostics: Problem[] = [];
  const installer = layers.find(({ layer }) => layer === installed)?.file ?? file;
  for (const layer of layers) {
    const set = layer.config.plugins?.manifests?.[plugin]?.parameters ?? {};
    for (const [name, value] of Object.entries(set)) {
      const path: YamlPath = ["plugins", "manifests", plugin, "parameters", name];
      const higher = settings.get(name)?.layer.file;
      const isBelow = !isAtOrAbove(layer.layer, installed);
      if (higher === undefined && !isBelow) settings.set(name, { value, layer, path });
      else
        diagnostics.push(
          ignoredKey(layer.file, layer.source.keyFrame(path), `'parameters.${name}'`, higher ?? installer),
        );
    }
  }
  return { settings, diagnostics };
}

function withoutValue({ name: plugin, file }: Installed, name: string): Problem {
  return errorAt(file, null, {
    code: "missing-key",
    message: `plugin '${plugin}' needs a value for its parameter '${name}'`,
    hint: `set it in the config file that installs the plugin: plugins: {manifests: {${plugin}: {parameters: {${name}: ...}}}}`,
  });
}
