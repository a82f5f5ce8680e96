/**
 * Hooks with handlers, from all files: whether their layer may run programs, which variables they get, and whether there
 * is a handler of that kind at all.
 */
import { decodeUtf8, encodeUtf8 } from "../core/bytes.ts";
import type { Layer, Plan, PlannedProgram } from "../core/plan.ts";
import { suggestName } from "../core/nearest-name.ts";
import { pointOf, programLimitMs } from "../lifecycle/all-points.ts";
import type { DeclaredHook, MatchForm } from "../lifecycle/declared/declared-hook.ts";
import { byRunOrder } from "../lifecycle/hook.ts";
import { notListed } from "./check-environment.ts";
import { joinPath } from "./files/config-files.ts";
import { errorAt, warningAt, type Diagnostic, type Finding } from "./files/diagnostic.ts";
import type { YamlPath } from "./files/yaml-source.ts";
import type { LayerRights } from "./layers/layer-rights.ts";
import type { ConfigLayer } from "./layers/read-layers.ts";
import { isAllowedIn } from "./plugins/programs-of-layers.ts";
import type { WrittenHook } from "./plugins/written-hook.ts";
import type { Config } from "./schema/config-schema.ts";
import { kindOf, limitOf, policyOf, type WrittenMatch } from "./schema/handler-schema.ts";

/** What an engine can run: the kinds of handlers, and the builtins. */
export interface HandlerNames {
  kinds: readonly string[];
  builtins: readonly string[];
  /** For an engine that fires all points itself: what cannot run where git or gh fires one can run there. */
  inCommits?: boolean;
}

export const shippedHandlers: HandlerNames = {
  kinds: ["command", "builtin"],
  builtins: ["add_date", "add_environment_info", "add_prompt_files"],
};

export interface BuiltPrograms {
  /** In run order. */
  programs: DeclaredHook[];
  diagnostics: Diagnostic[];
}

export function buildPrograms(
  hooks: readonly WrittenHook[],
  layers: readonly ConfigLayer[],
  disabledBy: ReadonlyMap<string, string>,
  rights: Pick<LayerRights, "referenceTo">,
  known: HandlerNames,
): BuiltPrograms {
  const diagnostics: Diagnostic[] = [];
  const allow = allowedPrograms(layers);
  const owners = new Map<string, WrittenHook>();
  const programs = hooks.map((hook): DeclaredHook => {
    const at = (path: YamlPath, finding: Finding): void =>
      void diagnostics.push(errorAt(hook.source.file, hook.source.frame(path), finding));
    const owner = owners.get(hook.id);
    // One file may name several events. The list of contributions is checked where it is read.
    const isSame = owner?.source === hook.source && owner.path === hook.path;
    if (owner !== undefined && !isSame && !(owner.isListed && hook.isListed))
      at(hook.path, duplicate(hook.id, owner));
    owners.set(hook.id, owner ?? hook);
    const kind = kindOf(hook.handler);
    const unknown = whyUnknown(hook, kind, known);
    if (unknown !== null) at([...hook.handlerPath, unknown.key], unknown.finding);
    const misplaced = whyMisplaced(hook, kind, known.inCommits ?? false);
    if (misplaced !== null) at(hook.path, misplaced);
    const env = (hook.handler.env ?? []).map((name, i) => {
      const reference = rights.referenceTo(hook.layer, name);
      if (reference === null) at([...hook.handlerPath, "env", i], notListed(hook.layer, name));
      return { name, reference: reference ?? "" };
    });
    hook.envPresent.forEach((name, i) => {
      if (rights.referenceTo(hook.layer, name) === null)
        at([...hook.path, "when", "envPresent", i], notListed(hook.layer, name));
    });
    const isAllowed = mayRun(hook, kind, allow);
    const off = disabledBy.get(hook.id) ?? (hook.enabled ? null : hook.source.file);
    if (!isAllowed && off === null)
      diagnostics.push(warningAt(hook.source.file, hook.source.frame(hook.handlerPath), notAllowed(hook)));
    return declare(hook, kind, env, off ?? (isAllowed ? null : encodeUtf8("executableHooks.allow")), rights);
  });
  return { programs: programs.sort(byRunOrder), diagnostics };
}

