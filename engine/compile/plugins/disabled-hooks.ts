/**
 * `plugins.manifests.<plugin>.extensions.disabledHooks`: hooks switched off by the layer that
 * installed the plugin, or by one above it.
 */
import { decodeUtf8 } from "../../core/bytes.ts";
import { isAtOrAbove } from "../schema/config-schema.ts";
import type { Problem } from "../../core/problem.ts";
import { errorAt, type Finding } from "../files/problem-at.ts";
import { suggestName } from "../../core/nearest-name.ts";
import type { ConfigLayer } from "../layers/read-layers.ts";
import type { Plugin } from "./read-plugin.ts";
import type { YamlPath } from "../files/yaml-source.ts";

export interface DisabledHooks {
  /** Path of the config file that switched a hook off, by hook id. */
  disabledBy: Map<string, string>;
  diagnostics: Problem[];
}

/** `allRead`: every config file and manifest could be read, so a plugin not among them does not exist. */
export function findDisabledHooks(
  layers: readonly ConfigLayer[],
  plugins: readonly Plugin[],
  allRead: boolean,
): DisabledHooks {
  const disabledBy = new Map<string, string>();
  const diagnostics: Problem[] = [];
  for (const layer of layers) {
    for (const [name, overrides] of Object.entries(layer.config.plugins?.manifests ?? {})) {
      const path: YamlPath = ["plugins", "manifests", name];
      const plugin = plugins.find((candidate) => candidate.name === name);
      if (plugin === undefined) {
        if (allRead)
          diagnostics.push(errorAt(layer.file, layer.source.keyFrame(path), unknownPlugin(name, plugins)));
        continue;
      }
      (overrides.extensions?.disabledHooks ?? []).forEach((id, i) => {
        const finding = whyNotDisabled(layer, plugin, id);
        const frame = layer.source.frame([...path, "extensions", "disabledHooks", i]);
        if (finding !== null) diagnostics.push(errorAt(layer.file, frame, finding));
        else if (!disabledBy.has(id)) disabledBy.set(id, layer.file);
      });
    }
  }
  return { disabledBy, diagnostics };
}

function unknownPlugin(name: string, plugins: readonly Plugin[]): Finding {
  const names = plugins.map((plugin) => plugin.name);
  return {
    code: "unknown-disabled-hook",
    message: `no plugin is called '${name}'`,
    hint: suggestName(name, names),
  };
}

/** Why this layer cannot switch the hook off, or null. */
function whyNotDisabled(layer: ConfigLayer, plugin: Plugin, id: string): Finding | null {
  if (!isAtOrAbove(layer.layer, plugin.layer)) {
    return {
      code: "disabled-from-below",
      message: `'${id}' cannot be disabled here: the ${plugin.layer} layer installed plugin '${plugin.name}', from '${decodeUtf8(plugin.file)}'`,
      hint: `remove it here; only the ${plugin.layer} layer or one above it can disable the hook`,
    };
  }
  // A manifest with errors has been reported; what hooks it has is not known.
  if (plugin.hooks === null) return null;
  const ids = [...plugin.hooks, ...plugin.programs].map((hook) => hook.id);
  if (ids.includes(id)) return null;
  return {
    code: "unknown-disabled-hook",
    message: `plugin '${plugin.name}' has no hook '${id}'`,
    hint: suggestName(id, ids),
  };
}
