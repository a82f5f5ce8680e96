/**
 * What a program that uses the library sees. Nothing here needs the compiler or its libraries: these
 * declarations are shipped.
 */
import type { CommitKind } from "../engine/core/occasion.ts";
import type { HookPointName, Payload } from "../engine/core/hook-points.ts";
import type { CleanupSettings } from "../engine/core/cleanup-settings.ts";
import type { TraceEntry } from "../engine/core/trace.ts";
import type { PointName } from "../engine/lifecycle/all-points.ts";
import type {
  AnyPointKey,
  HookPointKey,
  HookPointTable,
  LifecyclePointKey,
  PointOf,
  SyncPointKey,
} from "../engine/lifecycle/point-keys.ts";
import type { EngineDiagnostic } from "./diagnostic.ts";
import type { HandlerRegistry, HookRegistration, HookValue } from "./programs/registry-types.ts";
import type { BaseFields, HookLogger, RunOptions, RunResult } from "./run-types.ts";

/** The values of `${config.key}`; `{ github: { repo: "x" } }` and `{ "github.repo": "x" }` are the same. */
export interface ConfigValues {
  readonly [key: string]: string | number | boolean | ConfigValues;
}

export interface EngineOptions {
  /** Path of a config file. It says everything that a file can say, so the next three are not allowed. */
  configFile?: string | undefined;
  /** Paths of plugin folders, or of folders of plugins. */
  plugins?: readonly string[] | undefined;
  config?: ConfigValues | undefined;
  /** Ids of hooks to switch off, by plugin. */
  disabledHooks?: { readonly [plugin: string]: readonly string[] } | undefined;
  /** Values of `${env.NAME}`, asked at every dispatch. The process's environment if left out. */
  env?: { readonly [name: string]: string | undefined } | undefined;
  /**
   * Folders such as `.interlock`, with hooks of their own in `hooks/` and `plugins/<org>@<repo>/hooks/`. The first has
   * precedence. Files are read at once, executables when `discover` is called.
   */
  hookFolders?: readonly string[] | undefined;
  /** The kinds of handlers and the builtins that hooks may name; those that come with interlock if left out. */
  registry?: HandlerRegistry | undefined;
  /** The folder in which programs run if a dispatch names none. The current one if left out. */
  cwd?: string | undefined;
  /** What every hook is told (`conv_id`, `invoked_by`, `recipe_name`, `cwd` ...) unless the payload says it. */
  base?: BaseFields | undefined;
  /** False: a hook's failure is thrown. */
  catchErrors?: boolean | undefined;
  /** In place of the table's: `fail-closed` refuses, `fail-open` goes on. By any name of a hook point. */
  failurePolicyByHook?: { readonly [K in AnyPointKey]?: "fail-open" | "fail-closed" } | undefined;
  /** In place of the table's, in milliseconds. By any name of a hook point. */
  timeoutMsByHook?: { readonly [K in AnyPointKey]?: number } | undefined;
  logger?: HookLogger | undefined;
}

/** `engine` is null if there is an error among the diagnostics. */
export type CreatedEngine =
  | { engine: Engine; diagnostics: EngineDiagnostic[] }
  | { engine: null; diagnostics: EngineDiagnostic[] };

