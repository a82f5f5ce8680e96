/**
 * The version stands in package.json. What else has to have it in the source is written from there, by each build and by
 * `npm version`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Each with what comes before the version, and after it. */
const places = [
  ["engine/core/version.ts", /(?<=\nexport const version = ")[^"]*(?=")/],
  ["sandbox-image/devcontainer-feature/devcontainer-feature.json", /(?<=\n {2}"version": ")[^"]*(?=")/],
];

export function readVersion(root) {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
}

/** Gives the files, changed or not. */
export function writeVersion(root) {
  const version = readVersion(root);
  for (const [file, pattern] of places) {
    const path = join(root, file);
    const old = readFileSync(path, "utf8");
    if (!pattern.test(old)) throw new Error(`'${file}' has no version`);
    const text = old.replace(pattern, () => version);
    if (text !== old) writeFileSync(path, text);
  }
  return places.map(([file]) => file);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${writeVersion(process.cwd()).join("\n")}\n`);
