/**
 * Compiles the plan: config files and manifests in, one sorted and validated plan out, or everything
 * that is wrong with them. Pure but for what it asks of `files`.
 */
import { encodeUtf8 } from "../core/bytes.ts";
import { listInputs, type AuditSinks, type Plan } from "../core/plan.ts";
import { buildPoints, namesAuthor } from "./build-points.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkIdempotence } from "./check-idempotence.ts";
import { folderOf, joinPath, type ConfigFiles } from "./files/config-files.ts";
import { isError, type Problem } from "../core/problem.ts";
import { warningAt } from "./files/problem-at.ts";
import { findDisabledHooks } from "./plugins/disabled-hooks.ts";
import { createInputLog, type Sha256 } from "./files/input-log.ts";
import { listHooks, type ListedHook } from "./list-hooks.ts";
import { mergeConfig, sortedBytes } from "./layers/merge-config.ts";
import type { RepositoryPolicy } from "./schema/config-schema.ts";
import { findLayerRights } from "./layers/layer-rights.ts";
import { readLayers, type ConfigLayer, type HotReaders, type LayerPaths } from "./layers/read-layers.ts";
import { hookFoldersOf, readHookFiles, type HookFolder } from "./plugins/read-hook-files.ts";
import { readPlugins } from "./plugins/read-plugins.ts";
import { allowedPrograms, buildPrograms, shippedHandlers, type HandlerNames } from "./build-programs.ts";
import { planPrograms } from "./plan-programs.ts";
import { isCorePoint } from "../lifecycle/all-points.ts";
import type { DeclaredHook } from "../lifecycle/declared/declared-hook.ts";
import { whyLeftAlone } from "../judge/author-scope.ts";

export interface CompiledPlan {
  /** Null if there is an error among the diagnostics. */
  plan: Plan | null;
  /** When the repository's own layer is used, according to the layers above it. */
  repositoryPolicy: RepositoryPolicy;
  /** Every contribution in run order, also those that are not in the plan. */
  hooks: ListedHook[];
  /** Hooks with handlers in run order. The plan has those that git and gh run. */
  programs: DeclaredHook[];
  /** Which programs that come with a repository may run. */
  allowPrograms: boolean | readonly string[];
  diagnostics: Problem[];
}

export interface CompileOptions extends HotReaders {
  /** Read the layers' `hooks` folders, too. */
  hookFiles?: boolean;
  /** Folders with a `hooks` folder in them, in place of the layers'. */
  hookFolders?: readonly HookFolder[];
  /** The handlers that there are; left out: those that come with interlock. */
  handlers?: HandlerNames;
  /** For a plan that is baked: the SHA-256 of bytes, in hexadecimal. */
  sha256?: Sha256;
}

export function compilePlan(paths: LayerPaths, files: ConfigFiles, options: CompileOptions): CompiledPlan {
  const log = createInputLog(files, options.sha256);
  const { layers, diagnostics: ofLayers } = readLayers(paths, files, log, options);
  const merged = mergeConfig(layers);
  const { plugins, diagnostics: ofPlugins } = readPlugins(layers, paths.repository, files, log);
  const allRead = ![...ofLayers, ...ofPlugins].some(isError);
  const disabled = findDisabledHooks(layers, plugins, allRead);
  const rights = findLayerRights(layers);
  const built = buildPoints(plugins, disabled.disabledBy, rights);
  const folders = options.hookFolders ?? (options.hookFiles ? hookFoldersOf(paths) : []);
  const ofFiles = readHookFiles(folders, files, log);
  const written = [...plugins.flatMap((plugin) => plugin.programs), ...ofFiles.hooks];
  const { programs, diagnostics: ofPrograms } = buildPrograms(
    written,
    layers,
    disabled.disabledBy,
    rights,
    options.handlers ?? shippedHandlers,
  );
  const allowPrograms = allowedPrograms(layers);
  const install = layers.find((layer) => layer.layer === "install");
  const diagnostics = [
    ...ofLayers,
    ...merged.diagnostics,
    ...rights.diagnostics,
    ...ofPlugins,
    ...disabled.diagnostics,
    ...built.diagnostics,
    ...ofFiles.diagnostics,
    ...ofPrograms,
    ...findTrustsEverybody(install),
    ...checkPatterns(plugins),
  ];
  const hooks = listHooks(plugins, disabled.disabledBy, programs);
  const repositoryPolicy = rights.repository;
  if (diagnostics.some(isError))
    return { plan: null, repositoryPolicy, hooks, programs, allowPrograms, diagnostics };

  const planned = planPrograms(programs, merged.config["environment"] ?? "");
  const plan: Plan = {
    mode: layers.find((layer) => layer.config.mode !== undefined)?.config.mode ?? "enforce",
    scope: install?.config.scope ?? "all",
    ...pushSettings(install),
    ...(install?.config.gh?.strict === true ? { ghStrict: true as const } : {}),
    onEngineFailure: install?.config.onEngineFailure ?? "block",
    ...noticesOf(layers),
    env: sortedBytes(Object.entries(install?.config.env ?? {})),
    envFile: pathIn(install, install?.config.envFile),
    ...auditOf(layers.find(({ config }) => config.audit !== undefined)),
    config: merged.config,
    layers: { install: paths.install, user: paths.user, repository: paths.repository },
    ...(repositoryPolicy === "trusted" ? {} : { repositoryLayer: repositoryPolicy }),
    ...(rights.readableBelow.length === 0 ? {} : { readableBelow: rights.readableBelow }),
    inputs: listInputs(log.inputs()),
    namesAuthor: namesAuthor(built.points),
    points: built.points,
    ...(planned === null ? {} : { programs: planned }),
    ...lifecycleOf(programs),
  };
  const clashes = checkIdempotence(plan, plugins);
  return {
    plan: clashes.length === 0 ? plan : null,
    repositoryPolicy,
    hooks,
    programs,
    allowPrograms,
    diagnostics: [...diagnostics, ...clashes],
  };
}

