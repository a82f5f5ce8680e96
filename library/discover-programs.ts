/**
 * Executables that are hooks by themselves: `<exe> hook` prints the event, `<exe> run` is the hook. A file that is not
 * executable is no hook, and ignored: policies lie beside them. So is one whose name ends in `.disable`.
 */
import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { encodeUtf8 } from "../engine/core/bytes.ts";
import { readEnd } from "../engine/core/program-answer.ts";
import { isAllowedIn, standalone } from "../engine/compile/plugins/programs-of-layers.ts";
import type { Layer } from "../engine/core/plan.ts";
import { pointOf, resolvePoint, suggestPoint } from "../engine/lifecycle/all-points.ts";
import { describeError } from "../engine/lifecycle/call-hook.ts";
import type { DeclaredHook } from "../engine/lifecycle/declared/declared-hook.ts";
import { disabledEnding } from "../shim/plan/executable-hooks.ts";
import type { EngineDiagnostic } from "./diagnostic.ts";
import { usualEnvironment } from "./programs/command-handler.ts";
import { runProgram } from "./programs/run-program.ts";

/** The folders of one layer that hold hooks; the repository's are searched first. */
export interface HookRoot {
  layer: Layer;
  /** `.interlock` of a repository, or `interlock` of the user's config folder. */
  folder: string;
}

export interface DiscoverSetting {
  env(name: string): string | undefined;
  cwd: string;
  isSealed: boolean;
  /** `executableHooks.allow`. */
  allow: boolean | readonly string[];
}

export interface Discovered {
  hooks: DeclaredHook[];
  diagnostics: EngineDiagnostic[];
}

interface Candidate {
  name: string;
  plugin: string;
  path: string;
  layer: HookRoot["layer"];
  /** Sorted by it, the candidates are in the order of their precedence. */
  place: string;
}

/** How long `<exe> hook` may take. */
const answerLimitMs = 5000;

/**
 * Of several with one name, the first that answers is the hook: standalone before plugins, the repository before the user.
 * `run`: how a program is asked.
 */
export async function discoverExecutables(
  roots: readonly HookRoot[],
  setting: DiscoverSetting,
  run: typeof runProgram = runProgram,
): Promise<Discovered> {
  const found: Discovered = { hooks: [], diagnostics: [] };
  const candidates = roots.flatMap(candidatesIn).filter((candidate) => mayAsk(candidate, setting, found));
  const names = [...new Set(candidates.map(({ name }) => name))];
  const asked = names.map((name) =>
    askInTurn(
      candidates.filter((each) => each.name === name),
      (each) => ask(each, setting, run),
    ),
  );
  for (const { hooks, diagnostics } of await Promise.all(asked)) {
    found.hooks.push(...hooks);
    found.diagnostics.push(...diagnostics);
  }
  found.diagnostics.push(...roots.flatMap(unreadableIn));
  return found;
}

/** What is shadowed is not asked: it does not run at all. */
async function askInTurn(
  candidates: readonly Candidate[],
  askOne: (candidate: Candidate) => ReturnType<typeof ask>,
): Promise<Discovered> {
  const found: Discovered = { hooks: [], diagnostics: [] };
  for (const candidate of candidates) {
    const answer = await askOne(candidate);
    if ("hook" in answer) return { ...found, hooks: [answer.hook] };
    found.diagnostics.push(warning("hook-program", candidate, answer.problem, answer.hint));
  }
  return found;
}

/** The paths of the executables, which are not asked what they are. */
export function listExecutables(root: HookRoot): string[] {
  return candidatesIn(root, 0).map(({ path }) => path);
}

function candidatesIn({ layer, folder }: HookRoot, index: number): Candidate[] {
  const own = executablesIn(join(folder, "hooks"), standalone[layer], "", layer);
  const inPlugins = pluginFolders(join(folder, "plugins")).flatMap((name) => {
    // `org@repo` is the folder of `org/repo`.
    const plugin = name.replace("@", "/");
    const hooks = executablesIn(join(folder, "plugins", name, "hooks"), plugin, `${plugin}/`, layer);
    return hooks.map((hook) => ({ ...hook, place: `${name}\0${hook.place}` }));
  });
  const root = String(index).padStart(4, "0");
  return [
    ...own.map((hook) => ({ ...hook, place: encodeUtf8(`${root}\0own\0${hook.place}`) })),
    ...inPlugins.map((hook) => ({ ...hook, place: encodeUtf8(`${root}\0plugins\0${hook.place}`) })),
  ].sort((a, b) => (a.place < b.place ? -1 : 1));
}

