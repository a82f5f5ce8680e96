/**
 * What `git init` leaves but for the sample hooks, without starting it: the installed git makes one repository of each
 * kind, and the others are written like it.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realGit } from "./paths.ts";

export type Kind = "with a work tree" | "bare";

/** `content` is null for a folder. Folders come before what is in them. */
export interface Entry {
  path: string;
  content: Buffer | null;
  mode: number;
}

const known = new Map<Kind, readonly Entry[]>();

export function makeRepository(folder: string, kind: Kind = "with a work tree"): void {
  const entries = known.get(kind) ?? askGit(kind);
  known.set(kind, entries);
  writeEntries(folder, entries);
}

/** Writes what `readEntries` has read: for a repository of a few commits several times as fast as git, and as `cp`. */
export function writeEntries(folder: string, entries: readonly Entry[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { path, content, mode } of entries)
    if (content === null) mkdirSync(join(folder, path), { mode });
    else writeFileSync(join(folder, path), content, { mode });
}

/** All that is in the folder but git's sample hooks. */
export function readEntries(folder: string): Entry[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.endsWith(".sample"))
    .sort()
    .map((path) => {
      const found = statSync(join(folder, path));
      const content = found.isDirectory() ? null : readFileSync(join(folder, path));
      return { path, content, mode: found.mode & 0o777 };
    });
}

/** As `git remote add` does it. */
export function addRemote(gitFolder: string, name: string, url: string): void {
  const fetch = `+refs/heads/*:refs/remotes/${name}/*`;
  appendFileSync(join(gitFolder, "config"), `[remote "${name}"]\n\turl = ${url}\n\tfetch = ${fetch}\n`);
}

/** The id that HEAD has right after a commit, when its branch is in a file of its own. */
export function readHead(gitFolder: string): string {
  const head = readFileSync(join(gitFolder, "HEAD"), "latin1").trim();
  return head.startsWith("ref: ")
    ? readFileSync(join(gitFolder, head.slice("ref: ".length)), "latin1").trim()
    : head;
}

function askGit(kind: Kind): Entry[] {
  const folder = mkdtempSync(join(tmpdir(), "interlock-init-"));
  try {
    const made = join(folder, "made");
    const options = ["-q", "--initial-branch=main", ...(kind === "bare" ? ["--bare"] : [])];
    const env = { HOME: folder, PATH: "/usr/bin:/bin", GIT_CONFIG_NOSYSTEM: "1", LANG: "C.UTF-8" };
    const run = spawnSync(realGit, ["init", ...options, made], { env, encoding: "utf8" });
    if (run.status !== 0) throw new Error(`no repository could be made: ${run.stderr}`);
    return readEntries(made);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
