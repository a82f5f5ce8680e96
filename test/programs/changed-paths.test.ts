/** Changed paths that are read from the index and from trees are those that git finds. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStagedPaths } from "../../shim/git/quick-paths.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { Sandbox } from "../support/sandbox.ts";
import { addProgram, sh } from "./with-program.ts";

/** The same in every run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

const names = ["a", "a-b", "a.b", "a0", "b", "c d", "caf\\303\\251", "odd\\377", "z"];

/** Lines of sh: files come, go, change, get another mode, or become folders of the same name. */
function randomEdits(random: (below: number) => number): string {
  const path = (): string =>
    Array.from({ length: 1 + random(3) }, () => names[random(names.length)]).join("/");
  const edits = Array.from({ length: 1 + random(6) }, () => {
    const place = `p=$(printf '${path()}')`;
    const write = 'd=$(dirname "$p"); [ -d "$d" ] || { rm -f "$d" 2>/dev/null; mkdir -p "$d" 2>/dev/null; }';
    switch (random(5)) {
      case 0:
        return `${place}; rm -rf "$p"`;
      case 1:
        return `${place}; [ ! -f "$p" ] || chmod +x "$p"`;
      case 2:
        return `${place}; rm -rf "$p"; ${write}; ln -s target${random(3)} "$p" 2>/dev/null`;
      default:
        return `${place}; ${write}; [ -d "$p" ] || echo ${random(100)} >"$p" 2>/dev/null`;
    }
  });
  return edits.join("\n");
}

test("in random histories, against the parent of HEAD too", () => {
  const sandbox = new Sandbox();
  const random = makeRandom(7);
  const steps = 60;
  const git = "/usr/bin/git";
  let quick = 0;
  for (let i = 0; i < steps; i++) {
    const listed = sandbox.shell(
      `${randomEdits(random)}
${git} add -A . && ${git} write-tree >/dev/null
${git} diff --cached --name-only -z --no-renames; printf '|'
${git} diff --cached --name-only -z --no-renames $(${git} rev-parse -q --verify HEAD^ || echo 4b825dc642cb6eb9a060e54bf8d69288fbee4904)`,
      { prefix: null },
    );
    const [staged, amended] = listed.stdout.split("|").map((text) => text.split("\0").slice(0, -1));
    const host = createNodeHost({
      argv: ["git"],
      env: new Map(Object.entries(sandbox.environment())),
      cwd: sandbox.repository,
    });
    const gitDir = join(sandbox.repository, ".git");
    for (const [amends, expected] of [
      [false, staged],
      [true, amended],
    ] as const) {
      const read = readStagedPaths(host, gitDir, amends);
      if (read !== null) quick++;
      // Only before the first commit, there is no HEAD to read.
      expect(read, `step ${i}`).toEqual(i === 0 ? null : expected);
    }
    sandbox.shell(`${git} commit -q --allow-empty -m ${i}`, { prefix: null });
  }
  expect(quick).toBe(2 * (steps - 1));
});

test("what is packed is left to git", () => {
  const sandbox = new Sandbox();
  sandbox.write("a", "1");
  sandbox.shell(
    "set -e; git add a; git commit -q -m one; git repack -qad; git pack-refs --all; echo 2 >a; git add a",
    { prefix: null },
  );
  const host = createNodeHost({
    argv: ["git"],
    env: new Map(Object.entries(sandbox.environment())),
    cwd: sandbox.repository,
  });
  expect(readStagedPaths(host, join(sandbox.repository, ".git"), false)).toBe(null);
});

test("so is a tree with a mode of old gits, which git takes for the one of today", () => {
  const sandbox = new Sandbox();
  sandbox.shell(
    `set -e; blob=$(echo 1 | git hash-object -w --stdin)
tree=$(printf '100664 blob %s\\ta\\n100644 blob %s\\tb\\n' $blob $blob | git mktree)
git reset -q --hard $(git commit-tree -m one $tree); echo 2 >b; git add b; git write-tree >/dev/null`,
    { prefix: null },
  );
  const host = createNodeHost({
    argv: ["git"],
    env: new Map(Object.entries(sandbox.environment())),
    cwd: sandbox.repository,
  });
  expect(readStagedPaths(host, join(sandbox.repository, ".git"), false)).toBe(null);
});

test.each(["nosuch", "name", "HEAD^{tree} -p nosuch"])(
  "git itself says that there is no such thing: commit-tree %s",
  (line) => {
    const sandbox = new Sandbox("version: 1\n");
    addProgram(sandbox, sh("cat >/dev/null"));
    sandbox.write("name", "1");
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "one"]);
    const words = ["commit-tree", ...line.split(" "), "-m", "two"];
    const [ours, gits] = [sandbox.git(words), sandbox.realGit(words)];
    expect([ours.status, ours.stderr]).toEqual([128, gits.stderr]);
  },
);
