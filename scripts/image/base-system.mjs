/**
 * A Debian root filesystem with git and gh, made once by debootstrap and kept as a tar file.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mustRun } from "./command.mjs";
import { mustRunInRoot } from "./in-root.mjs";

const suite = "bookworm";
const mirror = "http://deb.debian.org/debian";
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "interlock", "rootfs");

/** How this machine reaches its packages; not what it may keep in auth.conf. */
const aptFiles = ["sources.list", "sources.list.d", "apt.conf", "apt.conf.d", "trusted.gpg.d"];

/** Another way to make it is another file. */
function tarFile() {
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
  return join(cache, `${suite}-${hash.digest("hex").slice(0, 12)}.tar`);
}

function copyAptFiles(root) {
  rmSync(join(root, "etc/apt/sources.list"), { force: true });
  for (const name of aptFiles) {
    const from = join("/etc/apt", name);
    if (existsSync(from)) cpSync(from, join(root, "etc/apt", name), { recursive: true });
  }
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
}

/** The packages stay in apt's cache, so that one can be installed again without a network. */
function fill(root) {
  mustRun("debootstrap", ["--variant=minbase", suite, root, mirror]);
  copyAptFiles(root);
  const keep = 'Binary::apt-get::APT::Keep-Downloaded-Packages "true";';
  mustRunInRoot(
    root,
    `set -e
    export DEBIAN_FRONTEND=noninteractive
    apt-get clean
    echo '${keep}' >/etc/apt/apt.conf.d/99keep
    apt-get -qq update
    apt-get -qq -y --no-install-recommends install git gh ca-certificates
    useradd --create-home --uid 1000 --shell /bin/bash agent`,
  );
}

/** The path of the tar file, made if it is not there. */
export function ensureBaseSystem(say) {
  const file = tarFile();
  if (existsSync(file)) return file;
  say(`making a root filesystem of Debian ${suite}, which is then kept in ${cache}`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, "new-"));
  try {
    const root = join(work, "root");
    fill(root);
    mustRun("tar", ["-C", root, "-cf", join(work, "tar"), "."]);
    renameSync(join(work, "tar"), file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return file;
}

export function unpackBaseSystem(file, root) {
  mkdirSync(root, { recursive: true });
  mustRun("tar", ["-C", root, "-xpf", file]);
}
