/**
 * The YAML files in a layer's `hooks` folder: one hook each, or a map from events to hooks.
 */
import { decodeUtf8 } from "../../core/bytes.ts";
import type { Layer } from "../../core/plan.ts";
import { pointOf } from "../../lifecycle/all-points.ts";
import { isRecord, type Result } from "../../lifecycle/merge-results.ts";
import { folderOf, joinPath, type ConfigFiles } from "../files/config-files.ts";
import { errorAt } from "../files/diagnostic.ts";
import type { InputLog } from "../files/input-log.ts";
import { readYaml } from "../files/read-yaml.ts";
import type { YamlPath, YamlSource } from "../files/yaml-source.ts";
import { hookFileSchema, type HookFile } from "../schema/hook-file-schema.ts";
import { parseWith } from "../schema/zod-issues.ts";
import { standalone } from "./programs-of-layers.ts";
import { isFlag, readEventMap, readFlag, type EventMapPlace, type ReadHooks } from "./read-event-map.ts";

/** A folder with a `hooks` folder in it, a byte string, and whose it is. */
export interface HookFolder {
  folder: string;
  layer: Layer;
}

/**
 * Those of the layers, from the highest precedence to the lowest. `configs`: the config files, whether they exist or not;
 * empty where there is no such layer.
 */
export function hookFoldersOf(configs: { [L in Layer]: string }): HookFolder[] {
  const layers = (["repository", "user"] as const).filter((layer) => configs[layer] !== "");
  return layers.map((layer) => ({ folder: folderOf(configs[layer]), layer }));
}

/**
 * A hook of the same id in a later folder is shadowed; not one that git or gh fires: there it is a rule of a higher layer, and
 * two of one id are an error.
 */
export function readHookFiles(
  folders: readonly HookFolder[],
  files: ConfigFiles,
  log: Pick<InputLog, "stat">,
): ReadHooks {
  const read: ReadHooks = { hooks: [], diagnostics: [] };
  for (const { folder: parent, layer } of folders) {
    const folder = joinPath(parent, "hooks");
    if (log.stat(folder) === null) continue;
    const names = files.listDirectory(folder);
    if (typeof names === "number") continue;
    const found: ReadHooks = { hooks: [], diagnostics: [] };
    for (const name of names.filter((each) => /\.ya?ml$/.test(each)).sort())
      readFile(joinPath(folder, name), layer, files, log, found);
    const taken = new Set(read.hooks.map(({ id }) => id));
    read.hooks.push(...found.hooks.filter(({ id, point }) => !taken.has(id) || pointOf(point).fired));
    read.diagnostics.push(...found.diagnostics);
  }
  return read;
}

function readFile(
  file: string,
  layer: Layer,
  files: ConfigFiles,
  log: Pick<InputLog, "stat">,
  read: ReadHooks,
): void {
  const stat = log.stat(file);
  if (stat === null) return;
  const { source, diagnostics } = readYaml(files, file, stat);
  read.diagnostics.push(...diagnostics);
  if (source === null) return;
  // Paths in a repository's file begin at the repository, as its scripts do.
  const top = folderOf(folderOf(folderOf(file)));
  const cwd = layer === "user" ? null : top;
  const folder = layer === "user" ? folderOf(file) : top;
  const place = { source, layer, folder, cwd };
  if (!isRecord(source.value)) {
    const hint = "write 'id', 'event_type' and 'handler', or a map from events to hooks";
    read.diagnostics.push(
      errorAt(file, null, { code: "wrong-type", message: "the file must be a map", hint }),
    );
  } else if (Object.hasOwn(source.value, "id") || Object.hasOwn(source.value, "event_type"))
    readOne(source, { ...place, path: [], plugin: standalone[layer] }, read);
  else readMaps(source.value, { ...place, path: [], plugin: stemOf(file) }, read);
}

function readOne(source: YamlSource, place: EventMapPlace, read: ReadHooks): void {
  const parsed = parseWith(hookFileSchema, source, { laterKeys: [] });
  read.diagnostics.push(...parsed.diagnostics);
  if (parsed.value === null) return;
  const hook: HookFile = parsed.value;
  const { blocking } = hook;
  const bound = hook.event_type.map(({ point, event }) => ({
    ...place,
    id: hook.id,
    point,
    event,
    priority: hook.priority,
    enabled: hook.enabled,
    summary: (hook.summary ?? "").trim(),
    match: hook.match ?? {},
    envPresent: hook.when?.envPresent ?? [],
    configPresent: [],
    onlyFor: {},
    environments: hook.environments ?? [],
    handler: blocking === undefined ? hook.handler : { blocking, ...hook.handler },
    handlerPath: ["handler"],
    isListed: false,
  }));
  read.hooks.push(...bound);
}

/** Events at the top, under `hooks:`, or under `agents: {<name>: {hooks: ...}}` with the agent's flags beside them. */
function readMaps(value: Result, place: EventMapPlace, read: ReadHooks): void {
  const add = (map: unknown, path: YamlPath): void => {
    if (!isRecord(map)) return;
    const found = readEventMap(map, { ...place, path });
    read.hooks.push(...found.hooks);
    read.diagnostics.push(...found.diagnostics);
  };
  const { agents } = value;
  if (isRecord(agents)) {
    for (const [name, agent] of Object.entries(agents)) {
      if (!isRecord(agent)) continue;
      const path = ["agents", name];
      add(agent["hooks"], [...path, "hooks"]);
      for (const key of Object.keys(agent).filter(isFlag))
        readFlag(key, agent[key], { ...place, path }, read);
    }
  } else if (isRecord(value["hooks"])) {
    add(value["hooks"], ["hooks"]);
    for (const key of Object.keys(value).filter(isFlag)) readFlag(key, value[key], place, read);
  } else add(value, []);
}

/** The file's name without its ending: the plugin of the hooks in it. */
function stemOf(file: string): string {
  return decodeUtf8(file.slice(file.lastIndexOf("/") + 1).replace(/\.ya?ml$/, ""));
}
