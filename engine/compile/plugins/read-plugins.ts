/**
 * Reads the plugins of all layers. A name and a hook id belong to one plugin: nothing is shadowed.
 */
import { decodeUtf8 } from "../../core/bytes.ts";
import { joinPath, manifestName, type ConfigFiles } from "../files/config-files.ts";
import type { Problem } from "../../core/problem.ts";
import { errorAt } from "../files/problem-at.ts";
import { findPlugins, findPluginsInPlace } from "./find-plugins.ts";
import type { InputLog } from "../files/input-log.ts";
import type { ConfigLayer } from "../layers/read-layers.ts";
import { readPlugin, type Plugin } from "./read-plugin.ts";

export interface ReadPlugins {
  /** From the highest layer to the lowest. */
  plugins: Plugin[];
  diagnostics: Problem[];
}

/** `repository`: where the repository's config file is, or would be; empty if it has no layer. */
export function readPlugins(
  layers: readonly ConfigLayer[],
  repository: string,
  files: ConfigFiles,
  log: InputLog,
): ReadPlugins {
  const plugins: Plugin[] = [];
  const diagnostics: Problem[] = [];
  for (const layer of layers) {
    const found = findPlugins(layer, files, log);
    diagnostics.push(...found.diagnostics);
    for (const folder of found.folders) {
      const read = readPlugin(folder, layer.layer, layers, files, log);
      diagnostics.push(...read.diagnostics);
      plugins.push(read.plugin);
    }
  }
  if (repository !== "") {
    const found = findPluginsInPlace(repository, files, log);
    // One that a config file names is the same plugin, and of that file's layer.
    const known = new Set(plugins.map(({ file }) => files.realPath(file)));
    const others = found.folders.filter(
      (folder) => !known.has(files.realPath(joinPath(folder, manifestName))),
    );
    const read = others.map((folder) => readPlugin(folder, "repository", layers, files, log));
    plugins.push(...read.map(({ plugin }) => plugin));
    diagnostics.push(...found.diagnostics, ...read.flatMap((each) => each.diagnostics));
  }
  // A plugin that is there twice has all of its ids twice: one mistake, one error.
  const names = plugins.map(({ name }) => name);
  const once = plugins.filter(({ name }, i) => names.indexOf(name) === i);
  diagnostics.push(...checkNames(plugins), ...checkHookIds(once));
  return { plugins, diagnostics };
}

function checkNames(plugins: readonly Plugin[]): Problem[] {
  const owners = new Map<string, Plugin>();
  const diagnostics: Problem[] = [];
  for (const plugin of plugins) {
    const owner = owners.get(plugin.name);
    if (owner === undefined) {
      owners.set(plugin.name, plugin);
      continue;
    }
    diagnostics.push(
      errorAt(plugin.file, plugin.source?.frame(["name"]) ?? null, {
        code: "duplicate-plugin",
        message: `plugin '${plugin.name}' is already installed by the ${owner.layer} layer, from '${decodeUtf8(owner.file)}'`,
        hint: "remove one of the two, or give this one another 'name:'",
      }),
    );
  }
  return diagnostics;
}

function checkHookIds(plugins: readonly Plugin[]): Problem[] {
  const owners = new Map<string, string>();
  const diagnostics: Problem[] = [];
  for (const { source, hooks } of plugins) {
    if (source === null) continue;
    (hooks ?? []).forEach(({ id }, i) => {
      const path = ["extensions", "hooks", i, "id"];
      const owner = owners.get(id);
      if (owner === undefined) {
        owners.set(id, source.source(path));
        return;
      }
      diagnostics.push(
        errorAt(source.file, source.frame(path), {
          code: "duplicate-hook",
          message: `hook id '${id}' is already taken, at '${decodeUtf8(owner)}'`,
          hint: "give one of the two hooks another id",
        }),
      );
    });
  }
  return diagnostics;
}
