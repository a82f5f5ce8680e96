/**
 * The scripts of the Debian package, and the one that it seals with. They run as root in a mount namespace of their own,
 * in which nothing that they write reaches this machine.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../support/paths.ts";

const scripts = join(root, "scripts/release/debian");

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

function makeRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), "interlock-package-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const places: [title: string, prefix: string, isSealed: boolean, stays: boolean][] = [
  ["no other install", "", false, false],
  ["a sealed one in /opt", "/opt/interlock", true, true],
  ["one in /opt that is not sealed", "/opt/interlock", false, true],
  ["a sealed one elsewhere", "/srv/rules", true, true],
];

test.each(places)("a purge beside %s", (_, prefix, isSealed, stays) => {
  const folder = makeRoot();
  put(join(folder, "etc/interlock/config.yaml"), "version: 1\n");
  put(join(folder, "var/log/interlock/audit.log"), "{}\n");
  put(join(folder, "var/lib/interlock/plans/plan"), "");
  mkdirSync(join(folder, "usr/bin"), { recursive: true });
  if (prefix !== "") put(join(folder, prefix, "bin/interlock"), "");
  if (isSealed) symlinkSync(`${prefix}/bin/git`, join(folder, "usr/bin/git"));
  else put(join(folder, "usr/bin/git"), "");
  const run = spawnSync("sh", [join(scripts, "postrm"), "purge"], {
    env: { ...process.env, DPKG_ROOT: folder },
    encoding: "utf8",
  });
  expect(run).toMatchObject({ status: 0, stdout: "" });
  expect(run.stderr).toBe(stays ? "" : "interlock: '/var/log/interlock' has records, and stays\n");
  expect(existsSync(join(folder, "var/lib/interlock"))).toBe(false);
  expect(existsSync(join(folder, "etc/interlock/config.yaml"))).toBe(stays);
  expect(readFileSync(join(folder, "var/log/interlock/audit.log"), "utf8")).toBe("{}\n");
});

test.each([
  ["one without records", { "audit.log": "" }, []],
  ["a rotated one", { "audit.log": "", "audit.log.1": "{}\n" }, ["audit.log.1"]],
])("of records, a purge removes no more than empty ones: %s", (_, logs, stay) => {
  const folder = makeRoot();
  for (const [name, text] of Object.entries(logs)) put(join(folder, "var/log/interlock", name), text);
  const run = spawnSync("sh", [join(scripts, "postrm"), "purge"], {
    env: { ...process.env, DPKG_ROOT: folder },
  });
  expect(run.status).toBe(0);
  const place = join(folder, "var/log/interlock");
  expect(existsSync(place) ? readdirSync(place) : []).toEqual(stay);
});

/** Runs a script with folders of its own in the place of those of the system. */
function runApart(commands: string) {
  const setUp = `set -e
    mount -t tmpfs tmpfs /opt
    for folder in /etc /var /usr/lib /usr/share; do
      mkdir -p "/opt/up$folder" "/opt/work$folder"
      mount -t overlay overlay -o "lowerdir=$folder,upperdir=/opt/up$folder,workdir=/opt/work$folder" "$folder"
    done
    chmod 755 /opt; cd "$ROOT"\n`;
  return spawnSync("unshare", ["--map-root-user", "--mount", "sh", "-c", setUp + commands], {
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", ROOT: root },
    encoding: "utf8",
  });
}

const answers: [action: string, said: string][] = [
  ["configure", "sealed\n"],
  ["abort-remove", "sealed\n"],
  ["abort-deconfigure", "sealed\n"],
  ["abort-upgrade", ""],
];

test.each(answers)("after '%s' the package seals, if it is to: %j", (action, said) => {
  const run = runApart(`
    mkdir -p /usr/lib/interlock/lib/interlock /usr/share/debconf
    printf '#!/bin/sh\\necho sealed\\n' >/usr/lib/interlock/lib/interlock/seal.sh
    chmod 755 /usr/lib/interlock/lib/interlock/seal.sh
    printf 'db_get() { RET=true; }\\ndb_stop() { :; }\\n' >/usr/share/debconf/confmodule
    sh scripts/release/debian/postinst ${action}`);
  expect(run).toMatchObject({ status: 0, stdout: said, stderr: "" });
});

const before: [title: string, config: string][] = [
  ["there were none", ""],
  ["there were some", "version: 1\\nplugins: {dirs: []}\\n"],
];

/** What happens while the plan is baked: the rules are in place, and no program is moved yet. */
const ends: [title: string, act: string][] = [
  ["by a signal", 'kill -TERM "$SEAL"'],
  ["by the list of moves, which cannot be written", "mkdir -p /var/lib/interlock/moved.new"],
];

const endings = ends.flatMap(([how, act]) =>
  before.map(([title, config]) => [how, title, act, config] as const),
);

test.each(endings)(
  "a first seal that is ended %s leaves the rules as they were: %s",
  (_, __, act, config) => {
    const run = runApart(`
    lib=/usr/lib/interlock/lib/interlock
    mkdir -p "$lib" /usr/lib/interlock/bin
    cp sandbox-image/*.sh sandbox-image/config.yaml "$lib/"
    cat >/usr/lib/interlock/bin/interlock <<'END'
#!/bin/sh
grep sealed: /etc/interlock/config.yaml
${act}
END
    chmod 755 /usr/lib/interlock/bin/interlock
    sed -i 's/env -i/env -i SEAL=$$/; s/ >\\/dev\\/null; then/; then/' "$lib"/seal*.sh
    if [ -n "${config}" ]; then mkdir -p /etc/interlock; printf "${config}" >/etc/interlock/config.yaml; fi
    status=0; PATH=/usr/bin:/bin sh "$lib/seal.sh" 2>/etc/said || status=$?
    [ "$status" -ne 0 ] && grep '^interlock:' /etc/said
    rmdir /var/lib/interlock/moved.new 2>/dev/null || true
    ls /var/lib/interlock 2>/dev/null || true
    cat /etc/interlock/config.yaml 2>/dev/null || echo none`);
    expect(run.stdout).toBe(
      `sealed: true\ninterlock: '/etc/interlock/config.yaml' was restored\n${config === "" ? "none\n" : config.replaceAll("\\n", "\n")}`,
    );
  },
);
