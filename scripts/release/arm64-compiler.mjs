/**
 * `aarch64-linux-musl-gcc`: Debian's cross compiler with Debian's musl for arm64, in the version that the x64
 * binary is linked with. Debian has musl for arm64 only as an arm64 package, so it is unpacked into the cache.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../cache-folder.mjs";
import { run, SetupError } from "../command.mjs";
import { openPrivateApt } from "../private-apt.mjs";
import { readPackageVersion } from "./debian-packages.mjs";

function fetchMusl(version, workshop) {
  const apt = join(workshop, "apt");
  const { options, places } = openPrivateApt(apt, "deb", "arm64");
  const download = run("apt-get", [...options, "download", `musl-dev=${version}`], { cwd: workshop });
  const file = readdirSync(workshop).find((name) => name.endsWith(".deb"));
  const tree = join(workshop, "tree");
  const unpack = file ? run("dpkg-deb", ["-x", join(workshop, file), tree]) : download;
  if (download.ok && unpack.ok) return tree;
  throw new SetupError(
    `cannot fetch musl-dev '${version}' for arm64 from '${places}'`,
    "a mirror keeps only the newest version: apt-get update && apt-get install musl-tools",
    download.output + unpack.output,
  );
}

/** The package's files refer to each other by absolute paths. */
function moveTo(folder, tree) {
  for (const file of ["usr/bin/aarch64-linux-musl-gcc", "usr/lib/aarch64-linux-musl/musl-gcc.specs"]) {
    const text = readFileSync(join(tree, file), "utf8");
    writeFileSync(join(tree, file), text.replaceAll(/(?<=[\s"L])\/usr\/(?=lib|include)/g, `${folder}/usr/`));
  }
  renameSync(tree, folder);
}

/** Returns the folder that contains the package's `usr`; the compiler is in `usr/bin`. */
export function ensureArm64Compiler() {
  const version = readPackageVersion("musl-dev");
  const folder = cacheFolder(`musl-arm64-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  // Under another name until complete: two builds may run at the same time.
  const workshop = mkdtempSync(`${folder}.making-`);
  try {
    const tree = fetchMusl(version, workshop);
    if (!existsSync(folder)) moveTo(folder, tree);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
  return folder;
}
