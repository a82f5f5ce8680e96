/**
 * Debian root filesystems, each created once and cached as a tar file: `bare` by debootstrap, the others from it.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../cache-folder.mjs";
import { mustRun } from "./run-mixed.mjs";
import { mustRunInRoot } from "./in-root.mjs";

const suite = "bookworm";
const mirror = "http://deb.debian.org/debian";
const cache = cacheFolder("rootfs");

/** How this machine reaches its packages, without the credentials in auth.conf. */
const aptFiles = ["sources.list", "sources.list.d", "apt.conf", "apt.conf.d", "trusted.gpg.d"];
const install = "DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install";

function copyAptFiles(root) {
  rmSync(join(root, "etc/apt/sources.list"), { force: true });
  for (const name of aptFiles) {
    const from = join("/etc/apt", name);
    if (existsSync(from)) cpSync(from, join(root, "etc/apt", name), { recursive: true });
  }
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
}

/** Installs the Node that runs this script where the official one would be; optionally with npm and headers. */
export function addNode(root, everything = false) {
  const from = dirname(dirname(process.execPath));
  const to = join(root, "usr/local");
  const parts = everything ? ["lib/node_modules/npm", "include/node", "bin/npm", "bin/npx"] : [];
  for (const part of parts) {
    mkdirSync(dirname(join(to, part)), { recursive: true });
    cpSync(join(from, part), join(to, part), { recursive: true, verbatimSymlinks: true });
  }
  cpSync(process.execPath, join(to, "bin/node"));
}

const systems = {
  bare(root) {
    mustRun("debootstrap", ["--variant=minbase", suite, root, mirror]);
    copyAptFiles(root);
    mustRunInRoot(root, "apt-get clean && apt-get -qq update");
  },
  /** The packages stay in apt's cache, so that they can be reinstalled without a network. */
  git(root) {
    const keep = 'Binary::apt-get::APT::Keep-Downloaded-Packages "true";';
    mustRunInRoot(root, `echo '${keep}' >/etc/apt/apt.conf.d/99keep && ${install} git gh ca-certificates`);
    mustRunInRoot(root, "useradd --create-home --uid 1000 --shell /bin/bash agent");
  },
  /** Like the official image of Node, which has the tools of buildpack-deps. */
  node(root) {
    mustRunInRoot(root, `${install} ca-certificates git gcc g++ make python3 && apt-get clean`);
    addNode(root, true);
  },
};

/** The file's name depends on the recipe and on Node. */
function tarFile(name) {
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
  const key = hash.update(process.version).digest("hex").slice(0, 12);
  return join(cache, `${suite}-${name}-${key}.tar`);
}

/** The path of the tar file; creates it if it does not exist. */
export function ensureSystem(name, say) {
  const file = tarFile(name);
  if (existsSync(file)) return file;
  const bare = name === "bare" ? null : ensureSystem("bare", say);
  say(`making a root filesystem, '${name}' of Debian ${suite}, which is then kept in ${cache}`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, "new-"));
  try {
    const root = join(work, "root");
    if (bare !== null) unpackSystem(bare, root);
    systems[name](root);
    mustRun("tar", ["-C", root, "-cf", join(work, "tar"), "."]);
    renameSync(join(work, "tar"), file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return file;
}

export function unpackSystem(file, root) {
  mkdirSync(root, { recursive: true });
  mustRun("tar", ["-C", root, "-xpf", file]);
}