function lifecycleOf(programs: readonly DeclaredHook[]): Pick<Plan, "lifecycle"> {
  const running = programs.filter(({ point, disabledBy }) => !isCorePoint(point) && disabledBy === null);
  const lifecycle = [...new Set(running.map(({ point }) => point))].sort();
  return lifecycle.length === 0 ? {} : { lifecycle };
}

/** The highest layer that sets it wins. */
function noticesOf(layers: readonly ConfigLayer[]): Pick<Plan, "notices"> {
  const notices = layers.find(({ config }) => config.notices !== undefined)?.config.notices ?? "terminal";
  return notices === "terminal" ? {} : { notices };
}

/** Omit defaults: the plan is read at every commit. */
function pushSettings(
  install: ConfigLayer | undefined,
): Pick<Plan, "trustAuthors" | "trustRemotes" | "pushVerify" | "pushCopies"> {
  const { sealed = false, push = {} } = install?.config ?? {};
  // In a sealed install no remote is trusted by default: the caller controls how git reaches it.
  const {
    verify = "block",
    copies = "message",
    trustAuthors = [],
    trustRemotes = sealed ? [] : undefined,
  } = push;
  return {
    ...(verify === "block" ? {} : { pushVerify: verify }),
    ...(copies === "message" ? {} : { pushCopies: copies }),
    ...(trustAuthors.length === 0 ? {} : { trustAuthors: trustAuthors.map(encodeUtf8) }),
    ...(trustRemotes === undefined ? {} : { trustRemotes: trustRemotes.map(encodeUtf8) }),
  };
}

/** Authors with nothing in common: an entry of `push.trustAuthors` that matches both matches everybody. */
const strangers = ["A <a@b>", "X Y <x-1@y.z>"];

function findTrustsEverybody(install: ConfigLayer | undefined): Problem[] {
  if (install === undefined) return [];
  const { file, source, config } = install;
  return (config.push?.trustAuthors ?? []).flatMap((entry, i) => {
    const plan = { scope: "all" as const, trustAuthors: [encodeUtf8(entry)] };
    if (!strangers.every((author) => whyLeftAlone(plan, author, () => "") !== null)) return [];
    return warningAt(file, source.frame(["push", "trustAuthors", i]), {
      code: "trusts-everybody",
      message: `'${entry}' in 'push.trustAuthors' is every author: no push is stopped, and 'interlock verify' judges nothing`,
      hint: "name the authors whose commits may pass, for instance 'carol@example.org' or '*@example.org'",
    });
  });
}

/** Only the highest layer may set it. */
function auditOf(layer: ConfigLayer | undefined): Pick<Plan, "audit"> {
  const { file, socket, required = false } = layer?.config.audit ?? {};
  const audit: AuditSinks = {};
  if (file !== undefined) audit.file = pathIn(layer, file) as string;
  if (socket !== undefined) audit.socket = pathIn(layer, socket) as string;
  if (file === undefined && socket === undefined) return {};
  return { audit: required ? { ...audit, required } : audit };
}

/** A relative path begins at the config file's folder. */
function pathIn(layer: ConfigLayer | undefined, path: string | undefined): string | null {
  if (layer === undefined || path === undefined) return null;
  return joinPath(folderOf(layer.file), encodeUtf8(path));
}
