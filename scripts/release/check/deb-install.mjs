/** Installs the .deb in clean root filesystems, seals, upgrades and removes it. */
import { compareFileStates, readFileState } from "../../image/file-state.mjs";
import { commitPaths } from "../../image/sealed-checks.mjs";
import { apt, expectFailure, expectOutput, expectWays, makeRoot, packagesPlace } from "./clean-root.mjs";
import { addProject, changedCommit, checkFirstMinutes, writeRules } from "./first-minutes.mjs";

const home = "/usr/lib/interlock";
const agent = { user: "agent" };

/** As docs/install.md shows them; there, a person answers apt's question. */
export const aptCommands = (deb) => [
  `apt-get install -y ${deb}`,
  ". /etc/profile.d/interlock.sh",
  writeRules,
  changedCommit,
  "apt-get purge -y interlock",
];

/** The rules that commit-paths.sh expects. */
const githubRules = `mkdir -p /etc/interlock && printf 'version: 1\\nplugins:\\n  dirs: [${home}/plugins/github]\\nenvFile: /run/interlock/env\\n' >/etc/interlock/config.yaml`;
const links = "readlink /usr/bin/git /usr/lib/git-core/git /usr/bin/gh";
const sealedLinks = new RegExp(`^${home}/bin/git\n${home}/bin/git\n${home}/bin/gh\n`);
const isRestored = `dpkg --verify git gh; dpkg-divert --list | grep interlock; ${links}; git --version`;
const restored = /^git version [^\n]*\n$/;
/** The number of lines that the rules have. */
const sealState = "ls -d /var/lib/interlock 2>/dev/null; grep -c . /etc/interlock/config.yaml";
const untouched = /^git version [^\n]*\n4\n$/;
const traces = "ls -d /etc/interlock /var/lib/interlock /var/log/interlock 2>/dev/null; echo end";
const preseed = "echo 'interlock interlock/seal boolean true' | debconf-set-selections";

export function checkDebInstall(context, file) {
  const { report } = context;
  const deb = `${packagesPlace}/${file}`;
  const install = apt(`install ${deb}`);

  const bare = makeRoot(context, "deb-bare", "bare");
  addProject(bare);
  checkFirstMinutes(context, bare, `${file}, in a Debian made by debootstrap`, aptCommands(deb));

  const image = makeRoot(context, "deb", "git");
  const check = (title, script, prints, options) =>
    report(`${file}: ${title}`, expectOutput(image.run(script, options), prints));
  const before = readFileState(image);
  check("it installs where git is", `${install}; interlock --version`, /^interlock [\d.]+\n$/);
  check(
    "a login shell finds it",
    "bash -lc 'command -v git gh'",
    /^\/usr\/lib\/interlock\/bin\/git\n\/usr\/lib\/interlock\/bin\/gh\n$/,
    agent,
  );
  check(
    "a shell that is no login shell finds the system git",
    "command -v git",
    /^\/usr\/bin\/git\n$/,
    agent,
  );
  check(
    "without rules, git is as it was",
    "cd $(mktemp -d) && PATH=/usr/lib/interlock/bin:$PATH && git init -q && git -c user.name=A -c user.email=a@b commit -q --allow-empty -m x && git log --format=%B",
    /^x\n\n$/,
    agent,
  );
  image.run(githubRules);
  const onPath = `SEALED=no; PATH=${home}/bin:$PATH\n${commitPaths}`;
  report(`${file}: on the PATH, every way to make a commit`, expectWays(image.run(onPath, agent)));

  report(`${file}: only root seals`, expectFailure(image.run("interlock seal", agent), /must run as root/));
  const others = "dpkg-divert --quiet --package other --no-rename";
  const diverted = image.run(`${others} --divert /usr/bin/git.other --add /usr/bin/git; interlock seal`);
  report(`${file}: another diversion of git is refused`, expectFailure(diverted, /is already diverted/));
  image.run(`${others} --remove /usr/bin/git; cp /bin/true /usr/local/bin/git`);
  const refused = image.run("interlock seal");
  report(`${file}: another git on the PATH is refused`, expectFailure(refused, /there is another git/));
  check("and nothing has changed then", `rm /usr/local/bin/git; ${isRestored}; ${sealState}`, untouched);
  const unsealedValues = "sed -i '/^envFile:/d' /etc/interlock/config.yaml && interlock seal";
  report(
    `${file}: a seal that does not hold is undone`,
    expectFailure(image.run(unsealedValues), /the install does not hold[^]*the seal was undone\n$/),
  );
  check("and nothing has changed then either", `${isRestored}; ${sealState}`, /^git version [^\n]*\n3\n$/);
  image.run(githubRules);
  const killed = [0.05, 0.2, 0.4, 0.6, 0.8, 1.2]
    .map((seconds) => `timeout -s KILL ${seconds} ${home}/lib/interlock/seal.sh; interlock seal --undo`)
    .join("; ");
  check(
    "a killed seal can be undone",
    `{ ${killed}; } >/dev/null 2>&1; ${isRestored}; ${sealState}`,
    untouched,
  );
  check("interlock seal", `interlock seal >/dev/null 2>&1 && ${links}`, sealedLinks);
  const sealed = (when) =>
    report(`${file}: ${when}, every way to make a commit`, expectWays(image.run(commitPaths, agent)));
  sealed("sealed");
  check(
    "a reinstalled git goes to its diverted place",
    `${apt("install --reinstall git gh")}; dpkg --verify git gh; ${links}`,
    sealedLinks,
  );
  check("a reinstall of it keeps the seal", `${apt(`install --reinstall ${deb}`)}; ${links}`, sealedLinks);
  sealed("after both");
  check("interlock seal --undo", `interlock seal --undo >/dev/null && ${isRestored}`, restored);
  check(
    "the rules are as they were",
    "cat /etc/interlock/config.yaml",
    /^version: 1\nplugins:\n[^\n]*\nenvFile: [^\n]*\n$/,
  );
  check(
    "a reinstall of it does not seal again",
    `${apt(`install --reinstall ${deb}`)}; ${isRestored}`,
    restored,
  );
  check("purge", `${apt("purge interlock")}; ${traces}`, /^end\n$/);
  report(
    `${file}: after a purge, every file is as it was`,
    lines(compareFileStates(before, readFileState(image))),
  );

  check("a debconf answer seals", `${preseed}; ${install}; ${links}`, sealedLinks);
  check(
    "dpkg-reconfigure with another answer undoes it",
    `${preseed.replace("true", "false")}; dpkg-reconfigure -f noninteractive interlock >/dev/null 2>&1; ${isRestored}`,
    restored,
  );
  check(
    "and seals again",
    `${preseed}; dpkg-reconfigure -f noninteractive interlock >/dev/null 2>&1; ${links}`,
    sealedLinks,
  );
  check("remove restores git and gh", `${apt("remove interlock")}; ${isRestored}`, restored);
  check("what remove leaves is harmless", "bash -lc 'command -v git'", /^\/usr\/bin\/git\n$/, agent);
  check("purge after remove", `${apt("purge interlock")}; ${traces}`, /^end\n$/);
  report(`${file}: again, every file is as it was`, lines(compareFileStates(before, readFileState(image))));
}

const lines = (text) => (text === "" ? [] : [text]);
