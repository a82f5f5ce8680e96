/**
 * Makes an exec-path so that git commands started by an intercepted command are intercepted too. git puts its
 * exec-path first on PATH, so `git` in a hook, an alias or `rebase --exec` is found there. Ours links to each
 * of git's own programs, except that git itself is a link to interlock.
 */
import type { Problem } from "../../engine/core/problem.ts";
import { askGit } from "../git/ask-git.ts";
import type { Host } from "../host.ts";
import type { Layers } from "../plan/layers.ts";
import {
  ensureLink,
  folderNameFor,
  keptPlaces,
  makeOwnFolder,
  noPlace,
  privatePlaces,
} from "../plan/own-folder.ts";

/** The last link to be made: if it exists, the folder is complete. */
const mark = ".interlock";

/** In the folder that caches git's exec-path: the link to it. */
const noted = "source";

/** The folder, or the problem that prevents it. `asked`: the caller's own exec-path, or empty. */
export function makeExecPath(host: Host, layers: Layers, asked: string): string | Problem {
  const program = host.ownProgram();
  const isOurs = (folder: string): boolean =>
    host.stat(folder + "/" + mark) !== null && host.realPath(folder + "/git") === program;
  if (asked !== "" && isOurs(asked)) return asked;
  const known = asked !== "" ? asked : readNote(host, layers);
  const source = known !== "" ? known : askExecPath(host);
  const stat = source === "" ? null : host.stat(source);
  if (stat === null || program === "") return notSeen(source);
  const name = folderNameFor(host, "exec", [source, stat.stamp, program].join("\0"));
  const complete = (folder: string): boolean => fill(host, source, folder, program);
  const made =
    makeOwnFolder(host, keptPlaces(host, layers), name, isOurs, complete) ??
    makeOwnFolder(host, privatePlaces(host), name, isOurs, complete);
  if (made !== null && known === "") {
    const place = made.slice(0, -name.length);
    const note = (folder: string): boolean => ensureLink(host, source, folder + "/" + noted);
    makeOwnFolder(host, [place], noteName(host), () => false, note);
  }
  return made ?? noPlace();
}

function notSeen(source: string): Problem {
  const what =
    source === "" ? "git does not say where its exec-path is" : "'" + source + "' cannot be looked at";
  const message = "what the command starts cannot be intercepted: " + what;
  return { ...noPlace(), message, hint: "see what git says, and who may read that folder: git --exec-path" };
}

function fill(host: Host, source: string, folder: string, program: string): boolean {
  const names = host.listDirectory(source);
  if (typeof names === "number") return false;
  const git = host.realPath(source + "/git");
  for (const name of names) {
    const path = source + "/" + name;
    // On Debian these are symbolic links to git, elsewhere hard links.
    const isGit = git !== null && isSameFile(host, path, git);
    if (!ensureLink(host, isGit ? program : path, folder + "/" + name)) return false;
  }
  // Not every installation has a `git` in its exec-path.
  if (!ensureLink(host, program, folder + "/git")) return false;
  return ensureLink(host, program, folder + "/" + mark);
}

function isSameFile(host: Host, path: string, git: string): boolean {
  if (host.realPath(path) === git) return true;
  const stat = host.stat(path);
  const other = host.stat(git);
  return stat !== null && other !== null && stat.kind === "file" && stat.stamp === other.stamp;
}

/** git's own exec-path, whatever the caller has set; empty if git does not answer. */
export function askExecPath(host: Host): string {
  const asked = askGit(host, ["--exec-path"]);
  return (asked.status === 0 && host.realPath(asked.stdout.replace(/\n$/, ""))) || "";
}

/**
 * The same, from the cache if possible. A sealed install does not trust a cache that the caller can write.
 */
export function knownExecPath(host: Host, layers: Layers): string {
  return (layers.seal ? "" : readNote(host, layers)) || askExecPath(host);
}

/**
 * git's answer is cached for as long as git is the same file. The cache is a link in a folder of its own, so
 * that other users can neither change it, whatever the umask, nor make us write through a link of theirs.
 */
function noteName(host: Host): string {
  const git = host.realProgram();
  const stat = host.stat(git);
  return folderNameFor(host, "exec-source", git + "\0" + (stat === null ? "" : stat.stamp));
}

function readNote(host: Host, layers: Layers): string {
  const name = noteName(host);
  return (
    readNoteIn(host, keptPlaces(host, layers), name) || readNoteIn(host, [host.privateFolder(false)], name)
  );
}

function readNoteIn(host: Host, places: readonly string[], name: string): string {
  for (const place of places) {
    const isNoted = place !== "" && host.isOwnFolder(place + name);
    const source = isNoted ? host.realPath(place + name + "/" + noted) : null;
    if (source !== null) return source;
  }
  return "";
}
