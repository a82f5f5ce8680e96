import { expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";
import {
  ask,
  commit,
  commitObject,
  fix,
  historyOf,
  useOneHook,
  objectOf,
  withTrailer,
} from "./repository.ts";

/** The same history, with the trailer where it was missing. */
function fixed(objects: readonly string[]): string[] {
  return objects.map((object) => (object.includes(botTrailer) ? object : `${object}\n${botTrailer}\n`));
}

test("merges keep all their parents, and their order", () => {
  const sandbox = new Sandbox();
  commit(sandbox, "Root");
  sandbox.realGit(["checkout", "-q", "-b", "side"]);
  commit(sandbox, "Side");
  sandbox.realGit(["checkout", "-q", "main"]);
  commit(sandbox, "Main");
  sandbox.realGit(["merge", "-q", "--no-ff", "-m", "Merge", "side"]);
  commit(sandbox, "After");
  const before = historyOf(sandbox, "main");
  expect(fix(sandbox)).toMatchObject({ status: 0, stdout: expect.stringContaining("5 of 5 commits") });
  expect(historyOf(sandbox, "main")).toEqual(fixed(before));
  expect(sandbox.interlock(["verify", "HEAD"]).status).toBe(0);
  expect(sandbox.realGit(["fsck", "--strict", "--no-dangling"]).status).toBe(0);
});

test("an octopus keeps its arms, also those that need no fixing", () => {
  const sandbox = new Sandbox();
  const root = commit(sandbox, withTrailer("Root").trimEnd());
  const arms = ["a", "b", "c", "d"];
  for (const arm of arms) {
    sandbox.realGit(["checkout", "-q", "-b", arm, root]);
    commit(sandbox, arm === "b" ? withTrailer(arm).trimEnd() : `Arm ${arm}`);
  }
  const kept = ask(sandbox, "rev-parse", "b");
  const tree = ask(sandbox, "rev-parse", "main^{tree}");
  const parents = ["main", ...arms].flatMap((name) => ["-p", name]);
  const merge = ask(sandbox, "commit-tree", ...parents, "-m", "Octopus", tree);
  sandbox.realGit(["checkout", "-q", "-B", "main", merge]);
  const before = historyOf(sandbox, "main");
  expect(fix(sandbox).stdout).toContain("4 of 6 commits of 'main' rewritten, 4 messages fixed");
  const after = ask(sandbox, "rev-list", "--parents", "-1", "main").split(" ");
  expect(after[1]).toBe(root);
  expect(after[3]).toBe(kept);
  expect(after).toHaveLength(6);
  // Order among arms may be another; what there is, is not.
  const withoutPlaces = (objects: string[]): string[] =>
    objects.map((each) => each.replace(/<\d+>/g, "")).sort();
  expect(withoutPlaces(historyOf(sandbox, "main"))).toEqual(withoutPlaces(fixed(before)));
});

test("a message keeps its encoding, and gets what is added in it", () => {
  const sandbox = new Sandbox();
  useOneHook(
    sandbox,
    '{id: local.a, hook: commit.message.finalize, effects: [{type: text.ensureTrailer, key: Von, value: "Jürgen"}]}',
  );
  const headers = "encoding ISO-8859-1\n";
  commitObject(sandbox, { headers, message: "Gr\xf6\xdfe\n" });
  const [before = ""] = historyOf(sandbox, "main");
  expect(fix(sandbox)).toMatchObject({ status: 0, stderr: "" });
  expect(objectOf(sandbox, "main")).toBe(`${before}\nVon: J\xfcrgen\n`);
  expect(sandbox.interlock(["verify", "HEAD"]).status).toBe(0);
});

test.each([
  ["KOI8-R", "\xf0\xd2\xc9\xd7\xc5\xd4", "Привет", "Von: \xed\xc9\xd2"],
  ["Shift_JIS", "\x83e\x83X\x83g", "テスト", null],
  ["EUC-JP", "\xa5\xc6\xa5\xb9\xa5\xc8", "テスト", "Von: \xa7\xae\xa7\xda\xa7\xe2"],
])("so it is in %s", (encoding, bytes, text, trailer) => {
  const sandbox = new Sandbox();
  const value = trailer === null ? text : "Мир";
  useOneHook(
    sandbox,
    `{id: local.a, hook: commit.message.finalize, effects: [{type: text.ensureTrailer, key: Von, value: "${value}"}]}`,
  );
  commitObject(sandbox, { headers: `encoding ${encoding}\n`, message: `${bytes}\n` });
  const [before = ""] = historyOf(sandbox, "main");
  expect(fix(sandbox)).toMatchObject({ status: 0, stderr: "" });
  expect(objectOf(sandbox, "main")).toBe(`${before}\n${trailer ?? `Von: ${bytes}`}\n`);
});

test("what cannot be written in the commit's encoding cannot be fixed", () => {
  const sandbox = new Sandbox();
  useOneHook(
    sandbox,
    '{id: local.a, hook: commit.message.finalize, effects: [{type: text.ensureTrailer, key: Von, value: "Мир"}]}',
  );
  const id = commitObject(sandbox, { headers: "encoding ISO-8859-1\n", message: "Gr\xf6\xdfe\n" });
  expect(fix(sandbox)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("local.a: what it adds cannot be written in 'ISO-8859-1'"),
  });
  expect(ask(sandbox, "rev-parse", "main")).toBe(id);
  expect(fix(sandbox).stdout).toContain(`commit ${id.slice(0, 12)} Gr\xc3\xb6\xc3\x9fe\n`);
});

