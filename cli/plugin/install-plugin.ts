/** Puts a plugin's files into their place: for `add` and `update`. */
import { join } from "node:path";
import { manifestName } from "../../engine/compile/files/config-files.ts";
import { isError } from "../../engine/core/problem.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { applyChange, checkOrComplain, describeStanding } from "../shared/apply-change.ts";
import { canAsk, confirm } from "../shared/ask.ts";
import type { LayersHere } from "../shared/layers-here.ts";
import { complainOfFiles } from "../shared/complain.ts";
import { renderNewConfig, withPluginDir } from "../shared/config-text.ts";
import { readText, type LayerChange } from "../shared/layer-change.ts";
import { sayNotice } from "../shared/output.ts";
import { shortPath, type PluginPlace } from "../shared/plugin-place.ts";
import { readLock, renderLock, type LockedPlugin } from "./lock-file.ts";
import {
  asFolder,
  contentsAsJson,
  describeContents,
  isPlugin,
  renderContents,
  renderCounts,
  type PluginContents,
} from "./plugin-contents.ts";
import { shownName } from "./plugin-source.ts";
import type { PluginTree } from "./plugin-tree.ts";

export interface Installation {
  here: LayersHere;
  place: PluginPlace;
  name: string;
  tree: PluginTree;
  entry: LockedPlugin;
  /** `--yes`: programs are wanted. */
  isAgreed: boolean;
  isJson: boolean;
}

/** What was installed, for programs; or why it was not. */
export function installPlugin(installation: Installation): object | Refusal {
  const { here, place, name, tree, entry, isAgreed, isJson } = installation;
  const folder = join(place.plugins, name);
  const shown = shownName(name);
  if (!isPlugin(tree))
    return {
      message: `'${shown}' is not a plugin: it has no '${manifestName}', and nothing in 'hooks/', 'skills/' or 'recipes/'`,
      hint: "docs/plugins.md says what a plugin is",
    };
  const { contents, compiled } = describeContents(folder, tree);
  const errors = compiled?.diagnostics.filter(isError) ?? [];
  if (errors.length > 0) {
    complainOfFiles(errors);
    return {
      message: `'${shown}' has errors, and is not installed`,
      hint: "ask its author to fix what is named above",
    };
  }
  const change = changeFor(installation);
  const checked = checkOrComplain(here, change, `'${shown}'`);
  if ("message" in checked) return checked;
  if (!isJson) sayNotice(`${describeOrigin(shown, contents, entry)}\n${renderContents(contents)}`);
  const refusal = isAgreed ? null : askForPrograms(shown, contents, isJson);
  if (refusal !== null) return refusal;
  const standing = applyChange(change, checked);
  if (typeof standing !== "string") return standing;
  if (!isJson) {
    sayNotice(renderCounts(shown, contents));
    sayNotice(`interlock: installed as '${shortPath(folder)}'\n${describeStanding(standing, place)}`);
    sayNotice(describePrograms(installation, contents, checked.compiled.allowPrograms));
  }
  return {
    name: shown,
    location: place.location,
    path: folder,
    ...originAsJson(entry),
    ...contentsAsJson(contents),
    standing,
  };
}

export function originAsJson({ source, ref, commit }: LockedPlugin): object {
  return { source, ref: ref ?? null, commit: commit ?? null };
}

/** Read now, not before the plugin was fetched: another one may have been installed meanwhile. */
function changeFor({ place, name, tree, entry }: Installation): LayerChange {
  const was = new Map([place.lock, place.config].map((path) => [path, readText(path)]));
  const { locked } = readLock(place.lock);
  const files = new Map([[place.lock, renderLock({ ...locked, [name]: entry })]]);
  const config = was.get(place.config) ?? null;
  // One without a manifest is found by its place.
  const dirs = tree.some(({ path }) => path === manifestName) ? [`plugins/${name}`] : [];
  if (config === null) files.set(place.config, renderNewConfig(dirs, place.location));
  for (const dir of config === null ? [] : dirs)
    files.set(place.config, withPluginDir(config as string, dir));
  return { place, files, was, folders: new Map([[name, asFolder(tree)]]) };
}

function describeOrigin(
  shown: string,
  { version }: PluginContents,
  { source, ref, commit }: LockedPlugin,
): string {
  const at = commit === undefined ? "" : ` at ${commit.slice(0, 12)}${ref === undefined ? "" : ` (${ref})`}`;
  return `${shown}${version === null ? "" : ` ${version}`}${at}, from ${source}`;
}

/** Null if they are wanted, or there are none. */
function askForPrograms(shown: string, { executables }: PluginContents, isJson: boolean): Refusal | null {
  if (executables.length === 0) return null;
  if (!isJson && canAsk() && confirm(`'${shown}' brings programs, which run as you. Install it?`))
    return null;
  return canAsk() && !isJson
    ? { message: `'${shown}' is not installed`, hint: "nothing was changed" }
    : {
        message: `'${shown}' brings programs: ${executables.join(", ")}`,
        hint: "look at them, then repeat the command with '--yes'",
      };
}

/** A repository's programs need a second permission. */
function describePrograms(
  { place, name }: Installation,
  contents: PluginContents,
  allow: boolean | readonly string[],
): string {
  const ids = [
    ...contents.hookPrograms.map((each) => `${shownName(name)}/${each}`),
    ...contents.contributions
      .filter(({ handler }) => handler !== null && handler.kind !== "builtin")
      .map(({ id }) => id),
  ];
  const waiting = allow === true ? [] : ids.filter((id) => allow === false || !allow.includes(id));
  if (place.location === "global" || waiting.length === 0) return "";
  return `interlock: programs of a repository run only where the install config, or yours, says 'executableHooks: {allow: [${waiting.join(", ")}]}'\n`;
}
