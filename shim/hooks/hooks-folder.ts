/**
 * Makes the hooks folder that git uses for one command: a link to interlock for each hook that we need and
 * each that the repository has. It must have no others, because git does some things only if a hook exists.
 */
import type { Problem } from "../../engine/core/problem.ts";
import { isAbsent, type Host } from "../host.ts";
import type { Layers } from "../plan/layers.ts";
import { editorName, hookNames, type HookName } from "../git/hook-names.ts";
import { bakedFolderFor, findBakedFolder, listBakedFolders, type BakedFolder } from "../seal/baked-hooks.ts";
import {
  ensureLink,
  keptPlaces,
  makeOwnFolder,
  folderNameFor,
  noPlace,
  privatePlaces,
} from "../plan/own-folder.ts";

/** The folder's path, or the problem that prevents it. */
export function makeHooksFolder(
  host: Host,
  layers: Layers,
  ours: readonly HookName[],
  repositorys: readonly HookName[],
): string | Problem {
  if (layers.seal) return findBakedFolder(host, layers.seal, ours, repositorys);
  const names = ours.concat(repositorys);
  const places = keptPlaces(host, layers);
  return (
    makeIn(host, places, names) ??
    findMadeAhead(host, places, bakedFolderFor(ours, repositorys)) ??
    makeIn(host, privatePlaces(host), names) ??
    noPlace()
  );
}

function makeIn(host: Host, places: readonly string[], names: readonly string[]): string | null {
  const program = host.ownProgram();
  if (program === "") return null;
  const links = linksFor(names);
  return makeOwnFolder(
    host,
    places,
    folderName(host, program, links),
    (folder) => links.every((link) => host.realPath(folder + "/" + link) === program),
    (folder) => links.every((link) => ensureLink(host, program, folder + "/" + link)),
  );
}

/**
 * Sorted, so that equal sets have the same name. The editor is last: if it exists, the folder is complete.
 */
function linksFor(names: readonly string[]): string[] {
  const links: string[] = [];
  for (const name of hookNames) if (names.indexOf(name) >= 0) links.push(name);
  return links.concat(editorName);
}

function folderName(host: Host, program: string, links: readonly string[]): string {
  return folderNameFor(host, "hooks", [program].concat(links).join("\0"));
}

/**
 * Makes the folders that a sealed install has, for commands that run later when the place is read-only. False
 * if they cannot be made.
 */
export function makeHooksAhead(host: Host, layers: Layers): boolean {
  const places = keptPlaces(host, layers);
  return listBakedFolders().every(({ links }) => makeIn(host, places, links) !== null);
}

function findMadeAhead(host: Host, places: readonly string[], wanted: string): string | null {
  const program = host.ownProgram();
  const [baked] = listBakedFolders().filter(({ name }) => name === wanted) as [BakedFolder];
  const name = folderName(host, program, linksFor(baked.links));
  const made = places.filter(
    (place) => host.isOwnFolder(place + name) && host.realPath(place + name + "/" + editorName) === program,
  );
  return made.length > 0 ? made[0] + name : null;
}

/** Includes hooks that are not executable. */
export function listHooks(host: Host, folder: string): HookName[] {
  // Leaving out git's samples here is faster: most repositories have nothing else.
  const names = host.listDirectory(folder, ".sample");
  // git can start a hook in a folder that it may not list.
  if (typeof names === "number")
    return isAbsent(names) ? [] : hookNames.filter((hook) => host.stat(folder + "/" + hook) !== null);
  for (const name of names)
    if (isHookName[name] === true) return hookNames.filter((hook) => names.indexOf(hook) >= 0);
  return [];
}

const isHookName: { [name: string]: true } = {};
for (const name of hookNames) isHookName[name] = true;
