/** `interlock plugin validate`: compiles one plugin alone, and shows what is wrong with it as `compile` does. */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import { isError, type Problem } from "../../engine/core/problem.ts";
import type { CompiledPlan } from "../../engine/compile/compile-plan.ts";
import { manifestName } from "../../engine/compile/files/config-files.ts";
import { renderFileProblems } from "../../engine/compile/files/render-problem.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { printable } from "../../engine/core/printable.ts";
import { fromProblem } from "../../library/diagnostic.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { badSetUp, complainOfFiles, refuseSetUp } from "../shared/complain.ts";
import { say, sayError, sayJson } from "../shared/output.ts";
import { describePlan } from "../shared/describe-plan.ts";
import { examplesName, readExamples } from "./read-examples.ts";
import {
  contentsAsJson,
  describeContents,
  isPlugin,
  renderContents,
  type PluginContents,
} from "./plugin-contents.ts";
import { findMissingPrograms } from "./missing-programs.ts";
import type { PluginTree } from "./plugin-tree.ts";
import { readPluginFolder } from "./read-folder.ts";

export interface OpenedPlugin {
  /** Absolute. */
  folder: string;
  tree: PluginTree;
  contents: PluginContents;
  /** Null if it has no manifest. */
  compiled: CompiledPlan | null;
}

/** The plugin in a folder, or in the current one. */
export function openPlugin([word = "."]: readonly string[]): OpenedPlugin | Refusal {
  const named = decodeUtf8(word);
  let folder: string;
  try {
    folder = realpathSync(named);
  } catch {
    return { message: `'${named}' does not exist`, hint: `name the folder that has the '${manifestName}'` };
  }
  // A plugin that is being written lies in a repository of its own, or has one for its tests.
  const tree = readPluginFolder(encodeUtf8(folder), { ownRepository: true });
  if ("message" in tree) return tree;
  if (!isPlugin(tree))
    return {
      message: `'${named}' is not a plugin: it has no '${manifestName}', and nothing in 'hooks/', 'skills/' or 'recipes/'`,
      hint: hintForFolder(),
    };
  return { folder, tree, ...describeContents(folder, tree) };
}

/** Whoever is at the top of a repository means one of its plugins. */
function hintForFolder(): string {
  const here = ".interlock/plugins";
  const [first] = existsSync(here) ? readdirSync(here).sort() : [];
  return first === undefined
    ? "name the folder of a plugin; 'interlock plugin init' makes one"
    : `name the folder of a plugin, such as ${here}/${printable(first)}`;
}

export function validatePlugin(line: VerbLine, words: readonly string[]): number {
  const plugin = openPlugin(words);
  if ("message" in plugin) return refuseSetUp(plugin.message, plugin.hint);
  const { folder, tree, contents, compiled } = plugin;
  const ofExamples = tree.some(({ path }) => path === examplesName) ? readExamples(folder).diagnostics : [];
  const diagnostics: Problem[] = [
    ...(compiled?.diagnostics ?? []),
    ...findMissingPrograms(contents.contributions, tree),
    ...ofExamples,
  ];
  if (diagnostics.some(isError)) {
    complainOfFiles(diagnostics);
    return badSetUp;
  }
  if (line.has("--json")) {
    sayJson({
      ok: true,
      path: folder,
      ...contentsAsJson(contents),
      diagnostics: diagnostics.map((problem) => fromProblem(problem)),
    });
    return 0;
  }
  sayError(renderFileProblems(diagnostics));
  const plan = compiled?.plan ?? null;
  say(
    `interlock: '${basename(folder)}' is valid${plan === null ? "" : `: ${describePlan(plan)}`}\n${renderContents(contents)}`,
  );
  return 0;
}
