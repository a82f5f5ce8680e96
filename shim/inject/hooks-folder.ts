/**
 * The hooks folder that git is given for one command: a link to us for each hook of ours and for each that
 * the repository has. Which hooks are there is seen: git does some things only if there is one.
 */
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import type { Layers } from "../layers.ts";
import { editorName, hookNames, type HookName } from "./hook-names.ts";
import { findBakedFolder } from "../sealed/baked-hooks.ts";
import { ensureLink, noPlace, ownFolder } from "./own-folder.ts";

/** Its path, or what is in the way. */
export function makeHooksFolder(
  host: Host,
  layers: Layers,
  ours: readonly HookName[],
  repositorys: readonly HookName[],
): string | Problem {
  if (layers.seal) return findBakedFolder(host, layers.seal, ours, repositorys);
  const names = hookNames.filter((name) => ours.indexOf(name) >= 0 || repositorys.indexOf(name) >= 0);
  const program = host.ownProgram();
  const folder = ownFolder(host, layers, "hooks", program + "\0" + names.join("\0"));
  if (folder === null || program === "") return noPlace();
  for (const name of [...names, editorName]) {
    if (!ensureLink(host, program, folder + "/" + name)) return noPlace();
  }
  return folder;
}

/** The hooks that a repository has, executable or not. */
export function listHooks(host: Host, folder: string): HookName[] {
  const names = host.listDirectory(folder);
  if (typeof names === "number") return [];
  return hookNames.filter((name) => names.indexOf(name) >= 0);
}