export interface Engine {
  /** The table of hook points: mode, payload, aliases and so on, by name. */
  readonly points: HookPointTable;
  /** The contributions to a hook point in run order, without those that are switched off. */
  getHookContributions(point: AnyPointKey, options?: ListOptions): HookContribution[];
  has(point: AnyPointKey): boolean;
  count(point: AnyPointKey): number;
  /** Runs the contributions over a payload. Throws nothing: what is wrong is in the result. */
  dispatch<K extends HookPointKey>(
    point: K,
    payload: PayloadInput<PointOf<K>>,
    options?: DispatchOptions,
  ): DispatchResult<PointOf<K>>;
  /** A synchronous point of the lifecycle. */
  dispatch(point: SyncPointKey, payload: HookValue, options?: RunOptions): RunResult;
  /** Any other point of the lifecycle. Rejects only under `catchErrors: false`. */
  dispatch(point: LifecyclePointKey, payload: HookValue, options?: RunOptions): Promise<RunResult>;
  /** Any point, with the programs among its hooks. */
  dispatchAsync(
    point: AnyPointKey,
    payload: HookValue,
    options?: DispatchOptions & RunOptions,
  ): Promise<RunResult>;
  /** Adds a function as a hook. Gives a function that takes it out again. */
  register(registration: HookRegistration): () => void;
  /** Finds the executables in `hookFolders`, by running each with the word `hook`. Gives warnings about those that are none. */
  discover(): Promise<EngineDiagnostic[]>;
  /** A hook with a handler, by its id; executables are called `name` or `org/repo/name`. */
  getHookByName(name: string): { id: string; plugin: string; point: PointName; kind: string } | null;
  /** The policies as one `<hook-policies>` section; empty if there are none. `points`: only of these. */
  renderHookPolicies(points?: readonly AnyPointKey[]): string;
}

type MapField<P extends HookPointName> = {
  [F in keyof Payload<P>]: Payload<P>[F] extends string | string[] ? never : F;
}[keyof Payload<P>];

/** What a program passes in: the payload, in which a map may be left out. Nothing in it is changed. */
export type PayloadInput<P extends HookPointName> = {
  readonly [F in Exclude<keyof Payload<P>, MapField<P>>]: Readonly<Payload<P>[F]>;
} & {
  readonly [F in MapField<P>]?: Readonly<Payload<P>[F]> | undefined;
};

export interface HookContribution {
  id: string;
  /** The hook point's own name, also where the manifest uses an alias. */
  point: PointName;
  plugin: string;
  /** Lower runs first; then by plugin name, then by id. */
  priority: number;
  summary: string;
  /** `file:line` of the declaration. */
  source: string;
  /** Who switched it off, or null: the path of a file, or `createEngine()`. */
  disabledBy: string | null;
  /** The types of its effects, in the order written. */
  effects: readonly string[];
  /** The files of its policies, as the manifest names them. */
  policies: readonly string[];
  /** What it runs in place of effects; null if it has none. */
  handler: {
    readonly kind: string;
    readonly command: string | readonly string[];
    readonly args: readonly string[];
  } | null;
}

export interface ListOptions {
  /** Also those that are switched off. */
  disabled?: boolean | undefined;
}

export interface DispatchOptions {
  /** Values of `${env.NAME}` for this dispatch. They win over the engine's; sealed values win over both. */
  env?: { readonly [name: string]: string | undefined } | undefined;
  /** For commit messages: how git will clean it (`commit.cleanup`). 'whitespace' if left out. */
  cleanup?: CleanupSettings["mode"] | undefined;
  /** For commit messages: `core.commentChar`. '#' if left out. */
  commentChar?: string | undefined;
  /** For commit messages: will git be called with --allow-empty-message? */
  allowEmpty?: boolean | undefined;
  /** For commit messages: how the commit comes about, for `when.commit`. 'composed' if left out. */
  commit?: CommitKind | undefined;
  /** The repository's remotes, as URLs or as `github.com/acme/repo`, for `when.remote`. */
  remotes?: readonly string[] | undefined;
  /** Values of `${git.author}` and `${git.committer}`, as `Name <email>`. */
  git?: { readonly author?: string | undefined; readonly committer?: string | undefined } | undefined;
}

export type DispatchResult<P extends HookPointName> = DispatchDone<P> | DispatchRefused<P>;

interface ResultBase {
  /** Every contribution with effects, in run order: what it did, or why it did nothing. */
  trace: TraceEntry[];
  diagnostics: EngineDiagnostic[];
}

/** The operation may go on, with this payload. */
export interface DispatchDone<P extends HookPointName> extends ResultBase {
  ok: true;
  payload: Payload<P>;
}

/** It must not: there is an error among the diagnostics. */
export interface DispatchRefused<P extends HookPointName> extends ResultBase {
  ok: false;
  /** As the contributions left it; null if none ran, because the call itself was wrong. */
  payload: Payload<P> | null;
}