test("bytes that are wrong in the commit's encoding stay", () => {
  const sandbox = new Sandbox();
  const message = "\x83e\x83X\x83g\n\nwrong \x83 \xff\n";
  commitObject(sandbox, { headers: "encoding Shift_JIS\n", message });
  const [before = ""] = historyOf(sandbox, "main");
  expect(fix(sandbox)).toMatchObject({ status: 0, stderr: "" });
  expect(objectOf(sandbox, "main")).toBe(`${before}\n${botTrailer}\n`);
});

test("headers that are not known stay, in their places", () => {
  const sandbox = new Sandbox();
  const headers = "HG:extra branch:default\nodd one\n two\n \n three\n";
  commitObject(sandbox, { headers, message: "One\n" });
  const [before = ""] = historyOf(sandbox, "main");
  expect(fix(sandbox).status).toBe(0);
  expect(objectOf(sandbox, "main")).toBe(`${before}\n${botTrailer}\n`);
});

test("a merged tag stays while its commit does, and goes with it", () => {
  const sandbox = new Sandbox();
  const kept = commitObject(sandbox, { message: withTrailer("Kept") });
  const bad = commitObject(sandbox, { message: "Bad\n" });
  const tag = (id: string): string =>
    `mergetag object ${id}\n type commit\n tag v1\n tagger Ann <ann@example.org> 1 +0000\n \n text\n`;
  const headers = tag(kept) + tag(bad);
  commitObject(sandbox, { parents: [kept, bad], headers, message: withTrailer("Merge") });
  expect(fix(sandbox)).toMatchObject({ status: 0, stdout: expect.stringContaining("2 of 3 commits") });
  const object = objectOf(sandbox, "main");
  expect(object).toContain(tag(kept));
  expect(object).not.toContain(tag(bad));
});

test("a commit that has no message at all stays so when its parent changes", () => {
  const sandbox = new Sandbox("version: 1\nplugins: {dirs: [local]}\n");
  useOneHook(
    sandbox,
    "{id: local.a, hook: commit.message.finalize, effects: [{type: text.removeTrailer, key: Bad}]}",
  );
  const first = commitObject(sandbox, { message: "One\n\nBad: x\nGood: y\n" });
  const second = commitObject(sandbox, { parents: [first], message: "" });
  const bytes = objectOf(sandbox, second);
  expect(fix(sandbox)).toMatchObject({ status: 0, stdout: expect.stringContaining("2 of 2 commits") });
  expect(objectOf(sandbox, "main")).toBe(bytes.replace(first, ask(sandbox, "rev-parse", "main^")));
  expect(sandbox.message("main^")).toBe("One\n\nGood: y\n");
});

test("a repository with SHA-256 ids is fixed as well", () => {
  const sandbox = new Sandbox();
  sandbox.shell(`rm -rf .git; git init -q --object-format=sha256`);
  commit(sandbox, "One");
  expect(commit(sandbox, "Two")).toHaveLength(64);
  const before = historyOf(sandbox, "main");
  expect(fix(sandbox)).toMatchObject({ status: 0, stderr: "" });
  expect(historyOf(sandbox, "main")).toEqual(fixed(before));
  expect(sandbox.realGit(["fsck", "--strict", "--no-dangling"]).status).toBe(0);
});
