import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inputsOf } from "../../engine/core/plan.ts";
import { sha256 } from "../../cli/shared/compile-layers.ts";
import { compilePlan } from "../../engine/compile/compile-plan.ts";
import { rememberFiles } from "../../engine/compile/files/config-files.ts";
import { readLayerContent, type LayerContent } from "../../engine/compile/layers/layer-content.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import { changes, writeWideLayer } from "./changes.ts";
import { Hostile } from "./hostile.ts";

function contentOf(sandbox: Hostile): LayerContent {
  return readLayerContent(join(sandbox.repository, ".interlock/config.yaml"), nodeConfigFiles, sha256);
}

function isFresh({ inputs }: LayerContent): boolean {
  return inputs.every(({ path, stamp }) => (nodeConfigFiles.stat(path)?.stamp ?? "absent") === stamp);
}

test.each(Object.keys(changes))(
  "a change of %s gives another digest, and is seen by the stamps",
  async (what) => {
    const sandbox = new Hostile("me");
    writeWideLayer(sandbox);
    const before = contentOf(sandbox);
    expect(contentOf(sandbox)).toEqual(before);
    expect(isFresh(before)).toBe(true);
    // The kernel's clock for files goes by steps.
    await new Promise((resolve) => setTimeout(resolve, 20));
    changes[what]?.((name) => join(sandbox.repository, name));
    expect(contentOf(sandbox).digest).not.toBe(before.digest);
    expect(isFresh(before)).toBe(false);
  },
);

test("what a file of /proc holds is in the digest, whatever its size is said to be", () => {
  const sandbox = new Hostile("me");
  const comm = `/proc/${process.pid}/comm`;
  const name = readFileSync(comm, "latin1").trimEnd();
  symlinkSync(comm, join(sandbox.repository, ".interlock/proc"));
  const digests = ["one", "two", name].map((each) => {
    writeFileSync(comm, each);
    return contentOf(sandbox).digest;
  });
  expect(new Set(digests).size).toBe(3);
});

test("a file is read once, by whatever path", () => {
  let count = 0;
  const files = rememberFiles({ ...nodeConfigFiles, readFile: () => String(++count) });
  const paths = ["/a/b/c", "/a//b/c", "/a/./b/././/c"];
  expect(paths.map((path) => files.readFile(path))).toEqual(["1", "1", "1"]);
  expect(files.readFile("/a/b/.c")).toBe("2");
});

test("the digest is the same wherever the repository lies", () => {
  const [one, two] = [new Hostile("me"), new Hostile("me")];
  for (const sandbox of [one, two]) writeWideLayer(sandbox);
  expect(contentOf(one).digest).toBe(contentOf(two).digest);
});

test("all that a plan is made from is in the content", () => {
  const sandbox = new Hostile("me");
  writeWideLayer(sandbox);
  const repository = join(sandbox.repository, ".interlock/config.yaml");
  const paths = { install: "", user: "", repository };
  const { plan } = compilePlan(paths, nodeConfigFiles, { planDirOf, sealedOf });
  const known = new Set(contentOf(sandbox).inputs.map(({ path }) => path));
  const inputs = inputsOf(plan ?? { inputs: [] }).filter(({ stamp }) => stamp !== "absent");
  expect(inputs.length).toBeGreaterThan(5);
  expect(inputs.filter(({ path }) => !known.has(path))).toEqual([]);
});
