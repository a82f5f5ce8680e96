import { spawnSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseCommit, readHeader, type Commit } from "../../shim/git/commit-object.ts";
import { root } from "../support/paths.ts";
import { vectorsBinary } from "../support/native-vectors.ts";
import { divideObjects, parseAnnounced, readChunk } from "../../shim/node/read-objects.ts";
import { Sandbox } from "../support/sandbox.ts";
import { oddHeaderCases } from "../vectors/cases/commit-object.ts";

const nodeProbe = join(root, "build", "test", "probe-node-host.cjs");

interface Read {
  status: number;
  objects: { id: string; type: string; body: string; isPlain?: boolean }[];
  /** Of commits as git prints them. */
  listing?: number;
}

/** What all hosts read alike: `words` for rev-list, or none. */
function readAlike(sandbox: Sandbox, words: string, lines: readonly string[], before = ""): Read {
  const programs: [string, string[]][] = [
    [vectorsBinary("release"), ["objects"]],
    [vectorsBinary("sanitized"), ["objects"]],
    [process.execPath, [nodeProbe, "objects"]],
  ];
  const env = sandbox.environment({ prefix: null });
  const answers = programs.map(([program, args]) => {
    const run = spawnSync(program, args, {
      cwd: sandbox.repository,
      env: { ...env, PATH: before + env["PATH"] },
      input: [words, ...lines, ""].join("\n"),
      maxBuffer: 1 << 28,
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(run.stderr).toBe("");
    return JSON.parse(run.stdout) as Read;
  });
  const [native, ...others] = answers;
  for (const other of others) expect(other).toEqual(native);
  return native as Read;
}

function outputLines(sandbox: Sandbox, script: string): string[] {
  const { stdout, stderr, status } = sandbox.shell(script, { prefix: null });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout.split("\n").filter(Boolean);
}

/** Blobs of every length up to 260 bytes, so that every way to end a block is among them, and of more. */
function makeBlobs(sandbox: Sandbox): string[] {
  const lengths = Array.from({ length: 260 }, (_, i) => i).concat(4095, 4096, 65_535, 65_536, 300_000);
  const stream = lengths.map((length) => {
    const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 7 + length) % 256));
    return Buffer.concat([Buffer.from(`blob\ndata ${length}\n`), bytes, Buffer.from("\n")]);
  });
  sandbox.realGit(["fast-import", "--quiet"], { input: Buffer.concat(stream) });
  const ids = outputLines(sandbox, "git cat-file --batch-all-objects --batch-check='%(objectname)'");
  expect(ids.length).toBe(lengths.length);
  return ids;
}

test.each(["sha1", "sha256"])("every object has the id that its bytes have, in %s", (format) => {
  const sandbox = new Sandbox();
  outputLines(sandbox, `rm -rf .git && git init -q --object-format=${format}`);
  const blobs = makeBlobs(sandbox);
  expect(readAlike(sandbox, "", blobs)).toEqual({
    status: 0,
    objects: blobs.map((id) => ({ id, type: "blob", body: "" })),
  });
});

test("commits and tags come with their bytes, others without, in the order that was asked for", () => {
  const sandbox = new Sandbox();
  sandbox.write("file", "x");
  const ids = outputLines(
    sandbox,
    `git add file && git commit -qm "$(printf 'na\\303\\257ve')" && git tag -am words tag
    git rev-parse HEAD tag HEAD^{tree} HEAD:file HEAD; echo ${"ab".repeat(20)}; git rev-parse tag`,
  );
  const { status, objects } = readAlike(sandbox, "", ids);
  expect(status).toBe(0);
  expect(objects.map(({ id }) => id)).toEqual(ids);
  expect(objects.map(({ type }) => type)).toEqual([
    "commit",
    "tag",
    "tree",
    "blob",
    "commit",
    "missing",
    "tag",
  ]);
  for (const [i, word] of ["HEAD", "tag"].entries())
    expect(objects[i]?.body).toBe(
      sandbox.realGit(["cat-file", word === "tag" ? "tag" : "commit", word]).stdout,
    );
  expect(objects[0]?.body).toContain("na\xc3\xafve");
  expect(objects.slice(2, 4).map(({ body }) => body)).toEqual(["", ""]);
});

