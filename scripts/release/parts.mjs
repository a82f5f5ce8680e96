/** What a release contains in addition to our own code and npm's packages, and all licence texts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run, SetupError } from "../command.mjs";
import { readOwner, readPackageVersion } from "./debian-packages.mjs";
import { nodeVersion } from "./node-binary.mjs";

function debianPart(name, packageName, licence, arch, description) {
  const version = readPackageVersion(packageName);
  const purl = `pkg:deb/debian/${packageName}@${encodeURIComponent(version)}?arch=${arch}`;
  const text = `/usr/share/doc/${packageName}/copyright`;
  return { name, version, licence, purl, description, text };
}

/** The parts linked into the binary. `compiler`: the gcc whose start files and libgcc are in it. */
export function readBinaryParts({ compiler, debianArch }) {
  const libgcc = readOwner(run(compiler, ["-print-libgcc-file-name"]).stdout.trim());
  const exception = "GPL-3.0-or-later WITH GCC-exception-3.1";
  return [
    debianPart("duktape", "duktape-dev", "MIT", "all", "the script engine, compiled into bin/interlock"),
    debianPart(
      "zlib",
      "zlib1g-dev",
      "Zlib",
      debianArch,
      "reads git's loose objects, linked into bin/interlock",
    ),
    debianPart("musl", "musl-dev", "MIT", debianArch, "the C library, linked into bin/interlock"),
    debianPart(
      "libgcc",
      libgcc,
      exception,
      debianArch,
      "start files and arithmetic, linked into bin/interlock",
    ),
  ];
}

/** The Node inside the packaged cold side. `folder`: the result of ensureNode. */
export function readNodePart(folder) {
  return {
    name: "node",
    version: nodeVersion,
    licence: "MIT",
    purl: `pkg:generic/node@${nodeVersion}`,
    description: "the runtime, in lib/interlock/cold/interlock-cold",
    text: join(folder, "LICENSE"),
  };
}

function readLicence(root, path) {
  const file = readdirSync(join(root, path)).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
  return file && join(root, path, file);
}

/** All licence texts in one file: most of the licences require them. */
export function renderLicences(root, shipped, parts) {
  const texts = [
    ...shipped.map(({ path, ref }) => ({ title: ref, file: readLicence(root, path) })),
    ...parts.map(({ name, version, text }) => ({ title: `${name}@${version}`, file: text })),
  ];
  return texts
    .map(({ title, file }) => {
      if (file && existsSync(file)) return `==== ${title}\n\n${readFileSync(file, "utf8").trim()}\n`;
      throw new SetupError(`no licence text of '${title}'`, "its package should contain one: reinstall it");
    })
    .join("\n");
}
