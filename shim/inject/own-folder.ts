/**
 * Folders of links to our own binary: hooks folders, and an exec-path of git's in which git is us. They
 * lie beside the plan, are made once, and carry in their name what they were made for.
 */
import { fnv1a } from "../../engine/core/fnv.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import { cacheDirectory, planDirectory, type Layers } from "../layers.ts";

const alreadyThere = 17;

/** A folder for what is named, made if need be; null if there is no place for it. */
export function ownFolder(host: Host, layers: Layers, kind: string, key: string): string | null {
  // Where the install config keeps plans, not everybody who commits may write.
  for (const parent of [planDirectory(host, layers), cacheDirectory(host)]) {
    const path = parent + "/" + kind + "-" + fnv1a(key);
    if (parent !== "" && makeFolders(host, path)) return path;
  }
  return null;
}

function makeFolders(host: Host, path: string): boolean {
  const failure = host.makeDirectory(path);
  if (failure === 0 || failure === alreadyThere) return true;
  const slash = path.lastIndexOf("/");
  return slash > 0 && makeFolders(host, path.slice(0, slash)) && host.makeDirectory(path) === 0;
}

/** Another process may make the same link at the same time; what else may lie there goes. */
export function ensureLink(host: Host, target: string, path: string): boolean {
  const failure = host.makeLink(target, path);
  if (failure === 0) return true;
  if (failure !== alreadyThere) return false;
  if (host.realPath(path) === host.realPath(target)) return true;
  return host.removeFile(path) === 0 && host.makeLink(target, path) === 0;
}

export function noPlace(): Problem {
  return {
    code: "no-place-for-hooks",
    message: "there is no folder to put hooks for this command into",
    hint: "set HOME or XDG_CACHE_HOME to a folder that can be written to, or 'planDir:' in the install config",
    source: "",
  };
}
