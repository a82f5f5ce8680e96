/**
 * `createEngine`: reads the files and creates an engine from them, or says what is wrong.
 */
import { resolve } from "node:path";
import { compilePlan } from "../engine/compile/compile-plan.ts";
import { fileOf, type Problem } from "../engine/core/problem.ts";
import { readHookPolicies } from "../engine/compile/hook-policies.ts";
import { encodeUtf8 } from "../engine/core/bytes.ts";
import { nodeConfigFiles } from "../shim/node/config-files.ts";
import { planDirOf, sealedOf } from "../shim/plan/layers.ts";
import { fromProblem, wrongCall, type EngineDiagnostic } from "./diagnostic.ts";
import { engineOf, registryOf } from "./engine-of.ts";
import { checkOptions, optionsPlace, renderOptions, unwritableOptions, withOptionsFile } from "./options.ts";
import { resolvePoint } from "../engine/lifecycle/all-points.ts";
import { unknownPoint } from "./points.ts";
import type { HookRoot } from "./discover-programs.ts";
import type { CreatedEngine, EngineOptions } from "./public-types.ts";

/** Relative paths begin at the current folder. Everything is read now, but for the config's `envFile`. */
export function createEngine(options: EngineOptions): CreatedEngine {
  const wrong = checkOptions(options);
  if (wrong.length === 0) wrong.push(...checkPaths(options));
  if (wrong.length > 0) return { engine: null, diagnostics: wrong };
  const { configFile, plugins = [], env = process.env } = options;
  const text = renderOptions(
    options,
    plugins.map((folder) => resolve(folder)),
  );
  if (text === null) return { engine: null, diagnostics: [unwritableOptions()] };
  const roots = (options.hookFolders ?? []).map((folder): HookRoot => ({
    folder: resolve(folder),
    layer: "install",
  }));
  const files = withOptionsFile(nodeConfigFiles, text);
  const install = configFile === undefined ? optionsPlace : encodeUtf8(resolve(configFile));
  const { plan, hooks, programs, diagnostics } = compilePlan({ install, user: "", repository: "" }, files, {
    planDirOf,
    sealedOf,
    handlers: { ...registryOf(options).names(), inCommits: true },
    hookFolders: roots.map(({ folder, layer }) => ({ folder: encodeUtf8(folder), layer })),
  });
  // A program can fire every hook point.
  const reported = diagnostics.filter(({ code }) => code !== "never-fired").map(describe);
  if (plan === null) return { engine: null, diagnostics: reported };

  const read = readHookPolicies(hooks, files);
  reported.push(...read.diagnostics.map((problem) => fromProblem(problem)));
  // A program could not see that some policies are missing.
  if (read.diagnostics.length > 0) return { engine: null, diagnostics: reported };
  const lookUp = (name: string): string | undefined => (Object.hasOwn(env, name) ? env[name] : undefined);
  const parts = { plan, hooks, programs, policies: read.policies, env: lookUp, isSealed: false, roots };
  return { engine: engineOf(parts, options), diagnostics: reported };
}

/** The compiler's messages about missing paths name a file or a variable; here an option is wrong. */
function checkPaths(options: EngineOptions): EngineDiagnostic[] {
  const { configFile, plugins = [], failurePolicyByHook = {}, timeoutMsByHook = {} } = options;
  const named = [...Object.keys(failurePolicyByHook), ...Object.keys(timeoutMsByHook)];
  const wrong = named.filter((name) => resolvePoint(name) === null).map(unknownPoint);
  const isMissing = (path: string): boolean => nodeConfigFiles.stat(encodeUtf8(path)) === null;
  const hint = (option: string): string =>
    `create it, or correct '${option}'; a relative path begins at the current folder`;
  for (const path of configFile === undefined ? [] : [resolve(configFile)]) {
    if (isMissing(path))
      wrong.push(wrongCall("file-missing", `config file '${path}' cannot be found`, hint("configFile")));
  }
  for (const path of plugins.map((folder) => resolve(folder))) {
    if (isMissing(path))
      wrong.push(wrongCall("plugin-folder", `plugin folder '${path}' cannot be found`, hint("plugins")));
    else if (nodeConfigFiles.stat(encodeUtf8(path))?.kind !== "directory") {
      const folders = "name the plugin's folder, or a folder of plugins, in 'plugins'";
      wrong.push(wrongCall("plugin-folder", `'${path}' is not a folder`, folders));
    }
  }
  return wrong;
}

/** Options have no lines to point at; the message says what is wrong. */
function describe(diagnostic: Problem): EngineDiagnostic {
  return fileOf(diagnostic) === optionsPlace
    ? { ...fromProblem(diagnostic), source: optionsPlace, frame: null }
    : fromProblem(diagnostic);
}