function declare(
  hook: WrittenHook,
  kind: string,
  env: DeclaredHook["handler"]["env"],
  disabledBy: string | null,
  { referenceTo }: Pick<LayerRights, "referenceTo">,
): DeclaredHook {
  const { id, plugin, point, event, layer, priority, summary, environments, handler, folder, cwd } = hook;
  return {
    id,
    plugin,
    point,
    event,
    layer,
    priority,
    source: hook.source.source(hook.path),
    summary,
    disabledBy,
    present: [
      ...hook.envPresent.map((name) => referenceTo(layer, name) ?? `caller.${name}`),
      ...hook.configPresent.map((key) => `config.${key}`),
    ],
    onlyFor: hook.onlyFor,
    environments,
    match: matchOf(hook.match),
    handler: {
      kind,
      command: handler.command ?? "",
      args: handler.args ?? [],
      timeoutMs: limitOf(handler),
      onFailure: policyOf(handler),
      env,
      deterministic: handler.deterministic ?? false,
      dialect: handler.dialect ?? null,
      folder,
      cwd,
    },
  };
}

function matchOf({ recipe, ...others }: WrittenMatch): MatchForm {
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  const form: MatchForm = Object.fromEntries(given);
  return recipe === undefined ? form : { ...form, recipe: typeof recipe === "string" ? [recipe] : recipe };
}

/** Which programs of a repository may run: the highest layer that exists says. */
export function allowedPrograms(
  layers: readonly { layer: Layer; config: Pick<Config, "executableHooks"> }[],
): boolean | readonly string[] {
  const highest = layers.find(({ layer }) => layer !== "repository");
  return highest?.config.executableHooks?.allow ?? false;
}

function mayRun(hook: WrittenHook, kind: string, allow: boolean | readonly string[]): boolean {
  return kind === "builtin" || isAllowedIn(hook.layer, hook.id, allow);
}

function duplicate(id: string, owner: WrittenHook): Finding {
  return {
    code: "duplicate-hook",
    message: `hook id '${id}' is already taken, at '${decodeUtf8(owner.source.source(owner.path))}'`,
    hint: "give one of the two hooks another id",
  };
}

function notAllowed({ id }: WrittenHook): Finding {
  return {
    code: "program-not-allowed",
    message: `'${id}' does not run: it is a program that comes with the repository`,
    hint: `if it may run, say so in the install config: 'executableHooks: {allow: [${id}]}'`,
  };
}

function whyUnknown(
  { handler }: WrittenHook,
  kind: string,
  { kinds, builtins }: HandlerNames,
): { key: string; finding: Finding } | null {
  if (!kinds.includes(kind)) {
    const key = handler.type === undefined ? "kind" : "type";
    const hint = suggestName(kind, [...kinds, "script"]);
    return {
      key,
      finding: { code: "unknown-handler", message: `there is no handler of type '${kind}'`, hint },
    };
  }
  const name = String(handler.command ?? "");
  if (kind !== "builtin" || builtins.includes(name)) return null;
  const hint = suggestName(name, builtins);
  return {
    key: "command",
    finding: { code: "unknown-handler", message: `there is no builtin '${name}'`, hint },
  };
}

/** Those that git and gh run, as the plan has them; null if there are none. `environment`: the config key. */
export function planPrograms(
  hooks: readonly DeclaredHook[],
  environment: string,
): NonNullable<Plan["programs"]> | null {
  const programs: NonNullable<Plan["programs"]> = {};
  for (const hook of hooks) {
    if (!pointOf(hook.point).fired || hook.handler.kind !== "command" || hook.disabledBy !== null) continue;
    (programs[hook.point] ??= []).push(planProgram(hook, environment));
  }
  return Object.keys(programs).length === 0 ? null : programs;
}

