/**
 * Finds the repository that a git command will work in, without asking git: as much of setup.c as
 * a commit from inside a work tree needs. Where git would see it otherwise, git itself refuses.
 */
import type { Host } from "../host.ts";
import type { GlobalOption } from "./global-options.ts";

export interface Repository {
  /** Where git works after its `-C` options. */
  cwd: string;
  /** Top of the work tree. */
  top: string;
  gitDir: string;
  /** Shared by all work trees: config and hooks. */
  commonDir: string;
}

export function findRepository(host: Host, options: readonly GlobalOption[]): Repository | null {
  const cwd = workingDirectory(host, options);
  if (cwd === null) return null;
  const gitDirOption = lastValue(options, "--git-dir") || host.env("GIT_DIR");
  const workTree = lastValue(options, "--work-tree") || host.env("GIT_WORK_TREE");
  const found = gitDirOption
    ? { top: cwd, gitDir: readGitFile(host, joinPath(cwd, gitDirOption)) }
    : discover(host, cwd);
  if (!found || found.gitDir === null) return null;
  return {
    cwd,
    top: workTree ? joinPath(cwd, workTree) : found.top,
    gitDir: found.gitDir,
    commonDir: commonDirOf(host, found.gitDir),
  };
}

/** Where git will be after its `-C` options, links resolved; null if it cannot go there. */
function workingDirectory(host: Host, options: readonly GlobalOption[]): string | null {
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

function lastValue(options: readonly GlobalOption[], name: string): string | undefined {
  for (let i = options.length - 1; i >= 0; i--) {
    const option = options[i] as GlobalOption;
    if (option.name === name) return option.value;
  }
  return undefined;
}

function discover(host: Host, from: string): { top: string; gitDir: string | null } | null {
  for (let top = from; ; top = top.slice(0, top.lastIndexOf("/"))) {
    const gitDir = readGitFile(host, joinPath(top === "" ? "/" : top, ".git"));
    if (gitDir !== null) return { top: top === "" ? "/" : top, gitDir };
    if (top === "" || top === "/") return null;
  }
}

/** `.git` is the folder itself, or a file that names it (linked work tree, submodule). */
function readGitFile(host: Host, path: string): string | null {
  const stat = host.stat(path);
  if (stat === null) return null;
  if (stat.kind === "directory") return path;
  const text = host.readFile(path);
  if (typeof text === "number" || !text.startsWith("gitdir: ")) return null;
  return joinPath(path.slice(0, path.lastIndexOf("/")) || "/", text.slice(8).replace(/[\r\n]+$/, ""));
}

function commonDirOf(host: Host, gitDir: string): string {
  const text = host.readFile(joinPath(gitDir, "commondir"));
  return typeof text === "number" ? gitDir : joinPath(gitDir, text.replace(/[\r\n]+$/, ""));
}