test("the header of a commit is plain for a host if it is for the judge", () => {
  const sandbox = new Sandbox();
  const ids = oddHeaderCases.map(({ input: [commit] }) => {
    const { header, separator, message } = commit as Commit;
    const input = Buffer.from(header + separator + message, "latin1");
    return sandbox
      .realGit(["hash-object", "--literally", "-t", "commit", "-w", "--stdin"], { input })
      .stdout.trim();
  });
  const { objects } = readAlike(sandbox, "", ids);
  const seen = objects.map(({ body, isPlain = false }) => [body, isPlain]);
  const read = objects.map(({ id: each, body }) => [body, readHeader(parseCommit(each, body)).isPlain]);
  expect(seen).toEqual(read);
  expect(seen.filter(([, isPlain]) => isPlain)).toHaveLength(3);
});

test("other bytes under an id are forged, however they came there", () => {
  const sandbox = new Sandbox();
  const ids = outputLines(
    sandbox,
    `for i in 1 2 3; do git commit -q --allow-empty -m $i; done; git rev-list HEAD
    git replace HEAD HEAD~1`,
  );
  const [, exchanged, right] = ids as [string, string, string];
  const loose = (id: string): string =>
    join(sandbox.repository, ".git", "objects", id.slice(0, 2), id.slice(2));
  rmSync(loose(exchanged));
  copyFileSync(loose(right), loose(exchanged));
  const types = readAlike(sandbox, "", ids).objects.map(({ type, body }) => [type, body === ""]);
  expect(types).toEqual([
    ["forged", true],
    ["forged", true],
    ["commit", false],
  ]);
});

test("rev-list lists what is read, and may leave out what is missing", () => {
  const sandbox = new Sandbox();
  const ids = outputLines(
    sandbox,
    "for i in $(seq 1200); do echo commit refs/heads/main; echo 'committer a <b> 1 +0000'; echo data 2; echo x; done | git fast-import --quiet; git rev-list main",
  );
  expect(ids.length).toBe(1200);
  const read = readAlike(sandbox, "--ignore-missing", [
    ids[0] as string,
    `^${ids[1000]}`,
    "f".repeat(40),
    `^${"e".repeat(40)}`,
  ]);
  expect(read.objects.map(({ id }) => id)).toEqual(ids.slice(0, 1000));
  expect(read.objects.every(({ type }) => type === "commit")).toBe(true);
  // What git cannot walk is empty, and no error: nothing is concluded from it.
  expect(readAlike(sandbox, "--topo-order", ["f".repeat(40)])).toEqual({ status: 0, objects: [] });
});

test("a commit of 16 MB is read, and one of more is none of use", () => {
  const sandbox = new Sandbox();
  const ids = outputLines(
    sandbox,
    `tree=$(git mktree </dev/null)
    for size in 16000000 17000000; do
      { printf 'tree %s\\nauthor a <b> 1 +0000\\ncommitter a <b> 1 +0000\\n\\n' $tree; head -c $size /dev/zero | tr '\\0' x; } |
      git hash-object -t commit -w --stdin
    done`,
  );
  const { objects } = readAlike(sandbox, "", [...ids, ids[0] as string]);
  expect(objects.map(({ type }) => type)).toEqual(["commit", "large", "commit"]);
  expect(objects[0]?.body).toMatch(/^16000092 [0-9a-f]{8}$/);
});

const id = "0123456789".repeat(4);
const empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
const forged = { id, type: "forged", body: "" };
const blob = { id: empty, type: "blob", body: "" };

