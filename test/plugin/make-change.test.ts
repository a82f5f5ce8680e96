import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { makeChange, type LayerChange } from "../../cli/shared/layer-change.ts";
import type { NewFolder } from "../../cli/shared/overlay-files.ts";
import { createFolder } from "../support/temporary-folder.ts";

function placeIn(folder: string): LayerChange["place"] {
  const layer = join(folder, ".interlock");
  return {
    location: "local",
    folder: layer,
    config: join(layer, "config.yaml"),
    lock: join(layer, "interlock.lock"),
    plugins: join(layer, "plugins"),
  };
}

function content(files: { [path: string]: string }): NewFolder {
  return new Map(
    Object.entries(files).map(([path, text]) => [path, { bytes: Buffer.from(text), mode: 0o644 }]),
  );
}

function filesIn(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).sort();
}

test("a change that fails at its last step leaves nothing of its first ones", () => {
  const folder = createFolder();
  const place = placeIn(folder);
  const failure = makeChange({
    place,
    was: new Map(),
    files: new Map([
      [place.lock, "lock"],
      [join(folder, "nowhere", "config.yaml"), "config"],
    ]),
    folders: new Map([["a", content({ "x/y": "1" })]]),
  });
  expect(failure).toBe("ENOENT");
  expect(filesIn(folder)).toEqual([]);
});

test("a change that fails puts back what it had taken away", () => {
  const folder = createFolder({
    ".interlock/config.yaml": "old config",
    ".interlock/plugins/a/x": "old a",
    ".interlock/plugins/b/x": "old b",
  });
  const place = placeIn(folder);
  const before = filesIn(folder);
  const failure = makeChange({
    place,
    was: new Map(),
    files: new Map([
      [place.config, "new"],
      [join(folder, "nowhere", "lock"), "lock"],
    ]),
    folders: new Map([
      ["a", content({ x: "new a" })],
      ["b", null],
    ]),
  });
  expect(failure).toBe("ENOENT");
  expect(filesIn(folder)).toEqual(before);
  const texts = ["config.yaml", "plugins/a/x", "plugins/b/x"].map((name) =>
    readFileSync(join(place.folder, name), "utf8"),
  );
  expect(texts).toEqual(["old config", "old a", "old b"]);
});

test("a change that is made leaves nothing else, whatever the umask", () => {
  const folder = createFolder();
  mkdirSync(join(folder, ".interlock"));
  writeFileSync(join(folder, ".interlock/config.yaml"), "old", { mode: 0o600 });
  const place = placeIn(folder);
  const umask = process.umask(0o077);
  try {
    const files = new Map([[place.config, "new"]]);
    expect(
      makeChange({
        place,
        was: new Map(),
        files,
        folders: new Map([["a", content({ "gr\xc3\xbcn/x": "1" })]]),
      }),
    ).toBe(null);
  } finally {
    process.umask(umask);
  }
  expect(filesIn(place.folder)).toEqual([
    "config.yaml",
    "plugins",
    "plugins/a",
    "plugins/a/grün",
    "plugins/a/grün/x",
  ]);
  const modes = ["config.yaml", "plugins", "plugins/a/grün", "plugins/a/grün/x"].map(
    (name) => statSync(join(place.folder, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o600, 0o755, 0o755, 0o644]);
  expect(makeChange({ place, was: new Map(), files: new Map(), folders: new Map([["a", null]]) })).toBe(null);
  expect(existsSync(join(place.plugins, "a"))).toBe(false);
});

test("a file that somebody else has changed meanwhile is not overwritten", () => {
  const folder = createFolder({ ".interlock/config.yaml": "theirs" });
  const place = placeIn(folder);
  const change = {
    place,
    files: new Map([[place.config, "new"]]),
    folders: new Map([["a", content({ x: "1" })]]),
  };
  expect(makeChange({ ...change, was: new Map([[place.config, "old"]]) })).toContain("was changed meanwhile");
  expect(makeChange({ ...change, was: new Map([[place.config, null]]) })).toContain("was changed meanwhile");
  expect(filesIn(place.folder)).toEqual(["config.yaml"]);
  expect(readFileSync(place.config, "utf8")).toBe("theirs");
  expect(makeChange({ ...change, was: new Map([[place.config, "theirs"]]) })).toBe(null);
});

test("while a config is replaced there always is one", async () => {
  const folder = createFolder({ ".interlock/config.yaml": "old" });
  const place = placeIn(folder);
  // [has it begun, is it to end, how often there was none]
  const counts = new Int32Array(new SharedArrayBuffer(12));
  const watch = `const { workerData: { path, counts } } = require("node:worker_threads");
    const { existsSync } = require("node:fs");
    while (Atomics.load(counts, 1) === 0) { Atomics.store(counts, 0, 1); if (!existsSync(path)) Atomics.add(counts, 2, 1); }`;
  const worker = new Worker(watch, { eval: true, workerData: { path: place.config, counts } });
  const ended = new Promise((resolve) => worker.on("exit", resolve));
  while (Atomics.load(counts, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  for (let i = 0; i < 500; i++) {
    const files = new Map([[place.config, `new ${i}`]]);
    expect(makeChange({ place, was: new Map(), files, folders: new Map() })).toBe(null);
  }
  Atomics.store(counts, 1, 1);
  await ended;
  expect(counts[2]).toBe(0);
  expect(filesIn(place.folder)).toEqual(["config.yaml"]);
});
