/**
 * Other kinds of installs: without dpkg, first on the PATH, and without a libc.
 */
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { mustRun } from "./run-mixed.mjs";
import { compareFileStates, readFileState } from "./file-state.mjs";
import { commitPaths, judge } from "./sealed-checks.mjs";
import { releasePlace } from "./variants.mjs";

const install = `${releasePlace}/install.sh`;

/** As on a distribution with another package manager: programs are renamed. */
export function checkWithoutDpkg(image, results) {
  image.run("mv /usr/bin/dpkg-divert /usr/bin/hidden");
  const before = readFileState(image);
  results.add("without dpkg: install.sh", judge(image.run(`${install} && ${install}`), /git is sealed/));
  results.addLines("without dpkg", image.run(commitPaths, { user: "agent" }));
  const upgrade = `rm /usr/bin/git && cp /opt/interlock/lib/interlock/real/git /usr/bin/git && ${install} &&
    readlink /usr/bin/git`;
  results.add(
    "without dpkg: an upgraded git is taken in",
    judge(image.run(upgrade), /\n\/opt\/interlock\/bin\/git\n$/),
  );
  results.add(
    "without dpkg: install.sh --uninstall",
    judge(image.run(`${install} --uninstall`), /uninstalled/),
  );
  results.add(
    "without dpkg: every file is as it was before",
    compareFileStates(before, readFileState(image)),
  );
  image.run("mv /usr/bin/hidden /usr/bin/dpkg-divert");
}

export function checkPathInstall(image, results) {
  const before = readFileState(image);
  const line = /ENV PATH=\/opt\/interlock\/bin:\$PATH\n$/;
  results.add("on the PATH: install.sh --no-seal", judge(image.run(`${install} --no-seal`), line));
  const script = `SEALED=no; PATH=/opt/interlock/bin:$PATH\n${commitPaths}`;
  results.addLines("on the PATH", image.run(script, { user: "agent" }));
  const far = `mkdir -p /opt/far && mv /usr/bin/git /opt/far/git && PATH=/opt/far:$PATH ${install} --no-seal >/dev/null
    PATH=/nonexistent /opt/interlock/bin/git --version; mv /opt/far/git /usr/bin/git; rmdir /opt/far; ${install} --no-seal >/dev/null
    PATH=/nonexistent /opt/interlock/bin/git --version; ls /opt/interlock/lib/interlock/found 2>&1`;
  results.add(
    "on the PATH: a caller without one gets the git that was found",
    judge(image.run(`set +e; ${far}; true`), /^(git version [^\n]*\n){2}ls: cannot access/),
  );
  const both = image.run(`${install} && ${install} --uninstall`);
  results.add(
    "on the PATH: rules without a seal are not sealed unasked",
    judge({ ...both, ok: !both.ok }, /no line 'sealed: true'/),
  );
  results.add(
    "on the PATH: install.sh --uninstall",
    judge(image.run(`${install} --uninstall`), /uninstalled/),
  );
  results.add("on the PATH: every file is as it was before", compareFileStates(before, readFileState(image)));
}

const smallProgram = `#include <stdio.h>
int main(int argc, char **argv) { printf("%s got %s\\n", argv[0], argc > 1 ? argv[1] : "nothing"); return 0; }
`;

/** A root filesystem with only busybox, interlock and a small static program instead of git. */
export function checkWithoutLibc(root, openImage, release, results) {
  const folders = [
    "bin",
    "usr/bin",
    "opt/interlock/bin",
    "opt/interlock/lib/interlock/real",
    "proc",
    "dev",
    "tmp",
  ];
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ["bin/sh", "usr/bin/env"]) copyFileSync("/bin/busybox", join(root, name));
  copyFileSync(join(release, "bin/interlock"), join(root, "opt/interlock/bin/interlock"));
  symlinkSync("interlock", join(root, "opt/interlock/bin/git"));
  const program = join(root, "opt/interlock/lib/interlock/real/git");
  mustRun("musl-gcc", ["-static", "-x", "c", "-o", program, "-"], { input: smallProgram, stdio: "pipe" });
  const image = openImage("without libc", root, release);
  const check = (name, script, prints) =>
    results.add(`without libc: ${name}`, judge(image.run(script), prints));
  check("interlock --version", "/opt/interlock/bin/interlock --version", /^interlock [\d.]+\n$/);
  check(
    "interlock health misses a config",
    "/opt/interlock/bin/interlock health || echo status $?",
    /^interlock: error: nothing to enforce: [^\n]+\nhint: [^\n]+\nstatus 1\n$/,
  );
  check("git is passed through", "/opt/interlock/bin/git status", /git got status\n$/);
}
