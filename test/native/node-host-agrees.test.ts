import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { dist, root } from "../support/paths.ts";
import { vectorsBinary } from "../support/native-vectors.ts";
import { botEnv, Sandbox } from "../support/sandbox.ts";

/** Commits of many sizes, compressed in every way there is, and damaged ones; what is to be read of each. */
function writeLooseCommits(sandbox: Sandbox, folder: string): (string | null)[] {
  const stored: (string | null)[] = [];
  const ids: string[] = [];
  const store = (object: Buffer, hash: string, file: Buffer, body: string | null): void => {
    const id = createHash(hash).update(object).digest("hex");
    sandbox.write(join(folder, id.slice(0, 2), id.slice(2)), file);
    ids.push(id);
    stored.push(body);
  };
  const random = randomOf(7);
  for (let i = 0; i < 200; i++) {
    const words = Array.from({ length: random(i * 3) }, () => "abcdefgh\n\xe9 ".slice(random(8), random(12)));
    const body = `tree ${i}\n\n${words.join("")}`;
    const object = Buffer.from(`commit ${body.length}\0${body}`, "latin1");
    const file = deflateSync(object, { level: i % 10, strategy: i % 5 });
    const hash = i % 2 ? "sha1" : "sha256";
    // Not in the last byte before the checksum: some of its bits mean nothing.
    if (i % 4 === 3) file[random(file.length - 5)]! ^= 1 << random(8);
    store(object, hash, file, i % 4 === 3 ? null : body);
  }
  const object = Buffer.from("commit 3\0abc");
  const whole = deflateSync(object);
  for (let length = 0; length < whole.length; length++)
    store(Buffer.concat([object, Buffer.from([length])]), "sha1", whole.subarray(0, length), null);
  const longer = Buffer.from("commit 4\0abcd");
  store(longer, "sha1", Buffer.concat([deflateSync(longer), Buffer.from("x")]), null);
  store(Buffer.from("other"), "sha1", whole, null);
  store(Buffer.from("blob 3\0abc"), "sha1", deflateSync(Buffer.from("blob 3\0abc")), null);
  store(Buffer.from("commit 4\0abc"), "sha1", deflateSync(Buffer.from("commit 4\0abc")), null);
  const large = Buffer.from(`commit 70000\0${"x".repeat(70_000)}`);
  store(large, "sha1", deflateSync(large), null);
  sandbox.write(join(folder, "ids"), ids.concat("", "../x", "f".repeat(40)).join("\n"));
  return stored.concat(null, null, null);
}

/** Numbers below n, the same each time. */
function randomOf(seed: number): (n: number) => number {
  let state = seed;
  return (n) => (n < 1 ? 0 : (state = (state * 48271) % 2147483647) % n);
}

const nodeProbe = join(root, "build", "test", "probe-node-host.cjs");

