import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newerTag } from "../../cli/plugin/newer-tag.ts";
import { diffTexts } from "../../cli/plugin/diff-texts.ts";
import { manifest, Workshop } from "./workshop.ts";

const versioned = (version: string, value = "rules"): string =>
  manifest("rules", { value }).replace("extensions:", `version: ${version}\nextensions:`);

class Updating extends Workshop {
  origin = "";

  /** A commit of the source with this tag. */
  release(tag: string, files: { [path: string]: string }): string {
    for (const [path, text] of Object.entries(files))
      this.write(join(this.origin, path), text, path.startsWith("hooks/") ? 0o755 : undefined);
    this.realGit(["add", "-A"], { cwd: this.origin });
    this.realGit(["commit", "-q", "-m", `files ${tag}`], { cwd: this.origin });
    if (tag !== "") this.realGit(["tag", tag], { cwd: this.origin });
    return this.realGit(["rev-parse", "--short=12", "HEAD"], { cwd: this.origin }).stdout.trim();
  }
}

function withSource(): Updating {
  const box = new Updating();
  box.call(["init", "--no-plugin"]);
  box.origin = box.source("rules", { "README.md": "rules\n" });
  return box;
}

describe("outdated", () => {
  test("names what is newer, by version, ref and commit, and the command that installs it", () => {
    const box = withSource();
    const first = box.release("v1.9", { "plugin.yaml": versioned("1.9") });
    expect(box.plugin("add", box.origin, "--ref", "v1.9").stdout).toMatch(/^rules 1\.9 at /);
    expect(box.plugin("outdated")).toMatchObject({
      status: 0,
      stdout: "interlock: no plugin is outdated\n",
    });
    const second = box.release("v1.10", { "plugin.yaml": versioned("1.10") });
    const run = box.plugin("outdated");
    expect(run).toMatchObject({
      status: 1,
      stdout: `rules\tlocal\t1.9 (v1.9, ${first})\t1.10 (v1.10, ${second})\tinterlock plugin update rules --ref v1.10\n`,
      stderr: "",
    });
    const [json] = JSON.parse(box.plugin("outdated", "--json").stdout);
    expect(json).toMatchObject({
      name: "rules",
      installed: { version: "1.9", ref: "v1.9" },
      available: { version: "1.10", ref: "v1.10", commit: expect.stringContaining(second) },
    });
    expect(box.call((json.update as string).split(" ").slice(1)).status).toBe(0);
    expect(box.plugin("outdated").status).toBe(0);
    expect(box.plugin("list").stdout).toMatch(/\nrules +local +0 +0 +1 +0 +0 +v1\.10 +1\.10\n$/);
    expect(JSON.parse(box.plugin("list", "--json").stdout)).toMatchObject([{ version: "1.10" }]);
  });

  test("a branch that has moved; a commit id stays what it is", () => {
    const box = withSource();
    const first = box.release("", { "plugin.yaml": manifest("rules") });
    box.plugin("add", box.origin);
    const second = box.release("", { "plugin.yaml": manifest("rules", { value: "x" }) });
    expect(box.plugin("outdated")).toMatchObject({
      status: 1,
      stdout: `rules\tlocal\t${first}\t${second}\tinterlock plugin update rules\n`,
    });
    const id = box.realGit(["rev-parse", "HEAD~1"], { cwd: box.origin }).stdout.trim();
    box.plugin("update", "rules", "--ref", id);
    expect(box.plugin("outdated")).toMatchObject({ status: 0 });
  });

  test("a source that is gone is an error, and the others are listed", () => {
    const box = withSource();
    box.release("", { "plugin.yaml": manifest("rules") });
    const other = box.source("other", { "plugin.yaml": manifest("other") });
    box.plugin("add", box.origin);
    box.plugin("add", other);
    box.release("", { "plugin.yaml": manifest("rules", { value: "x" }) });
    box.run("rm", ["-r", other]);
    const run = box.plugin("outdated");
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("other: ");
    expect(run.stdout).toMatch(/^rules\tlocal\t/);
  });

  test.each([
    ["v1.2", ["v1.2", "v1.10", "v1.9"], "v1.10"],
    ["v1.2", ["v1.2", "v1.2.1", "v2.0-rc1", "w9"], "v1.2.1"],
    ["refs/tags/1.0", ["1.0", "2"], "2"],
    ["v2", ["v2", "v1", "v2.0"], null],
    ["main", ["main", "main2"], null],
    ["v1", ["v2"], null],
  ])("of %s: %j", (ref, tags, expected) => expect(newerTag(ref, tags)).toBe(expected));
});

describe("update shows what changes in the files before it installs them", () => {
  const files = {
    "plugin.yaml": versioned("1"),
    "hooks/old": "#!/bin/sh\nexit 0\n",
    "a.md": "a\nb\nc\nd\ne\nf\ng\n",
  };
  function outdated(): Updating {
    const box = withSource();
    box.release("", files);
    box.plugin("add", box.origin, "--yes");
    box.run("rm", [join(box.origin, "hooks/old")]);
    box.release("", {
      "plugin.yaml": versioned("2"),
      "hooks/new": "#!/bin/sh\necho \u001b[31mhi\n",
      "a.md": "a\nb\nc\nx\ne\nf\ng\n",
    });
    return box;
  }

  test("also where the programs are not agreed to", () => {
    const box = outdated();
    const before = box.everything();
    const run = box.plugin("update");
    const shown = `interlock: what changes in 'rules':
  changed a.md
    @@ 2
     b
     c
    -d
    +x
     e
     f
  added hooks/new, which may be run
    @@ 1
    +#!/bin/sh
    +echo ?[31mhi
  removed hooks/old
    @@ 1
    -#!/bin/sh
    -exit 0
  changed plugin.yaml
    @@ 1
     name: rules
    -version: 1
    +version: 2
     extensions:
       hookApiVersion: 1
`;
    expect(run.stdout.slice(0, shown.length)).toBe(shown);
    expect([run.status, box.everything()]).toEqual([128, before]);
    expect(box.plugin("update", "--yes").stdout.slice(0, shown.length)).toBe(shown);
  });

  test("for programs, too", () => {
    const [update] = JSON.parse(outdated().plugin("update", "--yes", "--json").stdout);
    expect(update).toMatchObject({
      updated: true,
      version: "2",
      changes: [
        { path: "a.md", change: "changed", executable: null },
        { path: "hooks/new", change: "added", executable: true },
        { path: "hooks/old", change: "removed" },
        { path: "plugin.yaml", difference: expect.arrayContaining(["-version: 1", "+version: 2"]) },
      ],
    });
  });
});

test.each([
  ["a\n", "a\n", []],
  ["", "a\nb", ["@@ 1", "+a", "+b"]],
  [
    "1\n2\n3\n4\n5\n6\n7\n8\n",
    "1\nx\n3\n4\n5\n6\n7\ny\n8\n",
    ["@@ 1", " 1", "-2", "+x", " 3", " 4", "@@ 6", " 6", " 7", "+y", " 8"],
  ],
])("the difference of %j and %j", (before, after, lines) => {
  expect(diffTexts(before, after)).toEqual(lines);
});

test("long texts that have nothing in common take no long time", () => {
  const lines = (mark: string): string => Array.from({ length: 50_000 }, (_, i) => `${mark}${i}\n`).join("");
  expect(diffTexts(lines("a"), lines("b"))).toHaveLength(100_001);
});
