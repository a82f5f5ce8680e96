/** Checks of an unpacked tarball's files. Each gives a list of problems. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { run } from "../../command.mjs";
import { imageFiles } from "../../image/variants.mjs";
import { digestFile, listFiles } from "../tarball.mjs";
import { findSbomProblems, listBundledPackages } from "./sbom-problems.mjs";

const expected = [
  "INSTALL.md",
  "LICENSE",
  "SHA256SUMS",
  "THIRD-PARTY-LICENSES",
  "bin/interlock",
  "lib/interlock/cold/cli.cjs",
  "lib/interlock/library/index.js",
  "plugins/github/plugin.yaml",
  "sbom.cdx.json",
  ...imageFiles,
];

export function checkDigests(folder) {
  const check = run("sha256sum", ["--check", "--quiet", "--strict", "SHA256SUMS"], { cwd: folder });
  return check.ok ? [] : [check.output.trim()];
}

/** Nothing is missing, and everything that is there has its digest. */
export function checkFileList(folder) {
  const files = listFiles(folder);
  const digests = readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  const listed = digests.map((line) => line.slice(66));
  return [
    ...expected.filter((file) => !files.includes(file)).map((file) => `'${file}' is missing`),
    ...files
      .filter((file) => file !== "SHA256SUMS" && !listed.includes(file))
      .map((file) => `'${file}' has no digest`),
  ];
}

/** `machine`: as readelf names it. */
export function checkBinary(folder, machine) {
  const file = join(folder, "bin", "interlock");
  const header = run("readelf", ["--file-header", "--program-headers", "--wide", file], {
    env: { ...process.env, LC_ALL: "C" },
  });
  const problems = header.ok ? [] : [header.output.trim()];
  if (!new RegExp(`Machine: +${machine}`).test(header.stdout)) problems.push(`it is not for ${machine}`);
  if (/\bINTERP\b|\bDYNAMIC\b/.test(header.stdout)) problems.push("it is not static");
  return problems;
}

/** No file says where it was built. */
export function checkPaths(folder, buildFolders) {
  const traces = [...buildFolders, join(homedir(), "/")];
  return listFiles(folder).flatMap((file) => {
    const bytes = readFileSync(join(folder, file));
    return traces.filter((trace) => bytes.includes(trace)).map((trace) => `'${file}' names '${trace}'`);
  });
}

export function checkSbom(folder) {
  const read = (file) => readFileSync(join(folder, file), "utf8");
  const bundles = ["lib/interlock/cold/cli.cjs", "lib/interlock/library/index.js"].map(read);
  const packages = bundles.map(listBundledPackages);
  const problems = packages.some((names) => names.length === 0)
    ? ["a bundle does not say what is in it"]
    : [];
  return [...problems, ...findSbomProblems(JSON.parse(read("sbom.cdx.json")), packages.flat())];
}

/** Both folders hold the same tarballs, byte for byte. */
export function compareOutputs(one, other, name) {
  const digests = [one, other].map((folder) => digestFile(join(folder, name)));
  return digests[0] === digests[1]
    ? []
    : [`${digests.join(" and ")}: see 'diffoscope' for where they differ`];
}