test.each(["release", "sanitized"] as const)(
  "the native host (%s) and the Node host answer alike",
  (variant) => {
    const sandbox = new Sandbox();
    const folder = join(sandbox.folder, "probe");
    sandbox.write(join(folder, "file"), "text", 0o755);
    sandbox.write(join(folder, "sub", "x"), "");
    sandbox.write(join(folder, "all-bytes"), Buffer.from(Array.from({ length: 256 }, (_, i) => i)));
    sandbox.shell(`printf x >"${folder}/$(printf 'n\\377\\303\\251me')"`);
    sandbox.shell(
      `mkdir "${folder}/own" && cd "${folder}/own" && mkdir -p folder open/folder sticky/folder others-folder/folder
      for name in mine anybodys others; do echo $name >$name; done; ln -s mine link; mkfifo fifo
      chmod 666 anybodys; chmod 777 open; chmod 1777 sticky; chown 1001 others others-folder
      git init -q --bare none.git`,
    );
    const indexes = makeIndexes(sandbox, join(folder, "indexes"));
    const stored = writeLooseCommits(sandbox, join(folder, "loose"));
    const env = {
      ...sandbox.environment(),
      PROBE_BYTES: "a\u00e9b",
      PROBE_EMPTY: "",
      TMPDIR: join(folder, "sub"),
    };
    const options = {
      cwd: folder,
      env,
      input: Buffer.from("0006a\xff0004000000000003f\xff\0\n", "latin1"),
      encoding: "utf8" as const,
    };
    const native = spawnSync(vectorsBinary(variant), ["host", folder], options);
    for (const made of ["made", "interlock-0", "kept"])
      rmSync(join(folder, "sub", made), { recursive: true });
    const onNode = spawnSync(process.execPath, [nodeProbe, "probe", folder], options);
    expect(native.stderr + onNode.stderr).toBe("");
    const answers = JSON.parse(native.stdout);
    expect(JSON.parse(onNode.stdout)).toEqual(answers);
    expect(answers).toMatchObject({
      env: "a\xc3\xa9b",
      envMissing: true,
      envNames: ["PROBE_BYTES", "PROBE_EMPTY"],
      cwd: folder,
      statFile: { kind: "file", executable: true },
      statFolder: { kind: "directory" },
      statMissing: null,
      statNulInPath: null,
      statOddName: { kind: "file", executable: false },
      realPath: join(folder, "file"),
      realPathMissing: null,
      readMissing: 2,
      readFolder: 21,
      readNoFile: [constants.errno.EINVAL, constants.errno.EINVAL, ""],
      readNoFileInPart: [constants.errno.EINVAL, constants.errno.EINVAL, ""],
      readInput: ["text", "", 2],
      readOwn: ["mine\n", 2, 2, 2, 2, 21, 2, 21, 21, 2, 2, 21, 2],
      // Of "folder", "sticky/folder" and "/" alone.
      isOwnFolder: [0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0].map(Boolean),
      readPackets: [["a\xff", ""], [], constants.errno.EPROTO],
      readStdin: "f\xff\0\n",
      readPacketsAtEnd: constants.errno.EPIPE,
      stdinIsTerminal: false,
      readLooseCommits: stored,
      treesOfIndexes: [indexes.tree, indexes.tree, "", "", "", "", "", ""],
      treeOfIndexSha256: indexes.sha256,
      readLooseTree: indexes.content,
      readLooseTreeAsCommit: null,
      listed: ["all-bytes", "file", "indexes", "loose", "n\xff\xc3\xa9me", "own", "sub"],
      listedExcept: ["all-bytes", "indexes", "own", "sub"],
      listMissing: 2,
      makeFolder: [0, 17],
      // Another command on this machine may have made that of the shared memory.
      privateFolder: [
        expect.stringMatching(/^(?:\/dev\/shm\/interlock-0)?$/),
        `${folder}/sub/interlock-0`,
        `${folder}/sub/interlock-0`,
      ],
      makeLink: [0, 17],
      // The second is shorter than what it replaces.
      writeFile: [0, 0, "\xff\0"],
      removeFile: [0, 2],
      writeNowhere: 2,
      records: [0, 0, 0, 0, 20, expect.any(String), expect.any(String), expect.any(String), true, true],
      runGit: { status: 0, stdout: "\xff\n" },
      runGitFailing: { status: 128, stdout: "" },
      runGitWithInput: { status: 0, stdout: "a\xff\n\nb\n" },
      runGitWithLongInput: 41,
      runGitWithEnvironment: { status: 0, stdout: "N <e> 1500000000 +0000\n" },
      runGitWithOnly: ["PROBE_EMPTY=", "PROBE_NEW=n"],
      runGitWithNothing: [],
      runGitTraced: ["upload-pack> 0000", ""],
      runGitTracedInVain: "",
      temporaryFolder: [null, true, 0, null, true],
      runProgram: 7,
      runEndedBySignal: -15,
    });
    const [all, numbers, long] = answers.records[5]
      .split("\n")
      .map((line: string) => JSON.parse(line || "0"));
    const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, i) => i));
    expect(all).toEqual({ bytes: ascii + "\ufffd".repeat(128), more: "\u{1f389}" + "\ufffd".repeat(4) });
    expect(numbers).toEqual([1.5, 0.062, 0, 1234567, 2, ["a", '"']]);
    expect(long).toEqual([...Array(8).fill("\u00e9".repeat(50) + "..."), "..."]);
    expect(answers.records[7]).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(answers.readAllBytes).toBe(String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i)));
  },
);

const longest = 65_520;
const packetOf = (length: number): string => length.toString(16).padStart(4, "0") + "x".repeat(length - 4);

