/**
 * Other sandboxes than containers: bubblewrap over a sealed root filesystem, started by an unprivileged user; and the
 * feature for dev containers.
 */
import { chmodSync, cpSync, mkdirSync, chownSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run-mixed.mjs";
import { checkSealed, judge } from "./sealed-checks.mjs";
import { releasePlace } from "./variants.mjs";

const user = 1000;
const asUser = [
  "--reuid",
  `${user}`,
  "--regid",
  `${user}`,
  "--clear-groups",
  "env",
  "-i",
  "PATH=/usr/bin:/bin",
  "bwrap",
];

/** The recipe of sandbox-image/README.md. */
function sandboxWords(root, home) {
  const place = ["--unshare-user", "--uid", `${user}`, "--gid", `${user}`, "--ro-bind", root, "/"];
  const mounts = ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--bind", home, "/home/agent"];
  const path = "/usr/local/bin:/usr/bin:/bin";
  return [...place, ...mounts, "--setenv", "HOME", "/home/agent", "--setenv", "PATH", path];
}

/** `image` is sealed. In the sandbox root's files appear to belong to nobody, because its namespace does not map root. */
export function checkBubblewrap(image, work, results, variant) {
  const home = join(work, "home");
  mkdirSync(home);
  chownSync(home, user, user);
  chmodSync(work, 0o711);
  const start = (words, script) => run("setpriv", [...asUser, ...words, "/bin/sh", "-c", script]);
  const able = start(["--unshare-user", "--ro-bind", "/", "/"], "true");
  if (!able.ok) return results.skip("bubblewrap", able.output);
  const inside = (script, { env = {} } = {}) => {
    const variables = Object.entries(env).flatMap(([key, value]) => ["--setenv", key, value]);
    return start([...sandboxWords(image.root, home), ...variables], script);
  };
  checkSealed({ name: "bubblewrap", run: inside, runAsRoot: image.run }, results, variant);
}

/** As the tooling does: copies the feature's folder into the image, and calls its script there. */
export function checkDevContainerFeature(image, project, results) {
  const place = "/opt/feature";
  cpSync(join(project, "sandbox-image/devcontainer-feature"), join(image.root, place), { recursive: true });
  const script = `${place}/install.sh`;
  const bare = image.run(script);
  const refused = judge({ ...bare, ok: bare.status === 1 }, /release' is missing\nhint: /);
  results.add("dev container: a feature without a release says so", refused);
  const install = `cp -a ${releasePlace} ${place}/release && MINIMAL=false CONFIG= ${script} && interlock hooks >/dev/null`;
  results.add("dev container: the feature installs", judge(image.run(install), /git is sealed/));
  image.run(`/opt/interlock/lib/interlock/install.sh --uninstall; rm -r ${place}`);
}
