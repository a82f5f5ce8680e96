/** Archives whose bytes depend only on the files in them. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { run, SetupError } from "../command.mjs";

export function digestFile(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Files below a folder, sorted, as relative paths. Links are omitted: their targets are listed. */
export function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** In the format of `sha256sum --check`. */
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
  // GZIP and TAR_OPTIONS would add the user's own options.
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  const packed = run("tar", tar, { env });
  if (!packed.ok)
    throw new SetupError(`cannot write '${output}'`, "see above for what tar says", packed.output);
}
