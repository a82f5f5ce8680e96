/**
 * `npm run release:check`: builds the commit's tarballs and packages twice, in different folders, compares them, and
 * tests and installs them. Prints one line per check. See docs/release.md.
 */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./command.mjs";
import { ensureArm64Compiler } from "./release/arm64-compiler.mjs";
import { checkBinary, checkDigests, checkFileList } from "./release/check/files.mjs";
import { checkPaths, checkSbom, compareOutputs } from "./release/check/files.mjs";
import { checkPackages } from "./release/check/packages.mjs";
import { createReport } from "./release/check/report.mjs";
import { makeSmoke } from "./release/check/smoke.mjs";
import { endWithHint } from "./release/end-with-hint.mjs";
import { ensureNode } from "./release/node-binary.mjs";
import { buildFromCommit, readCommit } from "./release/from-commit.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const resultFile = join(root, "build", "release.json");
const { counts, report, say } = createReport();

/** Names and depths differ, so that a path that leaks into a file also changes its size. */
function layOut(scratch) {
  return [
    { folder: join(scratch, "a"), output: join(scratch, "first") },
    { folder: join(scratch, "another", "and-deeper"), output: join(scratch, "second") },
  ];
}

function unpack(tarball, folder) {
  mkdirSync(folder, { recursive: true });
  run("tar", ["-xzf", tarball, "-C", folder]);
  return join(folder, readdirSync(folder)[0]);
}

const machines = [
  { arch: "x64", machine: "Advanced Micro Devices X86-64", emulator: [] },
  { arch: "arm64", machine: "AArch64", emulator: ["qemu-aarch64-static"] },
];

function checkTarball(builds, scratch, { arch, machine, emulator }, compilerPrefix) {
  const tarball = readdirSync(builds[0].output).find((name) => name.endsWith(`-${arch}.tar.gz`));
  const name = tarball.replace(/\.tar\.gz$/, "");
  const prefix = unpack(join(builds[0].output, tarball), join(scratch, `unpacked-${arch}`));
  const version = name.split("-")[1];
  report(`${name}: its files have the digests in SHA256SUMS`, checkDigests(prefix));
  report(`${name}: no file is missing, and none is without a digest`, checkFileList(prefix));
  report(`${name}: the binary is static, for ${machine}`, checkBinary(prefix, machine));
  report(`${name}: no file says where it was built`, checkPaths(prefix, [scratch, root]));
  report(`${name}: the bill of materials is in form and lists every part`, checkSbom(prefix));

  const smoke = makeSmoke({
    folder: join(scratch, `smoke-${arch}`),
    prefix,
    emulator,
    compilerPrefix: compilerPrefix ?? prefix,
  });
  report(`${name}: interlock --version`, smoke.version(version));
  report(`${name}: git rev-parse is passed through`, smoke.passThrough());
  const commit = ["commit", "-q", "--allow-empty", "-m", "one"];
  report(`${name}: git commit -m gets its trailer`, smoke.commit(commit));
  // In a hook git starts the binary, which needs a kernel that can run it.
  if (emulator.length === 0) {
    const fresh = ["commit", "-q", "--allow-empty", "-m", "two", "-e"];
    report(
      `${name}: git commit with an editor gets its trailer in a hook`,
      smoke.commit(["-c", "core.editor=true", ...fresh]),
    );
  }
  return prefix;
}

async function main(scratch) {
  const { commit, seconds, changed } = readCommit(root);
  if (changed) process.stderr.write("note: uncommitted changes are not checked\n");
  ensureArm64Compiler();
  for (const { arch } of machines) ensureNode(arch);
  const builds = layOut(scratch);
  const start = Date.now();
  await Promise.all(builds.map((build) => buildFromCommit({ root, commit, seconds, ...build, options: [] })));
  say(`built ${commit} twice in ${Math.round((Date.now() - start) / 1000)} s`);
  report("all files have the digests in the SHA256SUMS beside them", checkDigests(builds[0].output));
  const outputs = builds.map(({ output }) => output);
  for (const name of readdirSync(outputs[0]))
    report(`${name}: two builds in different folders are the same`, compareOutputs(...outputs, name));
  const [x64, arm64] = machines;
  const compilerPrefix = checkTarball(builds, scratch, x64);
  checkTarball(builds, scratch, arm64, compilerPrefix);
  await checkPackages({ packages: outputs[0], scratch, report, say });
  mkdirSync(dirname(resultFile), { recursive: true });
  writeFileSync(resultFile, `${JSON.stringify(counts)}\n`);
  say(`${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed > 0) process.exitCode = 1;
}

rmSync(resultFile, { force: true }); // must not count results of an earlier run
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "interlock-release-")));
try {
  await endWithHint(() => main(scratch));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
