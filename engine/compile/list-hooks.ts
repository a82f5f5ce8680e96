/**
 * Every contribution in run order, for `interlock hooks` and for policies. The plan has only those that the hot path runs.
 */
import { encodeUtf8 } from "../core/bytes.ts";
import { hookPointNames, type HookPointName } from "../core/hook-points.ts";
import type { Layer } from "../core/plan.ts";
import { byRunOrder } from "./build-points.ts";
import { envNamesOf } from "./check-environment.ts";
import { folderOf, joinPath } from "./files/config-files.ts";
import type { Plugin } from "./plugins/read-plugin.ts";

export interface ListedHook {
  id: string;
  point: HookPointName;
  plugin: string;
  layer: Layer;
  priority: number;
  /** Path of the file that switched it off (a byte string), or null. */
  disabledBy: string | null;
  /** `file:line` of the declaration, a byte string. */
  source: string;
  summary: string;
  /** The types of its effects, in the order written. */
  effects: string[];
  /** Environment variables that it reads. */
  env: string[];
  policies: ListedPolicy[];
}

export interface ListedPolicy {
  /** As the manifest names it. */
  file: string;
  /** Where it is, a byte string. */
  path: string;
}

/** By hook point in the table's order, then as contributions run. */
export function listHooks(plugins: readonly Plugin[], disabledBy: ReadonlyMap<string, string>): ListedHook[] {
  const hooks = plugins.flatMap((plugin) => hooksOf(plugin, disabledBy));
  return hookPointNames.flatMap((point) => hooks.filter((hook) => hook.point === point).sort(byRunOrder));
}

function hooksOf(plugin: Plugin, disabledBy: ReadonlyMap<string, string>): ListedHook[] {
  const { name, layer, file, source } = plugin;
  if (source === null) return [];
  return (plugin.hooks ?? []).map((hook, i) => ({
    id: hook.id,
    point: hook.hook,
    plugin: name,
    layer,
    priority: hook.priority,
    disabledBy: disabledBy.get(hook.id) ?? (hook.enabled ? null : file),
    source: source.source(["extensions", "hooks", i]),
    summary: hook.summary ?? "",
    effects: hook.effects.map(({ type }) => type),
    env: [...new Set([...hook.when.envPresent, ...hook.effects.flatMap(envNamesOf)])].sort(),
    policies: hook.policies.map((policy) => ({
      file: policy.file,
      path: joinPath(folderOf(file), encodeUtf8(policy.file)),
    })),
  }));
}