/** What a git could write, and what is understood of it. */
const streams: { [what: string]: [string, unknown[]] } = {
  nothing: ["", []],
  "a line that does not end": [`${id} commit`, []],
  "a header without an end": [`${id} ${"commit".repeat(100)}`, []],
  "no id": ["HEAD missing\n", []],
  "too long an id": [`${id}0 missing\n`, []],
  "an id in capitals": [`${"A".repeat(40)} missing\n`, []],
  "an ambiguous name": [`${id} ambiguous\n`, []],
  "an unknown type": [`${id} comit 0\n\n`, []],
  "no size": [`${id} commit\n\n`, []],
  "a size that is no number": [`${id} commit -1\n\n`, []],
  "a size that overflows": [`${id} commit 99999999999999999999\n\n`, []],
  "a size that wraps": [`${id} blob 18446744073709551616\n\n`, []],
  "a large size and few bytes": [`${id} commit 16777216\nxx\n`, []],
  "a huge size and few bytes": [`${id} blob 999999999999999999\nxx\n`, []],
  "too few bytes": [`${empty} blob 0\n\n${id} commit 5\nabcd\n`, [blob]],
  "too many bytes": [`${empty} blob 0\n\n${id} commit 3\nabcd\n${empty} blob 0\n\n`, [blob]],
  "no line end": [`${empty} blob 0\n${empty} blob 0\n\n`, []],
  "no bytes after the header": [`${empty} blob 0\n`, []],
  "other bytes": [`${id} commit 4\nabcd\n${empty} blob 0\n\n`, [forged, blob]],
  "another type": [`${empty} commit 0\n\n${empty} blob 0\n\n`, [{ ...forged, id: empty }, blob]],
  "a hash of the other kind": [
    `${empty}${"0".repeat(24)} blob 0\n\n`,
    [{ ...forged, id: empty + "0".repeat(24) }],
  ],
  "binary bytes": ["\0\xff\n\0", []],
};

test.each(Object.keys(streams))("of a git that writes %s, what cannot be understood is not there", (what) => {
  const [written, expected] = streams[what] as [string, unknown[]];
  const sandbox = new Sandbox();
  const folder = join(sandbox.folder, "fake");
  sandbox.write(join(folder, "written"), Buffer.from(written, "latin1"));
  sandbox.write(join(folder, "git"), `#!/bin/sh\ncat "${folder}/written"\n`, 0o755);
  expect(readAlike(sandbox, "", [id], `${folder}:`).objects).toEqual(expected);
});

test("a git that cannot be run gives no objects", () => {
  const sandbox = new Sandbox();
  const folder = join(sandbox.folder, "fake");
  sandbox.write(join(folder, "git"), "#!/no/such/program\n", 0o755);
  const env = { ...sandbox.environment({ prefix: null }), PATH: folder };
  const run = spawnSync(vectorsBinary("release"), ["objects"], {
    cwd: folder,
    env,
    input: `\n${id}\n`,
    encoding: "utf8",
  });
  expect(JSON.parse(run.stdout).objects).toEqual([]);
});

test("no process and no descriptor is left of a reading that is begun again and again", () => {
  const sandbox = new Sandbox();
  const ids = outputLines(sandbox, "git commit -q --allow-empty -m x && git rev-parse HEAD");
  const env = sandbox.environment({ prefix: null });
  const run = spawnSync(vectorsBinary("release"), ["objects-again"], {
    cwd: sandbox.repository,
    env,
    input: ids.join("\n") + "\n",
    encoding: "utf8",
  });
  expect(run.stderr).toBe("");
  expect(JSON.parse(run.stdout)).toEqual({ children: [], isGrown: false });
});

