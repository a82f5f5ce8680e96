/** Archives whose bytes depend on nothing but the files in them. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { run, SetupError } from "../command.mjs";

export function digestFile(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Files below a folder, sorted, by their paths from there. Links are none: what they point at is listed. */
export function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** In the form that `sha256sum --check` reads. */
export function writeDigests(folder, files) {
  const lines = files.map((file) => `${digestFile(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}

/** Packs `folder` under its own name. `seconds`: the time of every file in it, since 1970. */
export function writeTarball(folder, output, seconds) {
  const tar = [
    "--create",
    "--format=ustar",
    "--sort=name",
    `--mtime=@${seconds}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u=rwX,go=rX", // whatever the umask was
    "--use-compress-program=gzip -n -9",
    `--file=${output}`,
    `--directory=${dirname(folder)}`,
    basename(folder),
  ];
  // GZIP and TAR_OPTIONS would add options of the person's own.
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  const packed = run("tar", tar, { env });
  if (!packed.ok)
    throw new SetupError(`cannot write '${output}'`, "see above for what tar says", packed.output);
}