test.each([
  ["as long as git's may be", packetOf(longest) + "0000", [longest - 4]],
  ["longer than that", packetOf(longest + 1) + "0000", constants.errno.EPROTO],
  ["as long as four digits can say", packetOf(0xffff) + "0000", constants.errno.EPROTO],
  ["shorter than its own length", "0003", constants.errno.EPROTO],
  ["more than can be counted", "0004".repeat((1 << 20) + 1) + "0000", constants.errno.EFBIG],
  ["more than memory is for", packetOf(longest).repeat(2050) + "0000", constants.errno.EFBIG],
])("both hosts judge packets alike that are %s", (_, input, expected) => {
  const options = { input, encoding: "utf8" as const };
  const native = spawnSync(vectorsBinary("release"), ["packets"], options);
  const onNode = spawnSync(process.execPath, [nodeProbe, "packets"], options);
  expect(native.stderr + onNode.stderr).toBe("");
  expect(JSON.parse(native.stdout)).toEqual(expected);
  expect(JSON.parse(onNode.stdout)).toEqual(expected);
});

const ghLines: string[][] = [
  ["pr", "create", "-t", "T", "-b", "caf\u00e9"],
  ["pr", "create", "-t", "T", "-F", "message"],
  ["pr", "create", "-t", "T", "-F", "missing"],
  ["issue", "create", "-t", "T", "-l", "bug"],
  ["pr", "merge", "7", "-s", "-b", "Body"],
  ["api", "repos/o/r/pulls", "-f", "body=x"],
  ["pr", "list"],
];

test.each(ghLines.map((line) => [line]))("both hosts decide alike about gh %j", (line) => {
  const sandbox = new Sandbox();
  sandbox.write("message", "from a file\n");
  const words = ["--json", "--", "gh", ...line];
  const native = sandbox.interlock(["explain", ...words]);
  const onNode = sandbox.run(process.execPath, [nodeProbe, "explain", dist, ...words], { env: botEnv });
  expect(onNode).toEqual(native);
  expect(JSON.parse(native.stdout).reason).not.toBe("");
});

const lines: string[][] = [
  ["commit", "-m", "fix"],
  ["commit", "-am", "caf\u00e9", "-m", "body"],
  ["-C", "sub", "commit", "-F", "../message"],
  ["commit", "-F", "message", "--cleanup=strip"],
  ["commit", "-m", ""],
  ["commit", "--allow-empty-message", "-m", ""],
  ["commit", "-m", "x", "-s"],
  ["commit"],
  ["commit", "-k"],
  ["status"],
  ["merge", "x"],
];

test.each(lines.map((line) => [line]))("both hosts decide alike about git %j", (line) => {
  const sandbox = new Sandbox();
  sandbox.write("message", "from a file\n# comment\n");
  sandbox.write("sub/x", "");
  const words = ["--json", "--", "git", ...line];
  const native = sandbox.interlock(["explain", ...words]);
  const onNode = sandbox.run(process.execPath, [nodeProbe, "explain", dist, ...words], { env: botEnv });
  expect(onNode).toEqual(native);
  expect(JSON.parse(native.stdout).reason).not.toBe("");
});

/** Of one tree, in the forms that git writes; one that has changed since, and one that ends too early. */
function makeIndexes(sandbox: Sandbox, folder: string): { tree: string; sha256: string; content: string } {
  const run = sandbox.shell(
    `set -e; mkdir "$1" && cd "$1" && git init -q . && mkdir sub && echo 1 >a && echo 2 >sub/longer-name && git add .
tree=$(git write-tree); cp .git/index v2; cp .git/index none; git read-tree --empty; git read-tree $tree
git update-index --index-version 4; cp .git/index v4; git update-index --index-version 2
git update-index --skip-worktree a; git write-tree >/dev/null; cp .git/index v3
echo 3 >a; git update-index --no-skip-worktree a; git add a; cp .git/index stale; head -c 150 v2 >cut; echo DIRC >file
rm .git/index; git add -N file; cp .git/index none; git init -q --object-format=sha256 two; cd two; echo 1 >a; git add a
sha256=$(git write-tree); cp .git/index ../sha256; echo $tree $sha256`.replaceAll('"$1"', `'${folder}'`),
    { prefix: null },
  );
  expect(run.stderr).toBe("");
  const [tree = "", sha256 = ""] = run.stdout.trim().split(" ");
  const content = sandbox.realGit(["-C", folder, "cat-file", "tree", tree]).stdout;
  return { tree, sha256, content };
}