test.each(["sha1", "sha256"])("commits are told by git's print, or are not proved, in %s", (format) => {
  const sandbox = new Sandbox();
  outputLines(sandbox, `rm -rf .git && git init -q --object-format=${format}`);
  const tree = sandbox.realGit(["mktree"]).stdout.trim();
  const people = "author A <a@x.org> 1 +0000\ncommitter B <b@x.org> 1 +0000\n";
  const told = [
    `${people}\nOne\n\nTwo\n`,
    `${people}\nOne`,
    `${people}\n`,
    `${people}\n    One\n\n        Two\n`,
    `${people}gpgsig a\n b\n\n\xff\xfe\n`,
    `${people}\nOne\n\n${"line of text\n".repeat(30_000)}`,
  ];
  const untold = [
    people,
    people.slice(0, -1),
    `${people}\nOne\0\n`,
    `${people}\n\n\nOne\n`,
    `${people}\nOne \n`,
    `${people}\nOne\r\n`,
    `${people}\nOne\n\n\n`,
  ];
  const ids = [...told, ...untold].map((rest) => {
    const input = Buffer.from(`tree ${tree}\n${rest}`, "latin1");
    return sandbox
      .realGit(["hash-object", "--literally", "-t", "commit", "-w", "--stdin"], { input })
      .stdout.trim();
  });
  const { status, objects, listing } = readAlike(sandbox, "print --no-walk=unsorted --stdin", ids);
  expect({ status, listing }).toEqual({ status: 0, listing: 0 });
  expect(objects.map((each) => [each.id, each.type])).toEqual(
    ids.map((each, i) => [each, i < told.length ? "commit" : "unproved"]),
  );
  for (const [i, rest] of told.slice(0, -1).entries()) expect(objects[i]?.body).toBe(`tree ${tree}\n${rest}`);
});

test("what git printed before it failed is read, and that it failed is known", () => {
  const sandbox = new Sandbox();
  sandbox.shell("for i in 1 2 3; do git commit -q --allow-empty -m $i; done", { prefix: null });
  const [newest = "", middle = ""] = outputLines(sandbox, "git rev-list HEAD");
  expect(readAlike(sandbox, "print --stdin", ["nope"])).toEqual({ status: 0, objects: [], listing: 128 });
  rmSync(join(sandbox.repository, ".git", "objects", middle.slice(0, 2), middle.slice(2)));
  const { objects, listing } = readAlike(sandbox, "print --stdin", ["HEAD"]);
  expect(listing).toBe(128);
  expect(objects.every((each) => each.id === newest)).toBe(true);
});

test("Node reads only some megabytes at once, and of large files and trees nothing but the type", () => {
  const announce = (i: number, type: string, size: number): string =>
    `${i.toString(16).padStart(40, "0")} ${type} ${size}\n`;
  const written = [
    announce(1, "blob", 400 << 20),
    announce(2, "commit", 10 << 20),
    announce(3, "tag", 17 << 20),
    announce(4, "tree", 10 << 20),
    `${"5".padStart(40, "0")} missing\n`,
    announce(6, "commit", 1 << 20),
  ];
  const asked = Buffer.from("x\n".repeat(written.length));
  const announced = parseAnnounced(Buffer.from(written.join("")), asked);
  const lots = divideObjects(announced ?? []);
  const read: string[] = [];
  const objects = lots.flatMap((lot) =>
    readChunk(lot, (input) => {
      read.push(input.toString());
      // git ends at once.
      return Buffer.alloc(0);
    }),
  );
  const ids = (...numbers: number[]): string =>
    numbers.map((i) => `${i.toString(16).padStart(40, "0")}\n`).join("");
  expect(read).toEqual([ids(2), ids(4, 6)]);
  expect(objects.map(({ type }) => type)).toEqual(["blob"]);
});

test("commits that a range excludes, and whose children it has, are told apart", () => {
  const sandbox = new Sandbox();
  sandbox.shell("for i in 1 2 3; do git commit -q --allow-empty -m $i; done", { prefix: null });
  const [newest = "", middle = ""] = outputLines(sandbox, "git rev-list HEAD");
  const { objects, listing } = readAlike(sandbox, "print --boundary --stdin", ["HEAD", "^HEAD~1"]);
  expect(listing).toBe(0);
  expect(objects.map((each) => [each.id, each.type, each.body !== ""])).toEqual([
    [newest, "commit", true],
    [middle, "boundary", false],
  ]);
});
