/**
 * Folders of links to our own binary: hooks folders, and an exec-path of git's in which git is us. They
 * lie beside the plan, are made once, and carry in their name what they were made for.
 */
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import { cacheDirectory, planDirectory, type Layers } from "./layers.ts";

const alreadyThere = 17;

/** Where such folders are kept. Where the install config keeps plans, not everybody who commits may write. */
export function keptPlaces(host: Host, layers: Layers): string[] {
  const named = planDirectory(host, layers);
  const own = cacheDirectory(host);
  const places = named === "" ? [] : [named];
  return own === "" || own === named ? places : places.concat(own);
}

/** Where they are made if none of these can be written to. */
export function privatePlaces(host: Host): string[] {
  const folder = host.privateFolder(true);
  return folder === "" ? [] : [folder];
}

/** The name of a folder, in whatever place. */
export function nameFor(host: Host, kind: string, key: string): string {
  return "/" + kind + "-" + host.checksum(key);
}

/**
 * A folder of this name in the first of the places in which it can be made, or is; null if there is none. What lies in
 * it runs as the caller: one that others have made, or could change, is passed by. `isWhole` says that nothing is to do.
 */
export function makeOwnFolder(
  host: Host,
  places: readonly string[],
  name: string,
  isWhole: (folder: string) => boolean,
  fill: (folder: string) => boolean,
): string | null {
  for (const place of places) {
    const folder = place + name;
    if (host.isOwnFolder(folder) && isWhole(folder)) return folder;
    if (makeFolders(host, folder) && host.isOwnFolder(folder) && fill(folder)) return folder;
  }
  return null;
}

export function makeFolders(host: Host, path: string): boolean {
  const failure = host.makeDirectory(path);
  if (failure === 0 || failure === alreadyThere) return true;
  const slash = path.lastIndexOf("/");
  return slash > 0 && makeFolders(host, path.slice(0, slash)) && host.makeDirectory(path) === 0;
}

/** Another process may make the same link at the same time; what else may lie there goes. */
export function ensureLink(host: Host, target: string, path: string): boolean {
  const failure = host.makeLink(target, path);
  if (failure === 0) return true;
  if (host.realPath(path) === host.realPath(target)) return true;
  return failure === alreadyThere && host.removeFile(path) === 0 && host.makeLink(target, path) === 0;
}

export function noPlace(): Problem {
  return {
    code: "no-place-for-hooks",
    message: "there is no folder to put hooks for this command into",
    hint: "set HOME, XDG_CACHE_HOME or TMPDIR to a folder that can be written to, or 'planDir:' in the install config",
    source: "",
  };
}
