/**
 * Reads one plugin: its manifest, its name, and the files that its policies name.
 */
import { decodeUtf8 } from "../../core/bytes.ts";
import type { Layer } from "../../core/plan.ts";
import { checkPolicyFile } from "./check-policy-file.ts";
import { joinPath, lastNameOf, type ConfigFiles, manifestName } from "../files/config-files.ts";
import { isError, type Problem } from "../../core/problem.ts";
import { errorAt, noteAt } from "../files/problem-at.ts";
import type { InputLog } from "../files/input-log.ts";
import { manifestSchema, type ManifestHook } from "../schema/manifest-schema.ts";
import { readYaml } from "../files/read-yaml.ts";
import { parametersSchema } from "../schema/parameter-schema.ts";
import { fillParameters } from "./fill-parameters.ts";
import { resolveParameters } from "./resolve-parameters.ts";
import type { ConfigLayer } from "../layers/read-layers.ts";
import { pluginName } from "../schema/schema-parts.ts";
import type { YamlPath, YamlSource } from "../files/yaml-source.ts";
import { parseWith } from "../schema/zod-issues.ts";
import { isRecord, type Result } from "../../lifecycle/merge-results.ts";
import { readEventMap, readFlags, sourceAt, type EventMapPlace, type ReadHooks } from "./read-event-map.ts";
import type { WrittenHook } from "./written-hook.ts";

export interface Plugin {
  name: string;
  layer: Layer;
  /** Path of the manifest. */
  file: string;
  /** Null if the file is no YAML. */
  source: YamlSource | null;
  /** Null if the manifest has errors, so that its hooks are unknown. */
  hooks: ManifestHook[] | null;
  /** Those with a handler, whether they stand in the list of hooks or in a map from events. */
  programs: WrittenHook[];
}

export function readPlugin(
  folder: string,
  layer: Layer,
  layers: readonly ConfigLayer[],
  files: ConfigFiles,
  log: InputLog,
): { plugin: Plugin; diagnostics: Problem[] } {
  const file = joinPath(folder, manifestName);
  const folderName = decodeUtf8(lastNameOf(folder));
  const plugin: Plugin = { name: folderName, layer, file, source: null, hooks: null, programs: [] };
  const stat = log.stat(file);
  // Removed since it was found: the plan will be stale at once.
  if (stat === null) return { plugin, diagnostics: [] };
  const read = readYaml(files, file, stat);
  if (read.source === null) return { plugin, diagnostics: read.diagnostics };

  plugin.source = read.source;
  plugin.name = namedIn(read.source) ?? folderName;
  const filled = withParameters(read.source, plugin, layers);
  if (filled.diagnostics.some(isError)) return { plugin, diagnostics: filled.diagnostics };
  const { source } = filled;
  const map = eventMapOf(source.value);
  const parsed = parseWith(manifestSchema, map === null ? source : withoutMap(source), { laterKeys: [] });
  const diagnostics = [...filled.diagnostics, ...parsed.diagnostics];
  if (namedIn(source) === null && !pluginName.safeParse(folderName).success)
    diagnostics.push(unnamed(file, folderName));
  if (parsed.value === null) return { plugin, diagnostics };
  plugin.hooks = parsed.value.extensions?.hooks ?? [];
  const path: YamlPath = ["extensions"];
  const written = readPrograms(plugin.hooks, map, {
    source,
    path,
    plugin: plugin.name,
    layer,
    folder,
    cwd: null,
  });
  plugin.programs = written.hooks;
  diagnostics.push(...written.diagnostics);
  if (plugin.hooks.length + plugin.programs.length === 0 && diagnostics.length === 0)
    diagnostics.push(noHooks(file, plugin.name));
  diagnostics.push(...checkPolicies(plugin.hooks, source, folder, files, log));
  return { plugin, diagnostics };
}

