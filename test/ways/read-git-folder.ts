/**
 * What a git folder says without git: reading its files takes less than one more process for each.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** The reasons in HEAD's reflog, a line each. */
export function readReflog(folder: string): string {
  const file = join(folder, "logs", "HEAD");
  if (!existsSync(file)) return "";
  const lines = readFileSync(file, "latin1").split("\n").slice(0, -1);
  return lines.map((line) => `${line.split("\t").slice(1).join("\t")}\n`).join("");
}

/** The names of its files but for the objects, a line each. */
export function listNames(folder: string): string {
  const names: string[] = [];
  const walk = (inside: string): void => {
    for (const entry of readdirSync(inside, { withFileTypes: true })) {
      const path = join(inside, entry.name);
      if (entry.isDirectory() && path !== join(folder, "objects")) walk(path);
      else if (entry.isFile()) names.push(`./${relative(folder, path)}\n`);
    }
  };
  walk(folder);
  return names.sort().join("");
}

/** Files that are there while a command is under way, with what they say. */
export function readState(folder: string): string {
  const ofCommands = listIn(folder, "").filter((name) => /_(MSG|HEAD|EDITMSG)$/.test(name));
  const inFolders = ["rebase-merge", "rebase-apply", "sequencer"].flatMap((name) => listIn(folder, name));
  return [...ofCommands, ...inFolders]
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
