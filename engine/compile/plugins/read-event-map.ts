/**
 * A map from events to hooks, as docker-agent writes it, with flags such as `add_date: true` beside the events.
 */
import type { Layer } from "../../core/plan.ts";
import { resolvePoint } from "../../lifecycle/all-points.ts";
import { dialects, type DialectName } from "../../lifecycle/dialects/dialects.ts";
import { isRecord, type Result } from "../../lifecycle/merge-results.ts";
import type { Problem } from "../../core/problem.ts";
import { errorAt } from "../files/problem-at.ts";
import type { YamlPath, YamlSource } from "../files/yaml-source.ts";
import type { WrittenHandler } from "../schema/handler-schema.ts";
import {
  builtinFlags,
  eventHookSchema,
  matcherSchema,
  type BuiltinFlag,
} from "../schema/hook-file-schema.ts";
import { unknownPoint } from "../schema/hook-point-schema.ts";
import { parseWith } from "../schema/zod-issues.ts";
import type { WrittenHook } from "./written-hook.ts";

export interface EventMapPlace {
  source: YamlSource;
  path: YamlPath;
  plugin: string;
  layer: Layer;
  folder: string;
  cwd: string | null;
  /** The runtime whose own file this is. */
  dialect?: DialectName;
}

export interface ReadHooks {
  hooks: WrittenHook[];
  diagnostics: Problem[];
}

export function readEventMap(map: Result, place: EventMapPlace, read: ReadHooks): void {
  for (const [key, value] of Object.entries(map)) if (!isFlag(key)) readEvent(key, value, place, read);
  readFlags(map, place, read);
}

function isFlag(key: string): key is BuiltinFlag {
  return Object.hasOwn(builtinFlags, key);
}

/** In the order in which docker-agent adds them, whatever the order in the file is. */
export function readFlags(values: Result, place: EventMapPlace, read: ReadHooks): void {
  for (const key of Object.keys(builtinFlags).filter(isFlag))
    if (Object.hasOwn(values, key)) readFlag(key, values[key], place, read);
}

/** A flag of the agent: its builtin, at the point where the runtime would run it. */
function readFlag(key: BuiltinFlag, value: unknown, place: EventMapPlace, read: ReadHooks): void {
  const { schema, point } = builtinFlags[key];
  const parsed = parseWith(schema, sourceAt(place.source, [...place.path, key]), { laterKeys: [] });
  read.diagnostics.push(...parsed.diagnostics);
  if (parsed.value === null || parsed.value === false) return;
  const args = Array.isArray(value) ? (value as string[]) : [];
  addHook(key, point, { type: "builtin", command: key, args }, undefined, [...place.path, key], place, read);
}

function readEvent(event: string, value: unknown, place: EventMapPlace, read: ReadHooks): void {
  const path = [...place.path, event];
  if (resolvePoint(event) === null) {
    read.diagnostics.push(errorAt(place.source.file, place.source.keyFrame(path), unknownPoint(event)));
    return;
  }
  const entries = Array.isArray(value) ? value : [value];
  entries.forEach((entry: unknown, i) => {
    const at = Array.isArray(value) ? [...path, i] : path;
    if (!isRecord(entry) || !Object.hasOwn(entry, "hooks"))
      return readHook(event, undefined, at, place, read);
    const parsed = parseWith(matcherSchema, sourceAt(place.source, at), { laterKeys: [] });
    read.diagnostics.push(...parsed.diagnostics);
    const { hooks = [], matcher } = parsed.value ?? {};
    return hooks.forEach((_, j) => readHook(event, matcher, [...at, "hooks", j], place, read));
  });
}

function readHook(
  event: string,
  matcher: string | undefined,
  path: YamlPath,
  place: EventMapPlace,
  read: ReadHooks,
): void {
  const parsed = parseWith(eventHookSchema, sourceAt(place.source, path), { laterKeys: [] });
  read.diagnostics.push(...parsed.diagnostics);
  if (parsed.value === null) return;
  const { name: _, matcher: own, ...handler } = parsed.value;
  addHook(event, resolvePoint(event), handler, own ?? matcher, path, place, read);
}

function addHook(
  event: string,
  point: WrittenHook["point"] | null,
  handler: WrittenHandler,
  tool: string | undefined,
  path: YamlPath,
  place: EventMapPlace,
  read: ReadHooks,
): void {
  const { source, plugin, layer, folder, cwd, dialect } = place;
  const count = read.hooks.filter((hook) => hook.event === event).length + 1;
  const known: readonly (string | null)[] =
    dialect === undefined ? [] : Object.values(dialects[dialect].events);
  read.hooks.push({
    id: `${plugin}.${event}.${count}`,
    plugin,
    layer,
    point: point as WrittenHook["point"],
    event,
    priority: 100,
    isNumbered: true,
    enabled: true,
    summary: "",
    match: tool === undefined ? {} : { tool },
    envPresent: [],
    configPresent: [],
    onlyFor: {},
    environments: [],
    handler: known.includes(point) ? { dialect, ...handler } : handler,
    source,
    path,
    handlerPath: path,
    folder,
    cwd,
    isListed: false,
  });
}

/** A part of a file as if it were one. */
export function sourceAt(source: YamlSource, path: YamlPath): YamlSource {
  const value = path.reduce<unknown>(
    (current, step) =>
      typeof current === "object" && current !== null ? (current as Result)[String(step)] : undefined,
    source.value,
  );
  return {
    file: source.file,
    value,
    at: [...source.at, ...path],
    node: (inner) => source.node([...path, ...inner]),
    frame: (inner) => source.frame([...path, ...inner]),
    frameInside: (inner, part) => source.frameInside([...path, ...inner], part),
    keyFrame: (inner) => (inner.length === 0 ? source.frame(path) : source.keyFrame([...path, ...inner])),
    source: (inner) => source.source([...path, ...inner]),
    line: (inner) => source.line([...path, ...inner]),
  };
}
