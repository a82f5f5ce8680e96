/**
 * `aarch64-linux-musl-gcc`: Debian's cross compiler with Debian's musl and zlib for arm64, in the versions that the x64
 * binary is linked with. Debian has them for arm64 only as arm64 packages, so they are unpacked into the cache.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
} from "node:fs";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../cache-folder.mjs";
import { run, SetupError } from "../command.mjs";
import { openPrivateApt } from "../private-apt.mjs";
import { readPackageVersion } from "./debian-packages.mjs";

/** `packages`: as `musl-dev=1.2.3-1`. */
function fetchPackages(packages, workshop) {
  const apt = join(workshop, "apt");
  const { options, places } = openPrivateApt(apt, "deb", "arm64");
  const download = run("apt-get", [...options, "download", ...packages], { cwd: workshop });
  const files = readdirSync(workshop).filter((name) => name.endsWith(".deb"));
  const tree = join(workshop, "tree");
  const unpacks = files.map((file) => run("dpkg-deb", ["-x", join(workshop, file), tree]));
  if (download.ok && unpacks.length === packages.length && unpacks.every(({ ok }) => ok)) return tree;
  throw new SetupError(
    `cannot fetch '${packages.join(" ")}' for arm64 from '${places}'`,
    "a mirror keeps only the newest version: apt-get update && apt-get install musl-tools zlib1g-dev",
    [download, ...unpacks].map(({ output }) => output).join(""),
  );
}

/** The package's files refer to each other by absolute paths. */
function moveTo(folder, tree) {
  for (const file of ["usr/bin/aarch64-linux-musl-gcc", "usr/lib/aarch64-linux-musl/musl-gcc.specs"]) {
    const text = readFileSync(join(tree, file), "utf8");
    writeFileSync(join(tree, file), text.replaceAll(/(?<=[\s"L])\/usr\/(?=lib|include)/g, `${folder}/usr/`));
  }
  const musl = join(tree, "usr", "lib", "aarch64-linux-musl");
  copyFileSync(join(tree, "usr", "lib", "aarch64-linux-gnu", "libz.a"), join(musl, "libz.a"));
  renameSync(tree, folder);
}

/** Returns the folder that contains the package's `usr`; the compiler is in `usr/bin`. */
export function ensureArm64Compiler() {
  const [musl, zlib] = ["musl-dev", "zlib1g-dev"].map(readPackageVersion);
  const folder = cacheFolder(`musl-arm64-${musl}-zlib-${zlib}`.replaceAll(":", "_"));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  // Under another name until complete: two builds may run at the same time.
  const workshop = mkdtempSync(`${folder}.making-`);
  try {
    const tree = fetchPackages([`musl-dev=${musl}`, `zlib1g-dev=${zlib}`], workshop);
    if (!existsSync(folder)) moveTo(folder, tree);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
  return folder;
}
