/**
 * Builds the tarballs from the tree that contains this file, which must be a fresh one: scripts/release.mjs creates it
 * from a commit, and passes what the tree does not know.
 *
 *   node scripts/release/make.mjs <output folder> <commit> <its time in seconds> [--with-pkg]
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readVersion } from "../build/hot-path.mjs";
import { Native } from "../build/native.mjs";
import { run, SetupError } from "../command.mjs";
import { endWithHint } from "./end-with-hint.mjs";
import { ensureArm64Compiler } from "./arm64-compiler.mjs";
import { readOwner, readPackageVersion } from "./debian-packages.mjs";
import { readBinaryParts, readNodePart, renderLicences } from "./parts.mjs";
import { listShipped, readNpmSbom, renderSbom } from "./sbom.mjs";
import { listFiles, writeDigests, writeTarball } from "./tarball.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const work = join(root, "build", "native");
const [output, commit, seconds] = process.argv.slice(2);
const date = new Date(Number(seconds) * 1000);

/** Name of the architecture, the folder of its prefix, and the compiler that links its binary. */
const x64 = { arch: "x64", prefix: "dist", compiler: "x86_64-linux-gnu-gcc", debianArch: "amd64" };
const arm64 = { arch: "arm64", prefix: "dist", compiler: "aarch64-linux-gnu-gcc", debianArch: "arm64" };
const flavours = [
  { ...x64, suffix: "" },
  { ...arm64, suffix: "" },
  ...(process.argv.includes("--with-pkg") ? [{ ...x64, prefix: "dist-packaged", suffix: "-pkg" }] : []),
];

function runScript(name) {
  const script = run(process.execPath, [join(root, "scripts", name)], { cwd: root });
  if (!script.ok)
    throw new SetupError(`'scripts/${name}' failed`, "see above for what it says", script.output);
}

async function linkArm64(version, file) {
  process.env.PATH = join(ensureArm64Compiler(), "usr", "bin") + delimiter + process.env.PATH;
  // The bytecode comes from the x64 build: it is the same on every architecture. The heap image is not.
  await new Native(root, work, "release-arm64", version).linkHost(file, join(work, "hot-path.bytecode"));
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

function stage(flavour, folder, npm) {
  cpSync(join(root, flavour.prefix), folder, { recursive: true, verbatimSymlinks: true });
  if (flavour.arch === "arm64") copyFileSync(join(work, "interlock-arm64"), join(folder, "bin", "interlock"));
  for (const file of [
    "sandbox-image/install.sh",
    "sandbox-image/move-programs.sh",
    "sandbox-image/swap-config.sh",
    "sandbox-image/config.yaml",
    "LICENSE",
    "scripts/release/INSTALL.md",
  ]) {
    copyFileSync(join(root, file), join(folder, basename(file)));
  }
  const shipped = listShipped(root);
  const parts = readBinaryParts(flavour);
  if (flavour.suffix === "-pkg") parts.push(readNodePart());
  const refs = shipped.map(({ ref }) => ref);
  const sbom = renderSbom({ npm, shipped: refs, parts, properties: readToolchain(flavour.compiler), date });
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES"), renderLicences(root, shipped, parts));
  writeDigests(folder, listFiles(folder));
}

async function main() {
  runScript("build.mjs");
  const version = await readVersion(root);
  await linkArm64(version, join(work, "interlock-arm64"));
  if (flavours.some(({ prefix }) => prefix === "dist-packaged")) runScript("package.mjs");
  const npm = readNpmSbom(root);
  const tarballs = flavours.map((flavour) => {
    const name = `interlock-${version}-linux-${flavour.arch}${flavour.suffix}`;
    const folder = join(root, "build", "release", name);
    stage(flavour, folder, npm);
    writeTarball(folder, join(output, `${name}.tar.gz`), seconds);
    return `${name}.tar.gz`;
  });
  writeDigests(output, tarballs.sort());
}

mkdirSync(output, { recursive: true });
await endWithHint(main);
