/**
 * Builds the tarballs and packages from the tree that contains this file, which must be a fresh one: scripts/release.mjs
 * creates it from a commit, and passes what the tree does not know.
 *
 *   node scripts/release/make.mjs <output folder> <commit> <its time in seconds> [--with-pkg]
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Native } from "../build/native.mjs";
import { readVersion } from "../build/version.mjs";
import { run, SetupError } from "../command.mjs";
import { imageFiles } from "../image/variants.mjs";
import { endWithHint } from "./end-with-hint.mjs";
import { ensureArm64Compiler } from "./arm64-compiler.mjs";
import { writeDeb } from "./deb.mjs";
import { readOwner, readPackageVersion } from "./debian-packages.mjs";
import { ensureNode } from "./node-binary.mjs";
import { writeMainPackage, writePlatformPackage } from "./npm-packages.mjs";
import { readBinaryParts, readNodePart, renderLicences } from "./parts.mjs";
import { listShipped, readNpmSbom, renderSbom } from "./sbom.mjs";
import { listFiles, writeDigests, writeTarball } from "./tarball.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const work = join(root, "build", "native");
const releases = join(root, "build", "release");
const [output, commit, seconds] = process.argv.slice(2);
const date = new Date(Number(seconds) * 1000);

/** Name of the architecture, the compiler that links its binary, and Debian's name. */
const targets = [
  { arch: "x64", compiler: "x86_64-linux-gnu-gcc", debianArch: "amd64" },
  { arch: "arm64", compiler: "aarch64-linux-gnu-gcc", debianArch: "arm64" },
];
const withPkg = process.argv.includes("--with-pkg");

function runScript(name, args = [], node = process.execPath) {
  const script = run(node, [join(root, "scripts", name), ...args], { cwd: root });
  if (!script.ok)
    throw new SetupError(`'scripts/${name}' failed`, "see above for what it says", script.output);
}

async function linkArm64(version, file) {
  process.env.PATH = join(ensureArm64Compiler(), "usr", "bin") + delimiter + process.env.PATH;
  // The bytecode comes from the x64 build, and which blocks a commit uses: both are the same on every architecture. The heap image is not.
  const native = new Native(root, work, "release-arm64", version);
  await native.linkHost(file, join(work, "hot-path.bytecode"), () => join(work, "heap-uses"));
}

/** The versions that reproduce the same bytes. */
function readToolchain(compiler) {
  const packages = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const program = run("sh", ["-c", 'readlink -f "$(command -v "$1")"', "sh", compiler]).stdout.trim();
  const owner = readOwner(program);
  return {
    commit,
    compiler: `${owner} ${readPackageVersion(owner)}`,
    esbuild: packages["node_modules/esbuild"].version,
    typescript: packages["node_modules/typescript"].version,
  };
}

/** The prefix for one architecture, with the cold side for Node. */
function stagePrefix({ arch }) {
  const folder = join(root, "build", `prefix-${arch}`);
  cpSync(join(root, "dist"), folder, { recursive: true, verbatimSymlinks: true });
  if (arch === "arm64") copyFileSync(join(work, "interlock-arm64"), join(folder, "bin", "interlock"));
  return folder;
}

/** The same with a cold side that contains Node. A Node of the same version and of this machine writes it. */
function packageColdSide({ arch, compiler }, prefix) {
  const program = (name) => join(ensureNode(name), "bin", "node");
  const strip = compiler.replace(/gcc$/, "strip");
  const foreign = arch === process.arch ? [] : ["--node", program(arch), "--strip", strip];
  runScript("package.mjs", [prefix, `${prefix}-packaged`, ...foreign], program(process.arch));
  return `${prefix}-packaged`;
}

/** What a package says about its parts. */
function renderDocuments(target, npm, packaged) {
  const shipped = listShipped(root);
  const parts = readBinaryParts(target);
  if (packaged) parts.push(readNodePart(ensureNode(target.arch)));
  const refs = shipped.map(({ ref }) => ref);
  const sbom = renderSbom({ npm, shipped: refs, parts, properties: readToolchain(target.compiler), date });
  return {
    "sbom.cdx.json": `${JSON.stringify(sbom, null, 2)}\n`,
    "THIRD-PARTY-LICENSES": renderLicences(root, shipped, parts),
  };
}

function makeTarball(name, prefix, documents) {
  const folder = join(releases, name);
  cpSync(prefix, folder, { recursive: true, verbatimSymlinks: true });
  for (const file of [
    ...imageFiles.map((part) => join("sandbox-image", part)),
    "LICENSE",
    "scripts/release/INSTALL.md",
  ]) {
    copyFileSync(join(root, file), join(folder, basename(file)));
  }
  for (const [file, text] of Object.entries(documents)) writeFileSync(join(folder, file), text);
  writeDigests(folder, listFiles(folder));
  writeTarball(folder, join(output, `${name}.tar.gz`), seconds);
  return `${name}.tar.gz`;
}

/** Everything for one architecture. */
function makeTarget(target, version, npm) {
  const prefix = stagePrefix(target);
  const name = `interlock-${version}-linux-${target.arch}`;
  const documents = renderDocuments(target, npm, false);
  const packaged = packageColdSide(target, prefix);
  const packagedDocuments = renderDocuments(target, npm, true);
  const changes = { "CHANGELOG.md": readFileSync(join(root, "CHANGELOG.md"), "utf8") };
  const deb = writeDeb({
    source: root,
    prefix: packaged,
    folder: join(releases, `deb-${target.arch}`),
    version,
    debianArch: target.debianArch,
    documents: { ...packagedDocuments, ...changes },
    output,
    seconds,
  });
  const npmParts = { source: root, prefix, work: releases, documents, output, seconds };
  const own = { ...npmParts, arch: target.arch, binary: join(prefix, "bin", "interlock") };
  return [
    makeTarball(name, prefix, documents),
    ...(withPkg ? [makeTarball(`${name}-pkg`, packaged, packagedDocuments)] : []),
    deb,
    writePlatformPackage(own),
    ...(target.arch === "x64"
      ? [
          writeMainPackage(
            npmParts,
            targets.map(({ arch }) => arch),
          ),
        ]
      : []),
  ];
}

async function main() {
  if (process.arch !== "x64")
    throw new SetupError("a release is built on x64", "run it there: arm64 is cross-built");
  runScript("build.mjs");
  const version = readVersion(root);
  await linkArm64(version, join(work, "interlock-arm64"));
  const npm = readNpmSbom(root);
  const files = targets.flatMap((target) => makeTarget(target, version, npm));
  writeDigests(output, files.sort());
}

mkdirSync(output, { recursive: true });
await endWithHint(main);