/** The manifest with its parameters filled in, or all that is wrong with them. */
function withParameters(
  source: YamlSource,
  plugin: Plugin,
  layers: readonly ConfigLayer[],
): { source: YamlSource; diagnostics: Problem[] } {
  const place = sourceAt(source, ["extensions", "parameters"]);
  const parsed = parseWith(parametersSchema.optional(), place, { laterKeys: [] });
  if (parsed.diagnostics.length > 0) return { source, diagnostics: parsed.diagnostics };
  const resolved = resolveParameters(layers, plugin, parsed.value ?? {});
  if (resolved.diagnostics.some(isError)) return { source, diagnostics: resolved.diagnostics };
  const filled = fillParameters(source, resolved.values);
  return { source: filled.source, diagnostics: [...resolved.diagnostics, ...filled.diagnostics] };
}

/** `extensions.hooks` as a map from events to hooks; null if it is a list, or something else. */
function eventMapOf(value: unknown): Result | null {
  const extensions = isRecord(value) ? value["extensions"] : null;
  const hooks = isRecord(extensions) ? extensions["hooks"] : null;
  return isRecord(hooks) ? hooks : null;
}

/** The manifest's own form has a list of hooks; the map is read by itself. */
function withoutMap(source: YamlSource): YamlSource {
  const value = source.value as { extensions: Result };
  return { ...source, value: { ...value, extensions: { ...value.extensions, hooks: [] } } };
}

function readPrograms(hooks: readonly ManifestHook[], map: Result | null, place: EventMapPlace): ReadHooks {
  const read: ReadHooks = { hooks: [], diagnostics: [] };
  if (map !== null) readEventMap(map, { ...place, path: ["extensions", "hooks"] }, read);
  readFlags((place.source.value as { extensions?: Result }).extensions ?? {}, place, read);
  read.hooks.push(...hooks.flatMap((hook, i) => fromManifest(hook, i, place)));
  return read;
}

function fromManifest(hook: ManifestHook, index: number, place: EventMapPlace): WrittenHook[] {
  if (hook.handler === undefined) return [];
  const path: YamlPath = ["extensions", "hooks", index];
  const written = ((place.source.value as { extensions: { hooks: Result[] } }).extensions.hooks[index] ?? {})[
    "hook"
  ];
  const { envPresent, configPresent, commit, remote } = hook.when;
  return [
    {
      ...place,
      id: hook.id,
      point: hook.hook,
      event: String(written),
      priority: hook.priority,
      enabled: hook.enabled,
      summary: hook.summary ?? "",
      match: hook.match ?? {},
      envPresent,
      configPresent,
      onlyFor: { ...(commit.length > 0 ? { commit } : {}), ...(remote.length > 0 ? { remote } : {}) },
      environments: [],
      handler: hook.handler,
      path,
      handlerPath: [...path, "handler"],
      isListed: true,
    },
  ];
}

/** The name as written, valid or not: other messages call the plugin by it. */
function namedIn(source: YamlSource): string | null {
  const name = (source.value as { name?: unknown } | null)?.name;
  return typeof name === "string" ? name : null;
}

function checkPolicies(
  hooks: readonly ManifestHook[],
  source: YamlSource,
  folder: string,
  files: ConfigFiles,
  log: InputLog,
): Problem[] {
  const diagnostics: Problem[] = [];
  hooks.forEach((hook, i) =>
    hook.policies.forEach((policy, j) => {
      const finding = checkPolicyFile(folder, policy.file, files, log);
      if (finding === null) return;
      const frame = source.frame(["extensions", "hooks", i, "policies", j, "file"]);
      diagnostics.push(errorAt(source.file, frame, finding));
    }),
  );
  return diagnostics;
}

/** Another program may use the manifest, but a plugin that is listed here usually should have a rule. */
function noHooks(file: string, name: string): Problem {
  return noteAt(file, null, {
    code: "no-hooks",
    message: `plugin '${name}' has no hooks: 'extensions.hooks' is missing or empty`,
    hint: "",
  });
}

function unnamed(file: string, folderName: string): Problem {
  return errorAt(file, null, {
    code: "plugin-folder",
    message: `the plugin has no 'name', and its folder's name '${folderName}' cannot be one`,
    hint: "add 'name:' with small letters, digits and '-', or rename the folder",
  });
}
