/** Debian root filesystems without compilers, into which packages are installed. */
import { join } from "node:path";
import { addNode, ensureSystem, unpackSystem } from "../../image/base-system.mjs";
import { runInRoot } from "../../image/in-root.mjs";

/** Where a script in the root finds the packages. */
export const packagesPlace = "/mnt/packages";

/** `base`: `bare`, which debootstrap makes, or `git`, with git and gh. `packages`: the folder of a release. */
export function makeRoot({ scratch, packages, say }, name, base, withNode = false) {
  const root = join(scratch, name);
  unpackSystem(ensureSystem(base, say), root);
  if (withNode) addNode(root, true);
  const run = (script, options = {}) =>
    runInRoot(root, script, { shown: [[packages, packagesPlace]], ...options });
  return { name, root, run };
}

/** The problems of a script that must succeed, and print what matches. */
export function expectOutput({ ok, status, output }, prints = /^/) {
  if (!ok) return [`exit status ${status}\n${output}`];
  return prints.test(output) ? [] : [`does not match ${prints}:\n${output}`];
}

/** The same for one that must fail. */
export function expectFailure({ ok, output }, prints) {
  return expectOutput({ ok: !ok, status: 0, output }, prints);
}

/** The lines of image/commit-paths.sh, as problems. */
export function expectWays({ ok, output }) {
  const wrong = output.split(/^(?=ok - |not ok - )/m).filter((part) => !part.startsWith("ok - "));
  if (!ok || !output.includes("ok - ")) return [`did not come to its end:\n${output}`];
  return wrong;
}

export const apt = (words) =>
  `{ DEBIAN_FRONTEND=noninteractive apt-get -qq -y ${words} >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }; }`;
