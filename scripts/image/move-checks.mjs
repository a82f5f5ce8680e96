/**
 * Programs that are found half moved, or that were moved in another way than now.
 */
import { compareFileStates, readFileState } from "./file-state.mjs";
import { judge } from "./sealed-checks.mjs";
import { releasePlace } from "./variants.mjs";

const install = `${releasePlace}/install.sh`;
const real = "/opt/interlock/lib/interlock/real";
const hide = "mv /usr/bin/dpkg-divert /usr/bin/hidden";
const show = "mv /usr/bin/hidden /usr/bin/dpkg-divert";
/** /opt is another file system, with room for us and not for git. */
const small = "mount -t tmpfs -o size=4m,mode=755 tmpfs /opt";

/** At the end of each, the programs are restored. */
const cases = [
  {
    name: "a diversion that is recorded, and its program not moved: installed again",
    script: `${install} && rm /usr/bin/git && mv ${real}/git /usr/bin/git && ${install} && readlink /usr/bin/git && ${install} --uninstall`,
    prints: /\n\/opt\/interlock\/bin\/git\ninterlock: uninstalled\n$/,
  },
  {
    name: "a diversion that is recorded, and its program not moved: uninstalled",
    script: `${install} && rm /usr/bin/git && mv ${real}/git /usr/bin/git && ${install} --uninstall`,
    prints: /uninstalled\n$/,
  },
  {
    name: "no room for git where it is moved to",
    script: `${small}; ${install} --minimal --from ${releasePlace}; git --version; mount -o remount,size=200m /opt
      ${install} && readlink /usr/bin/git && ${install} --uninstall`,
    prints:
      /'\/usr\/bin\/git' cannot be diverted\n[^]*\ngit version [^]*\n\/opt\/interlock\/bin\/git\ninterlock: uninstalled\n$/,
  },
  {
    name: "a program that is moved, and no diversion recorded",
    script: `${install} && dpkg-divert --quiet --package interlock --divert ${real}/git --no-rename --remove /usr/bin/git && ${install} --uninstall`,
    prints: /uninstalled\n$/,
  },
  {
    name: "moved without dpkg, and uninstalled with it",
    script: `${hide}; ${install}; ${show}; ${install} --uninstall`,
    prints: /uninstalled\n$/,
  },
  {
    name: "moved without dpkg, installed again with it",
    script: `${hide}; ${install}; ${show}; ${install} && dpkg-divert --truename /usr/bin/git && ${install} --uninstall`,
    prints: /\n\/opt\/interlock\/lib\/interlock\/real\/git\ninterlock: uninstalled\n$/,
  },
  {
    name: "moved by dpkg, and not uninstalled without it",
    script: `${install}; ${hide}; ${install} && ${install} --uninstall; readlink /usr/bin/git; ${show}; ${install} --uninstall`,
    prints:
      /was moved by dpkg-divert, which is not installed\nhint: [^\n]*\n\/opt\/interlock\/bin\/git\ninterlock: uninstalled\n$/,
  },
  {
    name: "commands that are hard links to git, or copies of it",
    script: `cd /usr/lib/git-core; rm git-push git-tag; cp -a /usr/bin/git git-push; ln /usr/bin/git git-tag
      ${install}; ${install} >/dev/null; readlink git-push git-tag; ./git-tag -h 2>&1 | head -1; ${install} --uninstall; cmp git-push /usr/bin/git; cmp git-tag git-push
      ln -sf git git-push; ln -sf git git-tag`,
    prints:
      /\n\/opt\/interlock\/bin\/git\n\/opt\/interlock\/bin\/git\nusage: git tag[^\n]*\ninterlock: uninstalled\n$/,
  },
  {
    name: "a folder that is called git",
    script: `mkdir /usr/local/bin/git; ${install} --minimal --from ${releasePlace}; ${install} --uninstall; rmdir /usr/local/bin/git`,
    prints: /git is sealed[^]*uninstalled\n$/,
  },
];

const isUndone = "dpkg --verify git gh; dpkg-divert --list | grep interlock; true";

export function checkMoves(image, results) {
  const before = readFileState(image);
  for (const { name, script, prints } of cases) {
    const problem = judge(image.run(script), prints) || judge(image.run(isUndone), /^$/);
    results.add(name, problem || compareFileStates(before, readFileState(image)));
  }
}
