/**
 * Prepares a fresh Debian machine to build and test: system packages, then npm packages.
 * Runs before anything is installed, so it uses only Node. Silent if nothing is missing.
 *
 *   node scripts/ensure-dependencies.mjs [--system-only] [--clients] [--conformance] [--release] [--image]
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, lstatSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** What we need, the Debian package that has it, and how to check that it is installed. */
const systemNeeds = [
  { package: "git", command: "git" },
  { package: "gcc", command: "gcc" },
  { package: "musl-tools", command: "musl-gcc" },
  { package: "duktape-dev", file: "/usr/share/duktape/duktape.c" },
  { package: "zlib1g-dev", file: "/usr/include/zlib.h" },
  // node-pty has no prebuilt binary for Linux; these three build one.
  { package: "make", command: "make" },
  { package: "g++", command: "g++" },
  { package: "python3", command: "python3" },
  // The tests trace system calls.
  { package: "strace", command: "strace" },
  // The tests count instructions, too.
  { package: "valgrind", command: "valgrind" },
  // git-gui is written in Tcl, which takes any byte on standard error for a failure.
  { package: "tcl", command: "tclsh" },
  // Completion and 'interlock setup' are tried in every shell that they are for; manual pages are formatted.
  { package: "zsh", command: "zsh" },
  { package: "fish", command: "fish" },
  { package: "man-db", command: "man" },
  { package: "groff", command: "groff" },
  // Its command lines are read, and tried on the real one.
  { package: "gh", command: "gh" },
  // Sealed installs look for rights that it gives; tests configure it in a mount namespace alone.
  { package: "sudo", command: "sudo" },
];

/** The programs that test/clients runs; those from npm are in its package.json. */
const clientNeeds = [
  { package: "tcl", command: "tclsh" },
  { package: "git-annex", command: "git-annex" },
  { package: "git-lfs", command: "git-lfs" },
  { package: "python3-git", file: "/usr/lib/python3/dist-packages/git/__init__.py" },
  { package: "stgit", command: "stg" },
];

/** What git's own tests need in addition: to fetch and build them, and to skip few of them. */
const conformanceNeeds = [
  { package: "dpkg-dev", command: "dpkg-source" },
  { package: "libpcre2-dev", file: "/usr/include/pcre2.h" },
  { package: "libio-pty-perl", perlModule: "IO::Pty" },
  { package: "gnupg", command: "gpg" },
  { package: "openssh-client", command: "ssh-keygen" },
  { package: "unzip", command: "unzip" },
];

/** What a release needs in addition: to build for arm64, to fetch its C library, and to test and install the result. */
const releaseNeeds = [
  { package: "gcc-aarch64-linux-gnu", command: "aarch64-linux-gnu-gcc" },
  { package: "qemu-user-static", command: "qemu-aarch64-static" },
  { package: "lintian", command: "lintian" },
  { package: "debootstrap", command: "debootstrap" },
];

/** What the image checks need in addition: to create root filesystems, and to run in them. */
const imageNeeds = [
  { package: "debootstrap", command: "debootstrap" },
  { package: "buildah", command: "buildah" },
  { package: "bubblewrap", command: "bwrap" },
  // The command alone may be the package that needs a libc.
  { package: "busybox-static", file: "/var/lib/dpkg/info/busybox-static.list" },
];

const forClients = process.argv.includes("--clients");
const needs = [
  ...systemNeeds,
  ...(forClients ? clientNeeds : []),
  ...(process.argv.includes("--conformance") ? conformanceNeeds : []),
  ...(process.argv.includes("--release") ? releaseNeeds : []),
  ...(process.argv.includes("--image") ? imageNeeds : []),
];

function fail(message, hint, output = "") {
  if (output) process.stderr.write(output.endsWith("\n") ? output : `${output}\n`);
  process.stderr.write(`error: ${message}\nhint: ${hint}\n`);
  process.exit(1);
}

/** Output is shown only if something fails. */
function run(command, args, env = {}, cwd = root) {
  const stdio = ["ignore", "pipe", "pipe"];
  const options = { cwd, stdio, encoding: "utf8", maxBuffer: 1 << 28 };
  const result = spawnSync(command, args, { ...options, env: { ...process.env, ...env } });
  const output = `${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}`;
  return { ok: result.status === 0, output };
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function hasCommand(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.some((folder) => isExecutable(join(folder, name)));
}

function isThere(need) {
  if (need.command) return hasCommand(need.command);
  if (need.perlModule) return run("perl", [`-M${need.perlModule}`, "-e1"]).ok;
  return existsSync(need.file);
}

function listMissing() {
  return needs.filter((need) => !isThere(need)).map((need) => need.package);
}

function ensureSystemPackages() {
  const missing = listMissing();
  if (missing.length === 0) return;
  const names = missing.join(" ");
  if (!hasCommand("apt-get")) {
    fail(`missing: ${names}`, "install their like (these are Debian's names)");
  }
  if (process.getuid() !== 0) fail(`missing: ${names}`, `sudo apt-get install -y ${names}`);

  process.stderr.write(`installing ${names}\n`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  // Continue if a mirror fails to update: the existing lists may be enough.
  const update = run("apt-get", ["-qq", "update"], env);
  const options = ["-qq", "-y", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0"];
  const install = run("apt-get", ["install", ...options, ...missing], env);
  const left = listMissing().join(" ");
  if (left)
    fail(`apt-get did not bring: ${left}`, `apt-get install -y ${left}`, update.output + install.output);
}

/**
 * Whether a folder's node_modules matches its package-lock.json. Compares content, because a checkout changes the
 * lock file's time. Packages for other platforms are `optional` and not installed.
 */
function isInstalled(folder) {
  const recordFile = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(recordFile)) return false;
  const wanted = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
  const present = JSON.parse(readFileSync(recordFile, "utf8")).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    const found = present[path];
    return found ? found.version === entry.version && found.integrity === entry.integrity : entry.optional;
  });
}

/** node-gyp would download Node's headers; most installs of Node include them. */
function headersEnv() {
  const prefix = resolve(dirname(process.execPath), "..");
  if (process.env.npm_config_nodedir || !existsSync(join(prefix, "include/node/node.h"))) return {};
  return { npm_config_nodedir: prefix };
}

/** npm may block install scripts: load node-pty's native part to see whether it was built. */
function checkTerminal() {
  return run(process.execPath, ["-e", 'require("node-pty")']);
}

function installNpmPackages(folder, options, env) {
  if (isInstalled(folder)) return;
  // `npm ci` would empty the folder behind the link, which belongs to another checkout.
  if (lstatSync(join(folder, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) {
    fail("the linked 'node_modules' is out of date", "run 'npm ci' where it points");
  }
  process.stderr.write("installing npm packages\n");
  const ci = run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...options], env, folder);
  if (!ci.ok) fail("'npm ci' failed", "its output is above", ci.output);
}

function ensureNpmPackages() {
  installNpmPackages(root, [], headersEnv());
  // None of them needs its install script.
  if (forClients) installNpmPackages(join(root, "test", "clients"), ["--ignore-scripts"], {});
  if (checkTerminal().ok) return;
  process.stderr.write("building node-pty\n");
  const rebuild = run("npm", ["rebuild", "node-pty", "--loglevel=error"], headersEnv());
  const check = checkTerminal();
  if (check.ok) return;
  fail(
    "node-pty does not load",
    "its install script must run: package.json names it under 'allowScripts'; try 'npm rebuild node-pty'",
    rebuild.output + check.output,
  );
}

ensureSystemPackages();
if (!process.argv.includes("--system-only")) ensureNpmPackages();
