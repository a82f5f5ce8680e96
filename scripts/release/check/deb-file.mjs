/** Checks of a .deb that need no root filesystem: Debian's own, the libraries, and the programs of another machine. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../../cache-folder.mjs";
import { run, SetupError } from "../../command.mjs";
import { openPrivateApt } from "../../private-apt.mjs";

const cold = "usr/lib/interlock/lib/interlock/cold/interlock-cold";

/** Lintian's errors; its warnings are about Node, and about manual pages. */
export function checkLintian(file) {
  const lintian = run("lintian", ["--allow-root", "--no-cfg", "--fail-on", "error", file]);
  return lintian.ok && !/^[EN]: /m.test(lintian.stdout) ? [] : [lintian.output];
}

/** The versions of the C and C++ libraries that the control file asks for are those that Node needs. */
export function checkLibraries(tree) {
  const info = run("readelf", ["--version-info", "--wide", join(tree, cold)]).stdout;
  const newest = (name) => {
    const versions = [...info.matchAll(new RegExp(`\\b${name}_([\\d.]+)`, "g"))].map((match) => match[1]);
    return versions.sort((a, b) => a.localeCompare(b, undefined, { numeric: true })).at(-1);
  };
  const problems = [];
  // GLIBCXX_3.4.21 came with GCC 5.2.
  for (const [name, known] of [
    ["GLIBC", "2.28"],
    ["GLIBCXX", "3.4.21"],
  ]) {
    if (newest(name) !== known)
      problems.push(`it needs ${name}_${newest(name)}, and not ${known}: see debian/control`);
  }
  return problems;
}

/** Debian's libraries for arm64, for an emulator; kept in the cache. */
function ensureArm64Libraries() {
  const folder = cacheFolder("libraries-arm64");
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const workshop = mkdtempSync(`${folder}.making-`);
  try {
    const { options } = openPrivateApt(join(workshop, "apt"), "deb", "arm64");
    const names = ["libc6", "libgcc-s1", "libstdc++6"];
    const download = run("apt-get", [...options, "download", ...names], { cwd: workshop });
    if (!download.ok)
      throw new SetupError(
        "cannot fetch libraries for arm64",
        "see above for what apt says",
        download.output,
      );
    for (const file of readdirSync(workshop).filter((name) => name.endsWith(".deb")))
      run("dpkg-deb", ["-x", join(workshop, file), join(workshop, "tree")]);
    if (!existsSync(folder)) renameSync(join(workshop, "tree"), folder);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
  return folder;
}

/** Both programs answer, the small one and the one that contains Node. */
export function checkArm64Programs(tree, version) {
  const emulator = ["-L", ensureArm64Libraries()];
  const start = (file, ...words) => run("qemu-aarch64-static", [...emulator, join(tree, file), ...words]);
  const small = start("usr/lib/interlock/bin/interlock", "--version");
  const large = start(cold, "help");
  const problems = [];
  if (small.stdout !== `interlock ${version}\n`) problems.push(small.output);
  if (!large.stdout.startsWith("usage: interlock <verb>")) problems.push(large.output);
  return problems;
}
