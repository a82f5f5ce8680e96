/** What a plugin brings, as `add`, `list` and `--json` show it. */
import { parse } from "yaml";
import type { CompiledPlan } from "../../engine/compile/compile-plan.ts";
import { manifestName } from "../../engine/compile/files/config-files.ts";
import type { ListedHandler, ListedHook } from "../../engine/compile/list-hooks.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { isRecord } from "../../engine/lifecycle/merge-results.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { disabledEnding } from "../../shim/plan/executable-hooks.ts";
import { compileAlone } from "../shared/compile-alone.ts";
import { overlayFiles, type NewFolder } from "../shared/overlay-files.ts";
import type { PluginTree } from "./plugin-tree.ts";

export interface PluginContents {
  /** As its manifest says; null if it does not. */
  version: string | null;
  /** Folders in `skills/` with a SKILL.md. */
  skills: string[];
  /** Markdown files in `recipes/`, without the ending. */
  recipes: string[];
  /** What the manifest declares. */
  contributions: ListedHook[];
  /** Executables that are hooks by themselves, by their names in `hooks/`. */
  hookPrograms: string[];
  /** Paths in the plugin. */
  policies: string[];
  /** Files that may be run, and command lines of handlers. */
  executables: string[];
  /** Environment variables. */
  reads: string[];
}

/** `folder`: where the plugin is, or will be. `compiled`: null if it has no manifest. */
export function describeContents(
  folder: string,
  tree: PluginTree,
): { contents: PluginContents; compiled: CompiledPlan | null } {
  const paths = tree.map(({ path }) => path);
  const files = overlayFiles(nodeConfigFiles, {
    files: new Map(),
    folders: new Map([[encodeUtf8(folder), asFolder(tree)]]),
  });
  const compiled = paths.includes(manifestName) ? compileAlone(encodeUtf8(folder), files) : null;
  const contributions = compiled?.hooks ?? [];
  const runnable = tree.filter(({ isExecutable }) => isExecutable).map(({ path }) => path);
  const handlers = contributions.flatMap(({ handler }) => (handler === null ? [] : commandOf(handler)));
  const contents = {
    version: versionIn(tree),
    skills: namesIn(paths, /^skills\/([^/]+)\/SKILL\.md$/),
    recipes: namesIn(paths, /^recipes\/([^/]+)\.md$/),
    contributions,
    hookPrograms: namesIn(runnable, /^hooks\/([^/]+)$/).filter((name) => !name.endsWith(disabledEnding)),
    policies: unique(contributions.flatMap(({ policies }) => policies.map(({ file }) => file))),
    executables: unique([
      ...runnable,
      ...handlers.filter((line) => !runnable.includes(line.replace(/^\.\//, ""))),
    ]),
    reads: unique(contributions.flatMap(({ env }) => env)),
  };
  return { contents, compiled };
}

/** `1.10` is a text, not a number. */
function versionIn(tree: PluginTree): string | null {
  const manifest = tree.find(({ path }) => path === manifestName);
  if (manifest === undefined) return null;
  try {
    const read: unknown = parse(manifest.bytes.toString(), { schema: "failsafe", logLevel: "silent" });
    const version = isRecord(read) ? read["version"] : null;
    return typeof version === "string" && version !== "" ? version : null;
  } catch {
    // The compiler says what is wrong with it.
    return null;
  }
}

/** The names of its hooks, as `list` and `--json` have them. */
export function hookNames({ contributions, hookPrograms }: PluginContents): string[] {
  return [...contributions.map(({ id }) => id), ...hookPrograms];
}

/** Does it bring anything that a plugin is for? */
export function isPlugin(tree: PluginTree): boolean {
  return tree.some(
    ({ path, isExecutable }) =>
      path === manifestName ||
      (isExecutable && /^hooks\/[^/]+$/.test(path)) ||
      /^skills\/[^/]+\/SKILL\.md$|^recipes\/[^/]+\.md$/.test(path),
  );
}

/** The modes of a plugin's files are these two, whatever the source has. */
export function asFolder(tree: PluginTree): NewFolder {
  return new Map(
    tree.map(({ path, bytes, isExecutable }) => [
      encodeUtf8(path),
      { bytes, mode: isExecutable ? 0o755 : 0o644 },
    ]),
  );
}

function commandOf({ kind, command, args }: ListedHandler): string[] {
  return kind === "builtin" ? [] : [[command, args].flat().join(" ")];
}

function namesIn(paths: readonly string[], pattern: RegExp): string[] {
  const names = paths.flatMap((path) => pattern.exec(path)?.[1] ?? []);
  // In the order in which they are found when they are looked for.
  return names.sort((a, b) => (encodeUtf8(a) < encodeUtf8(b) ? -1 : 1));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** Under headings, with counts; the names behind them. */
export function renderContents(contents: PluginContents): string {
  const hooks = [
    ...contents.contributions.map(
      ({ id, point, effects }) => `${id} at ${point}${effects.map((each) => `, ${each}`).join("")}`,
    ),
    ...contents.hookPrograms,
  ];
  const rows: [string, readonly string[]][] = [
    ["Skills", contents.skills],
    ["Recipes", contents.recipes],
    ["Hooks", hooks],
    ["Policies", contents.policies],
    ["Executables", contents.executables],
    ["Reads", contents.reads],
  ];
  return rows
    .map(
      ([heading, names]) =>
        `  ${`${heading}:`.padEnd(13)}${names.length}\n${names.map((name) => `    ${name}\n`).join("")}`,
    )
    .join("");
}

/** In the order and the form of other systems' installers. */
export function renderCounts(shown: string, contents: PluginContents): string {
  const { skills, recipes } = contents;
  const counts = [
    `Skills:  ${skills.length}`,
    `Recipes: ${recipes.length}`,
    `Hooks:   ${hookNames(contents).length}`,
  ];
  return `Installed ${shown}:\n${counts.map((line) => `  ${line}\n`).join("")}`;
}

/** For programs. */
export function contentsAsJson(contents: PluginContents): object {
  const { version, skills, recipes, contributions, policies, executables, reads } = contents;
  const described = contributions.map(({ id, point, effects, handler }) => ({ id, point, effects, handler }));
  return {
    version,
    skills,
    recipes,
    hooks: hookNames(contents),
    contributions: described,
    policies,
    executables,
    reads,
  };
}
