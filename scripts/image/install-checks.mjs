/**
 * Checks install.sh in a Debian root filesystem: install twice, reinstall packages, uninstall.
 */
import { compareFileStates, readFileState } from "./file-state.mjs";
import { checkSealed, judge } from "./sealed-checks.mjs";
import { releasePlace } from "./variants.mjs";

const install = `${releasePlace}/install.sh`;
/** Silent unless it fails. */
const apt = (words) =>
  `{ DEBIAN_FRONTEND=noninteractive apt-get -qq -y ${words} >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }; }`;
const isSealed = `for path in /usr/bin/git /usr/lib/git-core/git /usr/lib/git-core/git-http-push /usr/bin/gh; do
    case $(readlink $path) in /opt/interlock/bin/*) ;; *) echo "$path is not ours" ;; esac
  done
  cd "$(mktemp -d)" && git init -q && GITHUB_APP_BOT_NAME=b GITHUB_APP_BOT_EMAIL=b@example.org \
    git -c user.name=Ann -c user.email=a@example.org commit -q --allow-empty -m x && git log --format=%B`;
const sealedOutput = /^(?:interlock: [^\n]*\n)*x\n\nCo-authored-by: b <b@example\.org>\n\n?$/;

/** What must hold after the uninstall. */
const isUndone = `dpkg --verify git gh; dpkg-divert --list | grep interlock; ls -d /opt/interlock /etc/interlock 2>&1; git --version`;
const undoneOutput = /^ls: [^\n]*\nls: [^\n]*\ngit version [^\n]*\n$/;

export function checkInstall(image, results, variant) {
  const check = (name, script, prints) =>
    results.add(`${image.name}: ${name}`, judge(image.run(script), prints));
  const before = readFileState(image);
  const size = image.size();
  check("install.sh", `${install} ${variant.options}`, /git is sealed/);
  const growth = (image.size() - size) / 1e6;
  const tooLarge = growth <= variant.limit ? "" : `more than ${variant.limit} MB`;
  results.add(`${image.name}: the image grows by ${growth.toFixed(1)} MB`, tooLarge);
  const installed = readFileState(image);
  check("install.sh once more", `${install} ${variant.options}`, /git is sealed/);
  const difference = compareFileStates(installed, readFileState(image));
  results.add(`${image.name}: the second install changes nothing`, difference);
  checkSealed(image, results, variant);
  check(
    "the seal survives a reinstall of git and gh",
    `${apt("install --reinstall git gh")}; ${isSealed}`,
    sealedOutput,
  );
  check("the reinstalled programs are where they were moved", "dpkg --verify git gh; echo end", /^end\n$/);
  check(
    "a gh that comes later is taken in",
    `${apt("remove gh")}; ${apt("install gh")}; ${isSealed}`,
    sealedOutput,
  );
  check("install.sh --uninstall", "/opt/interlock/lib/interlock/install.sh --uninstall", /uninstalled/);
  check("no trace is left", isUndone, undoneOutput);
  const left = compareFileStates(before, readFileState(image));
  results.add(`${image.name}: every file is as it was before`, left);
}
