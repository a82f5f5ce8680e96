/**
 * What install.sh refuses before it changes anything, and how it handles an aborted install.
 */
import { compareFileStates, readFileState } from "./file-state.mjs";
import { judge } from "./sealed-checks.mjs";
import { releasePlace } from "./variants.mjs";

const install = `${releasePlace}/install.sh`;

/** `tidy` undoes `arrange`. The output must have the error and a hint. */
const refusals = [
  { name: "an unknown option", words: "--nonsense", says: /unknown option '--nonsense'/ },
  { name: "an option without its value", words: "--from", says: /'--from' needs a value/ },
  { name: "a caller who is not root", words: "", user: "agent", says: /must run as root/ },
  { name: "a folder that is no prefix", words: "--from /usr", says: /'\/usr' is not a built prefix/ },
  { name: "a minimal PATH install", words: "--minimal --no-seal", says: /cannot be combined/ },
  {
    name: "an image without anything to bake the plan with",
    arrange: "mv /usr/local/bin/node /usr/local/bin/other",
    words: "",
    tidy: "mv /usr/local/bin/other /usr/local/bin/node",
    says: /no Node 20 or newer, and no packaged cold side/,
  },
  {
    name: "another git on the PATH",
    arrange: "cp /bin/true /usr/local/bin/git",
    words: "",
    tidy: "rm /usr/local/bin/git",
    says: /there is another git: '\/usr\/local\/bin\/git'/,
  },
  {
    name: "another interlock on the PATH",
    arrange: "cp /bin/true /usr/local/bin/interlock",
    words: "",
    tidy: "rm /usr/local/bin/interlock",
    says: /'\/usr\/local\/bin\/interlock' is another program/,
  },
  {
    name: "another diversion of gh",
    arrange: "dpkg-divert --quiet --package other --divert /usr/bin/gh.other --no-rename --add /usr/bin/gh",
    words: "",
    tidy: "dpkg-divert --quiet --package other --no-rename --remove /usr/bin/gh",
    says: /'\/usr\/bin\/gh' is already diverted/,
  },
  {
    name: "a folder that others may write to",
    arrange: "chmod g+w /opt",
    words: "",
    tidy: "chmod g-w /opt",
    says: /users other than root can write to '\/opt'/,
  },
  {
    name: "a folder above the record that others may write to",
    arrange: "chmod g+w /var/log",
    words: "--minimal",
    tidy: "chmod g-w /var/log",
    says: /users other than root can write to '\/var\/log'/,
  },
  {
    name: "a record of other rules in such a folder",
    arrange: `mkdir -m 777 /srv/open; sed 's,/var/log/interlock,/srv/open/log,' ${releasePlace}/config.yaml >/tmp/rules.yaml`,
    words: "--config /tmp/rules.yaml",
    tidy: "rmdir /srv/open",
    says: /users other than root can write to '\/srv\/open'/,
  },
  {
    name: "sealed rules for a PATH install",
    words: `--no-seal --config ${releasePlace}/config.yaml`,
    says: /has the line 'sealed: true'/,
  },
  {
    name: "two programs for one path",
    arrange: `mkdir -p /opt/interlock/lib/interlock/real && cp /usr/bin/git /opt/interlock/lib/interlock/real/git &&
      echo more >>/opt/interlock/lib/interlock/real/git`,
    words: "",
    tidy: "rm -r /opt/interlock",
    says: /there are two programs for '\/usr\/bin\/git': [^\n]*real\/git' is newer\nhint: keep the first: mv /,
  },
  {
    name: "rules that are not sealed",
    arrange: "echo 'version: 1' >/tmp/rules.yaml",
    words: "--config /tmp/rules.yaml",
    tidy: "true",
    says: /has no line 'sealed: true'/,
  },
];

/** These fail after the install has begun: git must still be the real one, and `--uninstall` must restore everything. */
const breaks = [
  {
    name: "rules that do not compile",
    arrange: `{ cat ${releasePlace}/config.yaml; echo 'nonsense: 1'; } >/tmp/rules.yaml`,
    words: "--config /tmp/rules.yaml",
    says: /'\/etc\/interlock\/config\.yaml' was restored\nerror: the plan cannot be baked/,
  },
  {
    name: "a diversion that fails halfway",
    arrange: `mv /usr/bin/dpkg-divert /usr/bin/divert.real; printf '%s\\n' '#!/bin/sh' \
      'case $* in *"--add /usr/bin/gh") exit 2 ;; esac; exec /usr/bin/divert.real "$@"' >/usr/bin/dpkg-divert
      chmod 755 /usr/bin/dpkg-divert`,
    words: "",
    tidy: "mv /usr/bin/divert.real /usr/bin/dpkg-divert",
    says: /'\/usr\/bin\/gh' cannot be diverted/,
  },
];

function runRefused(image, { arrange = "true", words, tidy = "true", user = "root" }) {
  const script = `${arrange}; ${install} ${words}; status=$?; ${tidy}; exit $((status == 1 ? 0 : 99))`;
  return image.run(script, { user });
}

function hasHint(problem, result) {
  return problem !== "" || /^hint: ./m.test(result.output) ? problem : `no hint:\n${result.output}`;
}

export function checkRefusals(image, results) {
  const before = readFileState(image);
  for (const refusal of refusals) {
    const result = runRefused(image, refusal);
    results.add(`install.sh refuses ${refusal.name}`, hasHint(judge(result, refusal.says), result));
  }
  results.add("a refused install changes nothing", compareFileStates(before, readFileState(image)));
  for (const broken of breaks) {
    const result = runRefused(image, broken);
    const problem = hasHint(judge(result, broken.says), result);
    results.add(`install.sh ends at ${broken.name}`, problem);
    results.add(`run again after ${broken.name}, it works`, judge(image.run(install), /git is sealed/));
    runRefused(image, { ...broken, arrange: `${install} --uninstall; ${broken.arrange}` });
    const undone = judge(image.run(`${install} --uninstall`), /uninstalled/);
    results.add(
      `it can be undone after ${broken.name}`,
      undone || compareFileStates(before, readFileState(image)),
    );
  }
}
