/**
 * The exec-path for what an intercepted command starts: git puts it first on PATH, so `git` in a hook, an
 * alias or `rebase --exec` is the one that lies there. Ours has a link for every program of git's own, and
 * where that is git itself, a link to us.
 */
import { askGit } from "../git/ask-git.ts";
import type { Host } from "../host.ts";
import type { Layers } from "../plan/layers.ts";
import { ensureLink, keptPlaces, makeOwnFolder, nameFor, privatePlaces } from "../plan/own-folder.ts";

/** Its last link: the folder is complete. */
const mark = ".interlock";

/** The link to what git said, in the folder that notes it. */
const noted = "source";

/** Null if it cannot be made. `asked`: the caller's own choice, or empty. */
export function makeExecPath(host: Host, layers: Layers, asked: string): string | null {
  const program = host.ownProgram();
  const isOurs = (folder: string): boolean =>
    host.stat(folder + "/" + mark) !== null && host.realPath(folder + "/git") === program;
  if (asked !== "" && isOurs(asked)) return asked;
  const known = asked !== "" ? asked : readNote(host, layers);
  const source = known !== "" ? known : askExecPath(host);
  const stat = source === "" ? null : host.stat(source);
  if (stat === null || program === "") return null;
  const name = nameFor(host, "exec", [source, stat.stamp, program].join("\0"));
  const complete = (folder: string): boolean => fill(host, source, folder, program);
  const made =
    makeOwnFolder(host, keptPlaces(host, layers), name, isOurs, complete) ??
    makeOwnFolder(host, privatePlaces(host), name, isOurs, complete);
  if (made !== null && known === "") {
    const place = made.slice(0, -name.length);
    const note = (folder: string): boolean => ensureLink(host, source, folder + "/" + noted);
    makeOwnFolder(host, [place], noteName(host), () => false, note);
  }
  return made;
}

function fill(host: Host, source: string, folder: string, program: string): boolean {
  const names = host.listDirectory(source);
  if (typeof names === "number") return false;
  const git = host.realPath(source + "/git");
  for (const name of names) {
    const path = source + "/" + name;
    // Debian's are links to git, others' are further names of the same file.
    const isGit = git !== null && isSameFile(host, path, git);
    if (!ensureLink(host, isGit ? program : path, folder + "/" + name)) return false;
  }
  // Not every installation has a git of its own in there.
  if (!ensureLink(host, program, folder + "/git")) return false;
  return ensureLink(host, program, folder + "/" + mark);
}

function isSameFile(host: Host, path: string, git: string): boolean {
  if (host.realPath(path) === git) return true;
  const stat = host.stat(path);
  const other = host.stat(git);
  return stat !== null && other !== null && stat.kind === "file" && stat.stamp === other.stamp;
}

/** Where git's own programs are, whatever exec-path the caller has; empty if git does not say. */
export function askExecPath(host: Host): string {
  const asked = askGit(host, ["--exec-path"]);
  return (asked.status === 0 && host.realPath(asked.stdout.replace(/\n$/, ""))) || "";
}

/** The same, without asking git again where its answer is noted. In a sealed install no note of the caller's counts. */
export function knownExecPath(host: Host, layers: Layers): string {
  return (layers.seal ? "" : readNote(host, layers)) || askExecPath(host);
}

/**
 * What git said is noted, and holds for as long as git is the same file. By a link in a folder of its own: others
 * cannot change that, whatever the umask, nor have us write through a link of theirs.
 */
function noteName(host: Host): string {
  const git = host.realProgram();
  const stat = host.stat(git);
  return nameFor(host, "exec-source", git + "\0" + (stat === null ? "" : stat.stamp));
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