/** Omit defaults: the plan is read at every commit. */
function planProgram(hook: DeclaredHook, environment: string): PlannedProgram {
  const { id, plugin, source, layer, present, onlyFor, environments, point, handler } = hook;
  const when = { ...(present.length > 0 ? { present: [...present] } : {}), ...onlyFor };
  return {
    id,
    plugin,
    source,
    layer,
    ...(Object.keys(when).length === 0 ? {} : { when }),
    ...(environments.length === 0 || environments.includes(decodeUtf8(environment))
      ? {}
      : { skipped: encodeUtf8(otherEnvironment(decodeUtf8(environment), environments)) }),
    words: wordsOf(handler),
    ...(handler.cwd === null ? {} : { folder: handler.cwd }),
    ...(handler.deterministic ? { deterministic: true as const } : {}),
    limitMs: handler.timeoutMs ?? pointOf(point).timeLimitMs ?? programLimitMs,
    failure: handler.onFailure ?? pointOf(point).failure,
    env: handler.env,
  };
}

/** A list is a program and its arguments; a text alone is a line for the shell. */
function wordsOf({ command, args, folder }: DeclaredHook["handler"]): string[] {
  if (typeof command === "string" && args.length === 0) return ["/bin/sh", "-c", encodeUtf8(command)];
  const [first = "", ...own] = (typeof command === "string" ? [command, ...args] : [...command, ...args]).map(
    encodeUtf8,
  );
  const isRelative = first.includes("/") && !first.startsWith("/");
  return [isRelative ? joinPath(folder, first.replace(/^(?:\.\/)+/, "")) : first, ...own];
}

function whyMisplaced(
  { id, point, handler, match }: WrittenHook,
  kind: string,
  inLibrary: boolean,
): Finding | null {
  const { mode, fired: isFired } = pointOf(point);
  // Through the library a program may fire any point.
  const fired = isFired && !inLibrary;
  if (fired && kind === "builtin")
    return {
      code: "program-misplaced",
      message: `'${id}' is a builtin at '${point}', which a git command fires: builtins run where an agent's runtime fires a point`,
      hint: "use 'effects' or a program, or move it: 'interlock hooks --points'",
    };
  const [condition] = Object.keys(match);
  if (fired && condition !== undefined)
    return {
      code: "program-misplaced",
      message: `'${id}' has 'match.${condition}' at '${point}': ${unknownInGit[condition] ?? "a git command has no such thing"}`,
      hint: "use 'when', or let the program look for itself and say nothing",
    };
  if (fired && handler.dialect !== undefined)
    return {
      code: "program-misplaced",
      message: `'${id}' has a 'dialect' at '${point}': no agent's runtime has an event for it`,
      hint: "take it out: the program reads interlock's own input there, and may answer in any dialect",
    };
  if (handler.deterministic === true && point !== "commit.message.finalize")
    return {
      code: "program-misplaced",
      message: `'${id}' is 'deterministic' at '${point}': only what 'commit.message.finalize' makes of a message can be checked later`,
      hint: "take it out, or move the hook",
    };
  if (mode === "chain-sync" && kind === "command")
    return {
      code: "program-misplaced",
      message: `'${id}' is at '${point}', which is synchronous: no program can run there, only builtins and functions`,
      hint: "move it to 'tool.call.after' or 'message.sending'",
    };
  return null;
}

/** Why a condition on the payload cannot be asked where git or gh fires a point. */
const unknownInGit: { [condition: string]: string } = {
  only_if_changed_paths:
    "which files a commit changes is known only once git has made its index; a program is told ('metadata.changedPaths')",
};

function otherEnvironment(here: string, environments: readonly string[]): string {
  return `the environment is '${here}', not '${environments.join("' or '")}'`;
}
