import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packDeb, writeDeb } from "../../scripts/release/deb.mjs";
import { digestFile } from "../../scripts/release/tarball.mjs";
import { root } from "../support/paths.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "interlock-deb-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function put(folder: string, name: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), mode);
}

/** What `npm run package` leaves, in small: programs, a plugin with a program of its own, a manual page. */
function makePrefix(): string {
  const prefix = join(makeFolder(), "prefix");
  put(prefix, "bin/interlock", "#!/bin/sh\n", 0o755);
  symlinkSync("interlock", join(prefix, "bin", "git"));
  put(prefix, "lib/interlock/cold/interlock-cold", "#!/bin/sh\n", 0o755);
  put(prefix, "lib/interlock/cold/interlock-cold.key", "key\n");
  put(prefix, "plugins/own/plugin.yaml", "name: own\n");
  put(prefix, "plugins/own/hooks/check", "#!/bin/sh\n", 0o755);
  put(prefix, "share/man/man1/interlock.1", ".TH interlock 1\n");
  return prefix;
}

function makeDeb(): { folder: string; file: string } {
  const output = makeFolder();
  const folder = join(output, "tree");
  const parts = { source: root, prefix: makePrefix(), folder, version: "1.2.3", debianArch: "amd64" };
  const name = writeDeb({ ...parts, documents: { NOTES: "text\n" }, output, seconds: "1700000000" });
  expect(name).toBe("interlock_1.2.3_amd64.deb");
  return { folder, file: join(output, name) };
}

const dpkgDeb = (...args: string[]) => spawnSync("dpkg-deb", args, { encoding: "utf8" }).stdout;

test("a package has the same bytes whatever the times, modes and order of its files", () => {
  const [one, other] = ["a b", "b a"].map((order, index) => {
    const tree = join(makeFolder(), "tree");
    put(
      tree,
      "DEBIAN/control",
      readFileSync(join(root, "scripts/release/debian/control"), "utf8").replace(/@\w+@/g, "1"),
      0o644,
    );
    for (const name of order.split(" ")) {
      put(tree, `usr/lib/interlock/plugins/${name}`, name, index === 0 ? 0o644 : 0o600);
      utimesSync(join(tree, "usr/lib/interlock/plugins", name), index + 1, index + 1);
    }
    packDeb(tree, `${tree}.deb`, "1700000000");
    return digestFile(`${tree}.deb`);
  });
  expect(one).toBe(other);
});

test("two packages of the same prefix are the same", () => {
  expect(digestFile(makeDeb().file)).toBe(digestFile(makeDeb().file));
});

test("everything is root's, in its place, and only programs can be run", () => {
  const lines = dpkgDeb("--contents", makeDeb().file).trim().split("\n");
  const rows = lines.map((line) => line.split(/ +/)).filter(([mode]) => !mode?.startsWith("d"));
  expect(rows.filter(([, owner]) => owner !== "root/root")).toEqual([]);
  expect(rows.map(([mode, , , , , ...path]) => `${mode} ${path.join(" ")}`).sort()).toMatchInlineSnapshot(`
    [
      "-rw-r--r-- ./etc/profile.d/interlock.sh",
      "-rw-r--r-- ./usr/lib/interlock/lib/interlock/config.yaml",
      "-rw-r--r-- ./usr/lib/interlock/lib/interlock/move-programs.sh",
      "-rw-r--r-- ./usr/lib/interlock/lib/interlock/seal-programs.sh",
      "-rw-r--r-- ./usr/lib/interlock/lib/interlock/swap-config.sh",
      "-rw-r--r-- ./usr/lib/interlock/plugins/own/plugin.yaml",
      "-rw-r--r-- ./usr/share/doc/interlock/NOTES.gz",
      "-rw-r--r-- ./usr/share/doc/interlock/changelog.gz",
      "-rw-r--r-- ./usr/share/doc/interlock/copyright",
      "-rw-r--r-- ./usr/share/lintian/overrides/interlock",
      "-rw-r--r-- ./usr/share/man/man1/interlock.1.gz",
      "-rwxr-xr-x ./usr/lib/interlock/bin/interlock",
      "-rwxr-xr-x ./usr/lib/interlock/lib/interlock/cold/interlock-cold",
      "-rwxr-xr-x ./usr/lib/interlock/lib/interlock/seal.sh",
      "-rwxr-xr-x ./usr/lib/interlock/plugins/own/hooks/check",
      "lrwxrwxrwx ./usr/bin/interlock -> ../lib/interlock/bin/interlock",
      "lrwxrwxrwx ./usr/lib/interlock/bin/git -> interlock",
    ]
  `);
});

test("the control file has the version and size, and dpkg knows which file is the administrator's", () => {
  const { file, folder } = makeDeb();
  expect(dpkgDeb("--field", file, "Package", "Version", "Architecture")).toBe(
    "Package: interlock\nVersion: 1.2.3\nArchitecture: amd64\n",
  );
  expect(Number(dpkgDeb("--field", file, "Installed-Size"))).toBeGreaterThan(10);
  expect(dpkgDeb("--info", file, "conffiles")).toBe("/etc/profile.d/interlock.sh\n");
  const sums = spawnSync("md5sum", ["--check", "--quiet", "DEBIAN/md5sums"], { cwd: folder });
  expect(sums.status).toBe(0);
});

test("the starter's rules name the package's own folders", () => {
  const { folder } = makeDeb();
  const starter = readFileSync(join(folder, "usr/lib/interlock/lib/interlock/config.yaml"), "utf8");
  expect(starter).toContain("\nsealed: true\nplanDir: /var/lib/interlock/plans\n");
  expect(starter).toContain("dirs: [/usr/lib/interlock/plugins/github]");
  expect(starter).not.toContain("/opt/");
});
