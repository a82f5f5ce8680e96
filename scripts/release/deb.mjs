/** The Debian package: a packaged prefix in /usr/lib/interlock, and the scripts that seal it. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, cpSync, existsSync, lstatSync, lutimesSync, mkdirSync } from "node:fs";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { run, SetupError } from "../command.mjs";
import { nodeVersion } from "./node-binary.mjs";
import { listFiles } from "./tarball.mjs";

const place = "usr/lib/interlock";
const state = "/var/lib/interlock";
const sealParts = ["seal.sh", "seal-programs.sh", "move-programs.sh", "swap-config.sh"];

function write(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** By gzip, because zlib in Node gives other bytes in other versions. */
const compress = (content) =>
  execFileSync("gzip", ["-9", "--no-name"], { input: content, env: { PATH: process.env.PATH } });

/** `source`: the project's root. `prefix`: with the packaged cold side. `documents`: name → text, for the doc folder. */
function stageFiles({ source, prefix, folder, version, date, documents }) {
  const home = join(folder, place);
  const scripts = join(home, "lib", "interlock");
  cpSync(prefix, home, { recursive: true, verbatimSymlinks: true });
  rmSync(join(scripts, "cold", "interlock-cold.key"));
  for (const part of sealParts) copyFileSync(join(source, "sandbox-image", part), join(scripts, part));
  const starter = readFileSync(join(source, "sandbox-image", "config.yaml"), "utf8")
    .replace(/^# yaml-language-server.*\n/, "")
    .replace(" (or install.sh again, if there is no cold side)", "")
    .replace(/^planDir:.*$/m, `planDir: ${state}/plans`)
    .replaceAll("/opt/interlock/", `/${place}/`);
  write(join(scripts, "config.yaml"), starter);
  mkdirSync(join(folder, "usr", "bin"), { recursive: true });
  symlinkSync("../lib/interlock/bin/interlock", join(folder, "usr", "bin", "interlock"));

  const debian = (name) => readFileSync(join(source, "scripts", "release", "debian", name), "utf8");
  write(join(folder, "etc", "profile.d", "interlock.sh"), debian("profile.sh"));
  write(join(folder, "usr/share/lintian/overrides/interlock"), debian("lintian-overrides"));
  const doc = join(folder, "usr/share/doc/interlock");
  const licence = readFileSync(join(source, "LICENSE"), "utf8")
    .trim()
    .replace(/^$/gm, ".")
    .replace(/^/gm, " ");
  write(
    join(doc, "copyright"),
    debian("copyright").replace("@node@", nodeVersion).replace("@licence@", licence),
  );
  const changes = `interlock (${version}) unstable; urgency=medium\n\n  * This version; CHANGELOG.md.gz says what changed.\n\n`;
  const signed = ` -- The interlock authors <interlock@packages.debian.org>  ${date.toUTCString().replace("GMT", "+0000")}\n`;
  write(join(doc, "changelog.gz"), compress(changes + signed));
  for (const [name, text] of Object.entries(documents)) write(join(doc, `${name}.gz`), compress(text));
}

/** What a prefix has for /usr/share, such as manual pages, goes there. */
function moveShared(folder) {
  const shared = join(folder, place, "share");
  if (!existsSync(shared)) return;
  cpSync(shared, join(folder, "usr", "share"), { recursive: true });
  rmSync(shared, { recursive: true });
  for (const file of listFiles(join(folder, "usr", "share"))) {
    if (!/^man\/.*\.\d$/.test(file)) continue;
    const page = join(folder, "usr", "share", file);
    writeFileSync(`${page}.gz`, compress(readFileSync(page)));
    rmSync(page);
  }
}

function stageControl({ source, folder, version, debianArch }) {
  const debian = join(source, "scripts", "release", "debian");
  const files = listFiles(folder);
  const kilobytes = files.reduce(
    (sum, file) => sum + Math.ceil(lstatSync(join(folder, file)).size / 1024),
    0,
  );
  const control = join(folder, "DEBIAN");
  for (const name of ["config", "postinst", "prerm", "postrm", "templates"]) {
    write(join(control, name), readFileSync(join(debian, name)));
  }
  const values = { version, arch: debianArch, size: kilobytes };
  const text = readFileSync(join(debian, "control"), "utf8").replace(/@(\w+)@/g, (_, name) => values[name]);
  write(join(control, "control"), text);
  write(join(control, "conffiles"), "/etc/profile.d/interlock.sh\n");
  const sums = files
    .filter((file) => !file.startsWith("etc/"))
    .map(
      (file) =>
        `${createHash("md5")
          .update(readFileSync(join(folder, file)))
          .digest("hex")}  ${file}\n`,
    );
  write(join(control, "md5sums"), sums.join(""));
}

const programs =
  /^(usr\/lib\/interlock\/bin\/|.*\/interlock-cold$|.*\/seal\.sh$|DEBIAN\/(config|p(ost|re)\w+)$)/;

/** Modes and times do not depend on the umask and the clock; plugins may have programs, too. */
function fixModesAndTimes(folder, seconds) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) {
      const own = path.slice(folder.length + 1);
      const runs =
        entry.isDirectory() ||
        programs.test(own) ||
        (own.includes("/plugins/") && (lstatSync(path).mode & 0o100) !== 0);
      chmodSync(path, runs ? 0o755 : 0o644);
    }
    lutimesSync(path, Number(seconds), Number(seconds));
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, Number(seconds), Number(seconds));
}

/** Packs a staged tree. The bytes depend only on its files and `seconds`. */
export function packDeb(folder, output, seconds) {
  fixModesAndTimes(folder, seconds);
  // Level 1 takes a tenth of the usual level's time and gives 15 % more bytes.
  const options = ["--root-owner-group", "--threads-max=1", "-Zxz", "-z1"];
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", SOURCE_DATE_EPOCH: String(seconds) };
  const packed = run("dpkg-deb", [...options, "--build", folder, output], { env });
  if (!packed.ok)
    throw new SetupError(`cannot write '${output}'`, "see above for what dpkg-deb says", packed.output);
}

/** Writes `interlock_<version>_<arch>.deb` and returns its name. */
export function writeDeb({ output, seconds, ...parts }) {
  rmSync(parts.folder, { recursive: true, force: true });
  stageFiles({ ...parts, date: new Date(Number(seconds) * 1000) });
  moveShared(parts.folder);
  stageControl(parts);
  const name = `interlock_${parts.version}_${parts.debianArch}.deb`;
  packDeb(parts.folder, join(output, name), seconds);
  return basename(name);
}
