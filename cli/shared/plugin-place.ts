/**
 * The two places that plugins are installed in: `.interlock` of the repository, and `interlock` in the user's folder of
 * settings. Each has a config file, a lock file and a folder of plugins.
 */
import { lstatSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { repositoryConfig, userConfig } from "../../shim/plan/layers.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import type { LayersHere } from "./layers-here.ts";

export interface PluginPlace {
  location: "local" | "global";
  folder: string;
  config: string;
  lock: string;
  plugins: string;
}

const lockName = "interlock.lock";

export function findPlace({ host, top }: LayersHere, isGlobal: boolean): PluginPlace | Refusal {
  const user = userConfig(host);
  if (isGlobal && user === "")
    return { message: "there is no folder for settings of yours", hint: "set HOME, or XDG_CONFIG_HOME" };
  if (!isGlobal && top === "")
    return {
      message: "there is no repository here",
      hint: "run it inside of one, or with '--global' for all of your repositories",
    };
  const bytes = isGlobal ? user : repositoryConfig(top);
  const config = decodeUtf8(bytes);
  if (encodeUtf8(config) !== bytes)
    return { message: `'${config}' is not a UTF-8 path`, hint: "give the folder another name" };
  const folder = dirname(config);
  const place: PluginPlace = {
    location: isGlobal ? "global" : "local",
    folder,
    config,
    lock: join(folder, lockName),
    plugins: join(folder, "plugins"),
  };
  return findWrongKind(place) ?? place;
}

/** The outer ones first: below a file there is nothing to ask about. */
function findWrongKind({ location, folder, config, lock, plugins }: PluginPlace): Refusal | null {
  for (const path of [folder, plugins, config, lock]) {
    // In a clone, a link would lead what is written out of it. The user's own folders may be links.
    if (location === "local" && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      return {
        message: `'${path}' is a link, and nothing is written through it`,
        hint: "put a folder or a file in its place",
      };
    const stat = statSync(path, { throwIfNoEntry: false });
    const wantsFolder = path === folder || path === plugins;
    if (stat === undefined || (wantsFolder ? stat.isDirectory() : stat.isFile())) continue;
    return {
      message: `'${path}' is not a ${wantsFolder ? "folder" : "file"}`,
      hint: "move it away, and repeat the command",
    };
  }
  return null;
}

/** From the current folder, as a person would write it. */
export function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") || short === "" ? path : short;
}
