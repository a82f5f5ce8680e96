/**
 * The npm packages: `interlock` with the command and the library, and one for each architecture with the prefix. npm
 * installs the one whose `os` and `cpu` fit, and runs no script.
 */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeTarball } from "./tarball.mjs";

function describe(source, extra) {
  const { version, description, license, engines } = JSON.parse(
    readFileSync(join(source, "package.json"), "utf8"),
  );
  return { version, description, license, engines, os: ["linux"], ...extra };
}

/** As `npm pack` names it. */
function pack(folder, { name, version }, { output, seconds }) {
  const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  writeTarball(folder, join(output, file), seconds);
  return file;
}

function start({ source, folder, documents }, manifest) {
  rmSync(dirname(folder), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(source, "LICENSE"), join(folder, "LICENSE"));
  copyFileSync(join(source, "scripts", "release", "npm", "README.md"), join(folder, "README.md"));
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
}

/** The package of one architecture. npm unpacks no links, so `git` and `gh` are copies. */
export function writePlatformPackage(parts) {
  const { source, prefix, binary, work, arch } = parts;
  const folder = join(work, `npm-${arch}`, "package");
  const manifest = describe(source, { name: `@interlock/linux-${arch}`, cpu: [arch] });
  start({ ...parts, folder }, manifest);
  for (const part of ["lib/interlock/cold", "plugins"]) {
    cpSync(join(prefix, part), join(folder, part), { recursive: true });
  }
  mkdirSync(join(folder, "bin"));
  for (const name of ["interlock", "git", "gh"]) {
    copyFileSync(binary, join(folder, "bin", name));
    chmodSync(join(folder, "bin", name), 0o755);
  }
  return pack(folder, manifest, parts);
}

export function writeMainPackage(parts, arches) {
  const { source, prefix, work } = parts;
  const folder = join(work, "npm", "package");
  const library = "./library";
  const { version } = describe(source, {});
  const manifest = describe(source, {
    name: "interlock",
    type: "module",
    bin: { interlock: "bin/interlock" },
    exports: {
      ".": { types: `${library}/types/library/index.d.ts`, default: `${library}/index.js` },
      "./package.json": "./package.json",
    },
    optionalDependencies: Object.fromEntries(arches.map((arch) => [`@interlock/linux-${arch}`, version])),
  });
  start({ ...parts, folder }, manifest);
  cpSync(join(prefix, "lib", "interlock", "library"), join(folder, "library"), { recursive: true });
  rmSync(join(folder, "library", "package.json"));
  mkdirSync(join(folder, "bin"));
  copyFileSync(join(source, "scripts", "release", "npm", "interlock"), join(folder, "bin", "interlock"));
  chmodSync(join(folder, "bin", "interlock"), 0o755);
  return pack(folder, manifest, parts);
}
