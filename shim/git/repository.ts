/**
 * Finds the repository of a git command without asking git: as much of setup.c as a commit inside a work tree
 * needs. In cases where git would decide otherwise, git itself refuses to run.
 */
import type { Host } from "../host.ts";
import type { GlobalOption } from "./global-options.ts";

export interface Repository {
  /** git's working directory after its `-C` options. */
  cwd: string;
  /** Top of the work tree. */
  top: string;
  gitDir: string;
  /** Shared by all work trees: config and hooks. */
  commonDir: string;
}

/** The repository, or the reason why it is not certain. `takesBare`: accepts one without a work tree, which is its own top. */
export function findRepository(
  host: Host,
  options: readonly GlobalOption[],
  takesBare = false,
): Repository | string {
  const cwd = workingDirectory(host, options);
  if (cwd === null) return notFound;
  const gitDirOption = lastValue(options, "--git-dir") || host.env("GIT_DIR");
  const workTree = lastValue(options, "--work-tree") || host.env("GIT_WORK_TREE");
  const found = gitDirOption
    ? openGitDir(host, joinPath(cwd, gitDirOption), cwd)
    : discover(host, cwd, takesBare && !workTree);
  if (found === null) return notFound;
  if (typeof found === "string") return found;
  return { cwd, ...found, top: workTree ? (host.realPath(joinPath(cwd, workTree)) ?? workTree) : found.top };
}

type Found = Omit<Repository, "cwd">;

const notFound = "no repository was found";

/** git's working directory after its `-C` options, links resolved; null if it does not exist. */
export function workingDirectory(host: Host, options: readonly GlobalOption[]): string | null {
  const start = host.cwd();
  let cwd = start;
  for (const option of options)
    if (option.name === "-C" && option.value !== "") cwd = joinPath(cwd, option.value);
  return cwd === start ? start : host.realPath(cwd);
}

export function joinPath(base: string, path: string): string {
  if (path.startsWith("/")) return path;
  return base.endsWith("/") ? base + path : base + "/" + path;
}

export function lastValue(options: readonly GlobalOption[], name: string): string | undefined {
  for (let i = options.length - 1; i >= 0; i--) {
    const option = options[i] as GlobalOption;
    if (option.name === name) return option.value;
  }
  return undefined;
}

function discover(host: Host, from: string, takesBare: boolean): Found | string | null {
  for (let top = from; ; top = top.slice(0, top.lastIndexOf("/"))) {
    const folder = top === "" ? "/" : top;
    const found = openGitDir(host, joinPath(folder, ".git"), folder);
    if (found !== null) return found;
    const itself = host.stat(joinPath(folder, "HEAD")) === null ? null : openGitDir(host, folder, folder);
    if (itself !== null)
      // That of a linked work tree knows of others; git puts their paths together in its own way.
      return takesBare && typeof itself !== "string" && itself.commonDir === folder
        ? itself
        : "'" + folder + "' is a git folder itself";
    if (folder === "/") return null;
  }
}

/**
 * `path`: the folder itself, or a file that names it. Returns null if
 * git skips it, a reason if that is uncertain.
 */
function openGitDir(host: Host, path: string, top: string): Found | string | null {
  const stat = host.stat(path);
  if (stat === null || stat.kind === "other") return null;
  const gitDir = stat.kind === "file" ? readGitFile(host, path) : path;
  if (gitDir === null) return null;
  const commonDir = commonDirOf(host, gitDir);
  // As is_git_directory in setup.c: git skips a folder without these, and searches its parents.
  if (!hasParts(host, commonDir)) return null;
  // HEAD may also be a symbolic link to a branch that does not exist yet, which we cannot detect.
  const head = host.readFile(gitDir + "/HEAD");
  if (typeof head === "number" || !(head.startsWith("ref:") || /^[0-9a-f]{40}/.test(head)))
    return "'" + gitDir + "/HEAD' is not what it usually is";
  return { top, gitDir, commonDir };
}

function hasParts(host: Host, folder: string): boolean {
  return host.stat(joinPath(folder, "objects")) !== null && host.stat(joinPath(folder, "refs")) !== null;
}

function readGitFile(host: Host, path: string): string | null {
  const text = host.readFile(path);
  if (typeof text === "number" || !text.startsWith("gitdir: ")) return null;
  const named = joinPath(path.slice(0, path.lastIndexOf("/")) || "/", text.slice(8).replace(/[\r\n]+$/, ""));
  // As read_gitfile in setup.c.
  return host.realPath(named) ?? named;
}

export function commonDirOf(host: Host, gitDir: string): string {
  const text = host.readFile(joinPath(gitDir, "commondir"));
  return typeof text === "number" ? gitDir : joinPath(gitDir, text.replace(/[\r\n]+$/, ""));
}
