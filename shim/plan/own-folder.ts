/**
 * Makes folders of links to our own binary: hooks folders, and an exec-path in which git is interlock. They
 * are next to the plan, made once, and named by a checksum of what they are for.
 */
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import type { Layers } from "./layers.ts";
import { cacheDirectory, planDirectory } from "./plan-places.ts";

const alreadyThere = 17;

/** Where such folders are kept. Not every user who commits may write to the install config's `planDir`. */
export function keptPlaces(host: Host, layers: Layers): string[] {
  const named = planDirectory(host, layers);
  const own = cacheDirectory(host);
  const places = named === "" ? [] : [named];
  return own === "" || own === named ? places : places.concat(own);
}

/** Where they are made if none of these is writable. */
export function privatePlaces(host: Host): string[] {
  const folder = host.privateFolder(true);
  return folder === "" ? [] : [folder];
}

/**
 * Makes a place for files of ours; false if that fails. git shows nothing of it, where it is in a work tree: a home may be one.
 * A `planDir` that was there before may have other files, and is left as it is.
 */
export function makePlace(host: Host, place: string): boolean {
  const isNamed = place !== cacheDirectory(host) && place !== host.privateFolder(false);
  const isNew = host.stat(place) === null;
  if (isNew && !makeFolders(host, place, !isNamed)) return false;
  if (isNew || !isNamed) hideFromStatus(host, place);
  return true;
}

/** A `.gitignore` that names everything beside it, itself too. */
export function hideFromStatus(host: Pick<Host, "isThere" | "writeFile">, folder: string): void {
  const file = folder + "/.gitignore";
  if (!host.isThere(file)) host.writeFile(file, "*\n");
}

/** The folder's name, to append to a place. */
export function folderNameFor(host: Host, kind: string, key: string): string {
  return "/" + kind + "-" + host.checksum(key);
}

/**
 * The folder of this name in the first place where it exists or can be made; null if there is none. Its
 * programs run as the caller, so a folder that others made or could change is skipped. `isWhole`: is the
 * folder already complete?
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
    if (makePlace(host, place) && makeFolders(host, folder) && host.isOwnFolder(folder) && fill(folder))
      return folder;
  }
  return null;
}

/** Another process may make them at the same time. */
function makeFolders(host: Host, path: string, isPrivate = false): boolean {
  const isMade = (failure: number): boolean => failure === 0 || failure === alreadyThere;
  if (isMade(host.makeDirectory(path, isPrivate))) return true;
  const slash = path.lastIndexOf("/");
  return (
    slash > 0 &&
    makeFolders(host, path.slice(0, slash), isPrivate) &&
    isMade(host.makeDirectory(path, isPrivate))
  );
}

/** Another process may make the same link at the same time; anything else there is replaced. */
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
