/**
 * Runs a shell script in another root filesystem, as root or as the agent. The mounts are in a separate namespace and
 * disappear with it.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { SetupError } from "../command.mjs";
import { run } from "./run-mixed.mjs";

const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

const users = {
  root: { words: [], env: { HOME: "/root", USER: "root" } },
  agent: { words: ["--userspec=1000:1000", "--groups="], env: { HOME: "/home/agent", USER: "agent" } },
};

/** Read-only mounts for the script: [our folder, place in the root]. */
function mountLines(shown) {
  return shown.map(
    ([, place], index) => `mount --bind "$${index + 2}" "$1${place}"; mount -o remount,ro,bind "$1${place}"`,
  );
}

export function runInRoot(root, script, { user = "root", env = {}, shown = [] } = {}) {
  for (const [, place] of shown) mkdirSync(join(root, place), { recursive: true });
  const enter = [
    "set -e",
    'mount -t proc proc "$1/proc"',
    'mount --rbind /dev "$1/dev"',
    'mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"',
    ...mountLines(shown),
    `root=$1; shift ${shown.length + 1}`,
    'exec chroot "$@"',
  ].join("\n");
  const { words, env: own } = users[user];
  const variables = Object.entries({ PATH: systemPath, LANG: "C.UTF-8", ...own, ...env });
  const inside = ["/usr/bin/env", "-i", ...variables.map(([key, value]) => `${key}=${value}`)];
  const place = ["--mount", "--propagation", "private", "sh", "-c", enter, "sh", root];
  const folders = shown.map(([folder]) => folder);
  return run("unshare", [...place, ...folders, ...words, root, ...inside, "/bin/sh", "-c", script]);
}

export function mustRunInRoot(root, script, options = {}) {
  const result = runInRoot(root, script, options);
  if (result.ok) return result.output;
  throw new SetupError(`a script in '${root}' failed`, "its output is above", result.output);
}
