/**
 * The exec-path for what an intercepted command starts: git puts it first on PATH, so `git` in a hook, an
 * alias or `rebase --exec` is the one that lies there. Ours has a link for every program of git's own, and
 * where that is git itself, a link to us.
 */
import type { Host } from "../host.ts";
import { planDirectory, type Layers } from "../layers.ts";
import { fnv1a } from "../../engine/core/fnv.ts";
import { ensureLink, ownFolder } from "./own-folder.ts";

/** Its last link: the folder is complete. */
const mark = ".interlock";

/** Null if it cannot be made. `asked`: the caller's own choice, or empty. */
export function makeExecPath(host: Host, layers: Layers, asked: string): string | null {
  const program = host.ownProgram();
  const isOurs = (folder: string): boolean =>
    host.stat(folder + "/" + mark) !== null && host.realPath(folder + "/git") === program;
  if (asked !== "" && isOurs(asked)) return asked;
  const source = asked !== "" ? asked : gitsExecPath(host, layers);
  const stat = source === "" ? null : host.stat(source);
  if (stat === null || program === "") return null;
  const folder = ownFolder(host, layers, "exec", [source, stat.stamp, program].join("\0"));
  if (folder === null) return null;
  if (isOurs(folder)) return folder;
  return fill(host, source, folder, program) ? folder : null;
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

/** git knows it; asked once, for as long as git is the same file. */
function gitsExecPath(host: Host, layers: Layers): string {
  const git = host.realProgram();
  const stat = host.stat(git);
  const folder = planDirectory(host, layers);
  if (stat === null || folder === "") return "";
  const note = folder + "/exec-path-" + fnv1a(git + "\0" + stat.stamp);
  const noted = host.readFile(note);
  if (typeof noted === "string" && noted.startsWith("/") && host.stat(noted) !== null) return noted;
  const asked = host.runGit(["--exec-path"]);
  const path = asked.status === 0 ? asked.stdout.replace(/\n$/, "") : "";
  if (path !== "") host.writeFile(note, path);
  return path;
}
