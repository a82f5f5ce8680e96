/**
 * Every contribution in run order, for `interlock hooks` and for policies. The plan has only those that the hot path runs.
 */
import { encodeUtf8 } from "../core/bytes.ts";
import { isCorePoint, pointNames } from "../lifecycle/all-points.ts";
import type { DeclaredHook } from "../lifecycle/declared/declared-hook.ts";
import { byRunOrder, type FiledHook } from "../lifecycle/hook.ts";
import { envNamesOf, envNamesOfVariable } from "./env-names.ts";
import { folderOf, joinPath } from "./files/config-files.ts";
import type { Plugin } from "./plugins/read-plugin.ts";

export interface ListedHook extends FiledHook {
  /** The types of its effects, in the order written. */
  effects: string[];
  /** Environment variables that it reads. */
  env: string[];
  policies: ListedPolicy[];
  /** The kind of its handler and what it runs; null if it has none. */
  handler: ListedHandler | null;
  /** Where a hook with a handler runs at all, and how its file names the kind. */
  declared?: Pick<DeclaredHook, "present" | "environments"> & { kind: string };
}

export interface ListedHandler {
  kind: string;
  command: string | readonly string[];
  args: readonly string[];
}

export interface ListedPolicy {
  /** As the manifest names it. */
  file: string;
  /** Where it is, a byte string. */
  path: string;
}

/** By hook point in the table's order, then as contributions run: programs come before effects where git or gh fires the point. */
export function listHooks(
  plugins: readonly Plugin[],
  disabledBy: ReadonlyMap<string, string>,
  programs: readonly DeclaredHook[],
): ListedHook[] {
  const byId = new Map(programs.map((program) => [program.id, program]));
  const listed = plugins
    .flatMap((plugin) => hooksOf(plugin, disabledBy))
    .map((hook) => withProgram(hook, byId));
  const ids = new Set(listed.map(({ id }) => id));
  return sortHooks([...listed, ...programs.filter(({ id }) => !ids.has(id)).map(listProgram)]);
}

export function sortHooks(hooks: readonly ListedHook[]): ListedHook[] {
  const isAfter = ({ point, handler }: ListedHook): number =>
    isCorePoint(point) && handler === null ? 1 : 0;
  return pointNames.flatMap((point) =>
    hooks.filter((hook) => hook.point === point).sort((a, b) => isAfter(a) - isAfter(b) || byRunOrder(a, b)),
  );
}

/** A program may be disabled for a reason of its own. */
function withProgram(hook: ListedHook, byId: ReadonlyMap<string, DeclaredHook>): ListedHook {
  const program = byId.get(hook.id);
  if (program === undefined) return hook;
  const { event, disabledBy, handler, declared, env } = listProgram(program);
  const both = [...new Set([...hook.env, ...env])].sort();
  return { ...hook, event, disabledBy, handler, ...(declared === undefined ? {} : { declared }), env: both };
}

export function listProgram(program: DeclaredHook): ListedHook {
  const { handler, present, environments, match: _, onlyFor: __, ...filed } = program;
  const { kind, writtenKind, command, args } = handler;
  return {
    ...filed,
    effects: [],
    env: [...new Set(handler.env.flatMap(envNamesOfVariable))].sort(),
    policies: [],
    handler: { kind, command, args },
    declared: { present, environments, kind: writtenKind },
  };
}

function hooksOf(plugin: Plugin, disabledBy: ReadonlyMap<string, string>): ListedHook[] {
  const { name, layer, file, source } = plugin;
  if (source === null) return [];
  return (plugin.hooks ?? []).map((hook, i) => ({
    id: hook.id,
    point: hook.hook,
    event: hook.hook,
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
    handler: null,
  }));
}
