/**
 * The YAML files in a layer's `hooks` folder: one hook each, or a map from events to hooks. One file that is wrong is
 * reported, and leaves all others working; but one that says what git and gh do is a rule, and without it nothing goes on.
 */
import { decodeUtf8 } from "../../core/bytes.ts";
import type { Layer } from "../../core/plan.ts";
import { pointNames, pointOf, resolvePoint, type PointName } from "../../lifecycle/all-points.ts";
import { isRecord, type Result } from "../../lifecycle/merge-results.ts";
import { folderOf, joinPath, type ConfigFiles } from "../files/config-files.ts";
import { isError, type Problem } from "../../core/problem.ts";
import { errorAt } from "../files/problem-at.ts";
import type { InputLog } from "../files/input-log.ts";
import { readYaml } from "../files/read-yaml.ts";
import type { YamlPath, YamlSource } from "../files/yaml-source.ts";
import { policyOf, type WrittenHandler } from "../schema/handler-schema.ts";
import { hookFileSchema } from "../schema/hook-file-schema.ts";
import { parseWith } from "../schema/zod-issues.ts";
import { standalone } from "./programs-of-layers.ts";
import { readEventMap, readFlags, type EventMapPlace, type ReadHooks } from "./read-event-map.ts";

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
 * two of one id are an error. Maps from events to hooks are merged.
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
    for (const name of names.filter((each) => /\.ya?ml$/.test(each)).sort()) {
      const ofFile = readFile(joinPath(folder, name), layer, files, log);
      found.hooks.push(...ofFile.hooks);
      found.diagnostics.push(...ofFile.diagnostics);
    }
    const taken = new Set(read.hooks.filter(({ isNumbered }) => !isNumbered).map(({ id }) => id));
    read.hooks.push(
      ...found.hooks.filter(
        ({ id, point, isNumbered }) => isNumbered || !taken.has(id) || pointOf(point).fired,
      ),
    );
    read.diagnostics.push(...found.diagnostics);
  }
  return read;
}

function readFile(file: string, layer: Layer, files: ConfigFiles, log: Pick<InputLog, "stat">): ReadHooks {
  const read: ReadHooks = { hooks: [], diagnostics: [] };
  const stat = log.stat(file);
  if (stat === null) return read;
  const { source, text, diagnostics } = readYaml(files, file, stat);
  read.diagnostics.push(...diagnostics);
  if (source !== null) readSource(source, file, layer, read);
  const isRule = source === null ? namesRule(text) : declaresRule(source.value);
  return {
    hooks: read.hooks.map((hook) => ({ ...hook, mayBeLeftOut: !pointOf(hook.point).fired })),
    diagnostics: isRule ? read.diagnostics : read.diagnostics.map(asWarning),
  };
}

function readSource(source: YamlSource, file: string, layer: Layer, read: ReadHooks): void {
  // Paths in a repository's file begin at the repository, as its scripts do.
  const top = folderOf(folderOf(folderOf(file)));
  const cwd = layer === "user" ? null : top;
  const folder = layer === "user" ? folderOf(file) : top;
  const place = { source, layer, folder, cwd, path: [] };
  if (!isRecord(source.value)) {
    const hint = "write 'id', 'event_type' and 'handler', or a map from events to hooks";
    read.diagnostics.push(
      errorAt(file, null, { code: "wrong-type", message: "the file must be a map", hint }),
    );
  } else if (Object.hasOwn(source.value, "id") || Object.hasOwn(source.value, "event_type"))
    readOne(source, { ...place, plugin: standalone[layer] }, read);
  else readMaps(source.value, { ...place, plugin: stemOf(file) }, read);
}

function readOne(source: YamlSource, place: EventMapPlace, read: ReadHooks): void {
  const parsed = parseWith(hookFileSchema, source, { laterKeys: [] });
  read.diagnostics.push(...parsed.diagnostics);
  if (parsed.value === null) return;
  const { event_type, summary, match, when, environments, blocking, effects: _, ...hook } = parsed.value;
  const handler = blocking === undefined ? hook.handler : { blocking, ...hook.handler };
  const bound = event_type.map(({ point, event }) => ({
    ...place,
    ...hook,
    point,
    event,
    summary: (summary ?? "").trim(),
    match: match ?? {},
    envPresent: when?.envPresent ?? [],
    configPresent: [],
    onlyFor: {},
    environments: environments ?? [],
    handler,
    handlerPath: ["handler"],
    statusRefuses: doesStatusRefuse(point, event, handler),
    isListed: false,
  }));
  read.hooks.push(...bound);
}

/**
 * The events that such files were made for. A handler that fails is not fatal there, however it fails, unless its file says
 * that it is; elsewhere the convention of agents' runtimes holds.
 */
const ownEvents = [
  "UserPromptSubmit",
  "PreAbilityCall",
  "PostAbilityCall",
  "SessionStart",
  "SessionEnd",
  "SessionStop",
];

function doesStatusRefuse(point: PointName, event: string, handler: WrittenHandler): boolean {
  if (!ownEvents.includes(event) || handler.dialect !== undefined) return true;
  return policyOf(handler) === "block" && pointOf(point).refuses !== null;
}

/** Events at the top, under `hooks:`, or under `agents: {<name>: {hooks: ...}}` with the agent's flags beside them. */
function readMaps(value: Result, place: EventMapPlace, read: ReadHooks): void {
  const { agents, hooks } = value;
  if (isRecord(agents)) {
    // Only docker-agent writes agents.
    for (const [name, agent] of Object.entries(agents))
      if (isRecord(agent))
        readBeside(agent, { ...place, path: ["agents", name], dialect: "docker-agent" }, read);
  } else if (isRecord(hooks)) readBeside(value, place, read);
  else readEventMap(value, place, read);
}

/** A map under `hooks`, and flags beside it. */
function readBeside(value: Result, place: EventMapPlace, read: ReadHooks): void {
  const path: YamlPath = [...place.path, "hooks"];
  if (isRecord(value["hooks"])) readEventMap(value["hooks"], { ...place, path }, read);
  readFlags(value, place, read);
}

/** The file's name without its ending: the plugin of the hooks in it. */
function stemOf(file: string): string {
  return decodeUtf8(file.slice(file.lastIndexOf("/") + 1).replace(/\.ya?ml$/, ""));
}

function asWarning(diagnostic: Problem): Problem {
  return isError(diagnostic) ? { ...diagnostic, severity: "warning" } : diagnostic;
}

const rulePoints = pointNames.filter((name) => pointOf(name).fired);

/** Is it for a point that git or gh fires? */
function declaresRule(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { event_type, agents, hooks } = value;
  const maps = isRecord(agents) ? Object.values(agents).map(hooksIn) : [isRecord(hooks) ? hooks : value];
  const events = event_type === undefined ? maps.filter(isRecord).flatMap(Object.keys) : [event_type].flat();
  return events.some((event) => {
    const point = typeof event === "string" ? resolvePoint(event) : null;
    return point !== null && pointOf(point).fired;
  });
}

function hooksIn(agent: unknown): unknown {
  return isRecord(agent) ? agent["hooks"] : null;
}

/** The same for a file that is no YAML. */
function namesRule(text: string): boolean {
  return rulePoints.some((name) => [name, ...pointOf(name).aliases].some((each) => text.includes(each)));
}
