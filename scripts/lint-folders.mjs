/**
 * Folders import one way: each may import what stands above it in its list, type imports included. The same is true of what C files
 * include. A part of `npm run lint`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** The lowest first. `.`: files that lie directly in the folder. */
export const order = {
  "": ["engine", "shim", "library", "cli"],
  engine: ["core", "judge", "lifecycle", "compile"],
  "engine/lifecycle": ["points", ".", "runner", "dialects", "declared"],
  "engine/compile": ["files", "pattern", "schema", "layers", "plugins", "."],
  library: ["programs", "."],
  shim: [
    ".",
    "git",
    "gh",
    "seal",
    "plan",
    "report",
    "rules",
    "judge",
    "hooks",
    "push",
    "commands",
    "explain",
    "verbs",
    "verify",
    "entry",
    "node",
    "native",
  ],
  "shim/native": ["process", "image", "engine", "programs", "objects", "host", "start"],
};

/** `files`: the text of each file, by its path from the top. Gives a sentence for each import that leads the wrong way. */
export function findWrongImports(files) {
  const wrong = [];
  for (const [path, text] of Object.entries(files))
    for (const target of findImports(path, text))
      for (const [top, folders] of Object.entries(order)) {
        const from = rank(folders, top, path);
        const to = rank(folders, top, target);
        if (from !== null && to !== null && to > from)
          wrong.push(`${path}: imports '${target}', which is built on it`);
      }
  return wrong;
}

/** The paths from the top of what a file imports. C files include by paths from `shim/native`; what has no folder is generated. */
function findImports(path, text) {
  return /\.[chS]$/.test(path)
    ? Array.from(text.matchAll(/^#include "(.+\/.+)"/gm), ([, name]) => `shim/native/${name}`)
    : Array.from(text.matchAll(/\bfrom\s+"(\.[^"]+)"/g), ([, name]) => normalize(join(dirname(path), name)));
}

/** Null for what lies outside of `top`. */
function rank(folders, top, path) {
  if (top !== "" && !path.startsWith(`${top}/`)) return null;
  const inside = path.slice(top === "" ? 0 : top.length + 1).split("/");
  const folder = inside.length === 1 ? "." : inside[0];
  const place = folders.indexOf(folder);
  if (place < 0 && top !== "") throw new Error(`'${top}/${folder}' has no place in the order of folders`);
  return place < 0 ? null : place;
}

function readFiles(root) {
  const files = {};
  for (const folder of order[""])
    for (const name of readdirSync(join(root, folder), { recursive: true }))
      if (/\.(ts|[chS])$/.test(name))
        files[`${folder}/${name}`] = readFileSync(join(root, folder, name), "utf8");
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = findWrongImports(readFiles(dirname(dirname(fileURLToPath(import.meta.url)))));
  for (const sentence of wrong) console.error(sentence);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