function executablesIn(
  folder: string,
  plugin: string,
  prefix: string,
  layer: HookRoot["layer"],
): Candidate[] {
  return namesIn(folder)
    .filter((name) => !name.endsWith(disabledEnding))
    .map((name) => ({ name: prefix + name, plugin, path: join(folder, name), layer, place: name }))
    .filter(({ path }) => isExecutable(path));
}

/** Not links: what is installed lies where it is found. */
function pluginFolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Hooks that are there and cannot be seen. */
function unreadableIn({ folder }: HookRoot): EngineDiagnostic[] {
  const hooks = join(folder, "hooks");
  try {
    readdirSync(hooks);
    return [];
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || !existsSync(folder)) return [];
    const message = `no hook is found in '${hooks}': it cannot be read (${code})`;
    const hint = "make it a folder that can be read, or remove it";
    return [{ severity: "warning", code: "hook-program", message, hint, source: hooks, frame: null }];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Asking a program is running it. */
function mayAsk(candidate: Candidate, { isSealed, allow }: DiscoverSetting, found: Discovered): boolean {
  const { name, layer } = candidate;
  if (isSealed) {
    const problem = "does not run: in a sealed install, no program runs that the caller can write";
    found.diagnostics.push(
      warning("program-not-allowed", candidate, problem, "put it into a plugin of the install layer"),
    );
    return false;
  }
  if (isAllowedIn(layer, name, allow)) return true;
  const hint = `if it may run, say so in the install config: 'executableHooks: {allow: [${name}]}'`;
  const problem = "does not run: it is a program that comes with the repository";
  found.diagnostics.push(warning("program-not-allowed", candidate, problem, hint));
  return false;
}

async function ask(
  candidate: Candidate,
  { env, cwd }: DiscoverSetting,
  run: typeof runProgram,
): Promise<{ hook: DeclaredHook } | { problem: string; hint: string }> {
  const { name, plugin, path, layer, place } = candidate;
  const end = await run({
    file: path,
    args: ["hook"],
    cwd,
    env: usualEnvironment(env),
    input: "",
    limitMs: answerLimitMs,
  });
  const hint = "make '<executable> hook' print the name of a hook point, or take away its permission to run";
  const read = readEnd(end, answerLimitMs, false);
  if ("failure" in read) return { problem: `'${path} hook' ${describeError(read.failure)}`, hint };
  const event = "text" in read ? read.text.trim() : "";
  const point = resolvePoint(event);
  if (point === null)
    return {
      problem: `'${path} hook' printed '${describeError(event)}', which is no hook point`,
      hint: suggestPoint(event),
    };
  const { fired, mode } = pointOf(point);
  if (mode === "chain-sync")
    return { problem: `is a program at '${point}', where none can run`, hint: "print another hook point" };
  if (fired)
    return {
      problem: `is for '${point}', where git and gh run only what a file declares`,
      hint: "declare it: a file in '.interlock/hooks' with 'id', 'event_type' and 'handler', or a plugin.yaml",
    };
  return {
    hook: {
      id: name,
      plugin,
      point,
      event,
      layer,
      priority: 100,
      place,
      source: encodeUtf8(path),
      summary: "",
      disabledBy: null,
      present: [],
      onlyFor: {},
      environments: [],
      match: {},
      handler: {
        kind: "command",
        writtenKind: "command",
        command: [path, "run"],
        args: [],
        timeoutMs: null,
        onFailure: null,
        env: [],
        deterministic: false,
        dialect: "kodelet",
        statusRefuses: true,
        workingDir: null,
        folder: encodeUtf8(path),
        cwd: null,
      },
    },
  };
}

function warning(
  code: "hook-program" | "program-not-allowed",
  { name, path }: Candidate,
  problem: string,
  hint: string,
): EngineDiagnostic {
  return { severity: "warning", code, message: `'${name}': ${problem}`, hint, source: path, frame: null };
}
