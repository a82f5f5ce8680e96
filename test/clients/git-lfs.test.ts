import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectSameButTrailer, newTitles, runWithBoth } from "./run-with-both.ts";

/** git-lfs keeps a file by the hash of its content. */
const hash = createHash("sha256").update("hello").digest("hex");
const kept = join("lfs", "objects", hash.slice(0, 2), hash.slice(2, 4), hash);

test("git-lfs stores a file, and its pre-push hook sends the content along", () => {
  const sides = runWithBoth({
    before: 'git init -q --bare ../remote.git; git remote add origin "file://$PWD/../remote.git"',
    steps: `
      set -e
      git lfs install --local
      git lfs track '*.bin'
      printf 'hello' >one.bin
      git add .
      git commit -m 'Store a large file'
      git push -u origin main | grep -v '^Uploading' # whether it says so depends on the time
      git lfs ls-files`,
    repositories: ["repo", "remote.git"],
  });
  expect(sides.real.run.status).toBe(0);
  expectSameButTrailer(sides);
  expect(newTitles(sides.shim)).toEqual(["Store a large file"]);
  for (const { sandbox } of [sides.real, sides.shim]) {
    expect(existsSync(join(sandbox.folder, "remote.git", kept))).toBe(true);
  }
});
