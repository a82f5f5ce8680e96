import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readIdent } from "../../engine/core/ident.ts";
import { identOf, parseCommit } from "../../shim/git/commit-object.ts";
import { commitObjects, objectOf } from "../fix/repository.ts";
import { fuzzCount, replayWith, seed } from "../support/fuzz.ts";
import { Sandbox } from "../support/sandbox.ts";

const part = fc.constantFrom(
  "<",
  ">",
  "<",
  ">",
  " ",
  "  ",
  "\t",
  "\r",
  "A",
  "b@x",
  "<a@x>",
  " 1 +0000",
  "\xe9",
  ".",
);
const line = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(""));
const count = fuzzCount(1500);

test("author and committer are read as git reads them, whatever is in the line", () => {
  // git names a commit once.
  const given = new Set([
    "A <a@x> 1 +0000",
    "M <m@evil> <bot@trusted> 1 +0000",
    "M <m@evil> 1 +0000 <bot@trusted>",
    "A > <a@x> 1 +0000",
    "A <a <b@x>> 1 +0000",
    "A 1 +0000",
    "A <a@x",
    "<> 1 +0000",
    ...fc.sample(line, { numRuns: count, seed }),
  ]);
  const lines = [...given];
  const sandbox = new Sandbox();
  const ids = commitObjects(
    sandbox,
    lines.map((each) => ({ author: each, committer: `x${each}`, message: "One\n" })),
  );
  const words = ["log", "--no-walk=unsorted", "--stdin", "--encoding=none"];
  const { stdout } = sandbox.realGit([...words, "--format=%an%x01%ae%x01%cn%x01%ce%x02"], {
    input: ids.map((id) => `${id}\n`).join(""),
  });
  const shown = stdout.split("\x02\n");
  const ours = (text: string): string[] => {
    const ident = readIdent(text);
    return ident === null ? ["", ""] : [ident.name, ident.mail];
  };
  const wrong = lines
    .map((each, i) => ({
      line: each,
      ours: [...ours(each), ...ours(`x${each}`)].join("\x01"),
      git: shown[i],
    }))
    .filter((each) => each.ours !== each.git);
  expect(shown.length).toBe(lines.length + 1);
  expect(wrong.slice(0, 5), replayWith(count, "test/rules/idents-against-git.test.ts")).toEqual([]);
  const commit = parseCommit(ids[1] ?? "", objectOf(sandbox, ids[1] ?? ""));
  expect(identOf(commit, "author")).toBe("M <m@evil>");
});
