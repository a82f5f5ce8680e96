/**
 * Hooks with handlers, from all files: whether their layer may run programs, which variables they get, and whether there
 * is a handler of that kind at all.
 */
import { decodeUtf8, encodeUtf8 } from "../core/bytes.ts";
import type { Layer } from "../core/plan.ts";
import { suggestName } from "../core/nearest-name.ts";
import type { DeclaredHook, MatchForm } from "../lifecycle/declared/declared-hook.ts";
import { byRunOrder, placedHook } from "../lifecycle/hook.ts";
import { notListed } from "./check-environment.ts";
import { declareEnv } from "./declare-env.ts";
import type { Problem } from "../core/problem.ts";
import { errorAt, warningAt, type Finding } from "./files/problem-at.ts";
import type { YamlPath } from "./files/yaml-source.ts";
import type { LayerRights } from "./layers/layer-rights.ts";
import type { ConfigLayer } from "./layers/read-layers.ts";
import { whyMisplaced } from "./misplaced-programs.ts";
import { numberHooks } from "./plugins/number-hooks.ts";
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
  diagnostics: Problem[];
}

export function buildPrograms(
  hooks: readonly WrittenHook[],
  layers: readonly ConfigLayer[],
  disabledBy: ReadonlyMap<string, string>,
  rights: Pick<LayerRights, "referenceTo">,
  known: HandlerNames,
): BuiltPrograms {
  const diagnostics: Problem[] = [];
  const allow = allowedPrograms(layers);
  const owners = new Map<string, WrittenHook>();
  const leftOut = new Set<DeclaredHook>();
  const programs = numberHooks(hooks).map((hook): DeclaredHook => {
    let isWrong = false;
    const at = (path: YamlPath, finding: Finding): void => {
      isWrong = true;
      const report = hook.mayBeLeftOut ? warningAt : errorAt;
      diagnostics.push(report(hook.source.file, hook.source.frame(path), finding));
    };
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
    const env = declareEnv(hook.handler.env ?? {}, (name, key) => {
      const reference = rights.referenceTo(hook.layer, name);
      if (reference === null) at([...hook.handlerPath, "env", key], notListed(hook.layer, name));
      return reference ?? "";
    });
    hook.envPresent.forEach((name, i) => {
      if (rights.referenceTo(hook.layer, name) === null)
        at([...hook.path, "when", "envPresent", i], notListed(hook.layer, name));
    });
    const isAllowed = mayRun(hook, kind, allow);
    const off = disabledBy.get(hook.id) ?? (hook.enabled ? null : hook.source.file);
    if (!isAllowed && off === null)
      diagnostics.push(warningAt(hook.source.file, hook.source.frame(hook.handlerPath), notAllowed(hook)));
    const declared = declare(
      hook,
      kind,
      env,
      off ?? (isAllowed ? null : encodeUtf8("executableHooks.allow")),
      rights,
    );
    if (isWrong) leftOut.add(declared);
    return declared;
  });
  return { programs: programs.filter((hook) => !leftOut.has(hook)).sort(byRunOrder), diagnostics };
}

function declare(
  hook: WrittenHook,
  kind: string,
  env: DeclaredHook["handler"]["env"],
  disabledBy: string | null,
  { referenceTo }: Pick<LayerRights, "referenceTo">,
): DeclaredHook {
  const { event, layer, summary, environments, handler, folder, cwd } = hook;
  return {
    ...placedHook({ ...hook, source: hook.source.source(hook.path) }),
    event,
    layer,
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
      writtenKind: handler.type ?? handler.kind ?? kind,
      command: handler.command ?? "",
      args: handler.args ?? [],
      timeoutMs: limitOf(handler),
      onFailure: policyOf(handler),
      env,
      deterministic: handler.deterministic ?? false,
      dialect: handler.dialect ?? null,
      statusRefuses: hook.statusRefuses ?? true,
      workingDir: handler.working_dir ?? null,
      folder,
      cwd,
    },
  };
}

function matchOf({ tool, min_duration_ms, ...globs }: WrittenMatch): MatchForm {
  const lists = Object.entries(globs)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, [value].flat()]);
  return {
    ...(tool === undefined ? {} : { tool }),
    ...(min_duration_ms === undefined ? {} : { min_duration_ms }),
    ...Object.fromEntries(lists),
  };
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
    hint: `if it may run, say so in the install config, or in yours if there is none: 'executableHooks: {allow: [${id}]}'`,
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
