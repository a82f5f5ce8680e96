/** Reads a git folder's files without git, which would take one more process for each. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** The reasons in HEAD's reflog, a line each. */
export function readReflog(folder: string): string {
  const file = join(folder, "logs", "HEAD");
  if (!existsSync(file)) return "";
  const lines = readFileSync(file, "latin1").split("\n").slice(0, -1);
  return lines.map((line) => `${line.split("\t").slice(1).join("\t")}\n`).join("");
}

/** The names of all files and empty folders, a line each. Objects are counted: their names depend on the trailer. */
export function listFiles(folder: string): string {
  const names: string[] = [];
  const walk = (inside: string): void => {
    const entries = readdirSync(inside, { withFileTypes: true });
    if (entries.length === 0) names.push(`${relative(folder, inside)}/\n`);
    for (const entry of entries) {
      const path = join(inside, entry.name);
      if (!entry.isDirectory()) names.push(`${relative(folder, path)}\n`);
      else if (isObjects(path)) names.push(`${relative(folder, path)}: ${countFiles(path)} files\n`);
      else walk(path);
    }
  };
  walk(folder);
  return names.sort().join("");
}

function isObjects(path: string): boolean {
  return path.endsWith("/objects") && existsSync(join(path, "pack"));
}

function countFiles(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
    .length;
}

/** What git keeps while a merge, rebase or the like is not finished. */
export function readState(folder: string): string {
  const messages = listIn(folder, "").filter((name) => /_(MSG|HEAD|EDITMSG)$/.test(name));
  const inFolders = ["rebase-merge", "rebase-apply", "sequencer"].flatMap((name) => listIn(folder, name));
  return [...messages, ...inFolders]
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .map((name) => `== ${name}\n${readFileSync(join(folder, name), "latin1")}`)
    .join("");
}

function listIn(folder: string, inside: string): string[] {
  if (!existsSync(join(folder, inside))) return [];
  return readdirSync(join(folder, inside))
    .sort()
    .map((name) => join(inside, name));
}
