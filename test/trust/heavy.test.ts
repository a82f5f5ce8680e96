/** Layers that nobody trusts, made so that to look through them takes all time or memory. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { Hostile } from "./hostile.ts";

const tooMuch = "there is more below its folder than can be trusted";

test.each([
  ["brackets without end", "a: " + "[".repeat(1_000_000)],
  ["brackets, as many as a small file has", "a: " + "[".repeat(60_000)],
  ["lists in lists on a line", "- ".repeat(30_000)],
  ["keys in keys on a line", "? ".repeat(30_000)],
])("manifests of %s block nothing, and are looked through once", (_, manifest) => {
  const sandbox = new Hostile("me");
  sandbox.write(".interlock/config.yaml", "version: 1\nplugins: {dirs: [../p]}\n");
  for (const name of "abcdefg") sandbox.write(`p/${name}/plugin.yaml`, manifest);
  const run = sandbox.commit();
  expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining("is not trusted and not used") });
  expect(run.stderr.split("\n")).toHaveLength(2);
  expect(sandbox.message()).toBe(`work\n\n${botTrailer}\n`);
  expect(sandbox.commit()).toMatchObject({ status: 0, stderr: "" });
});

/** The compiler dies as soon as it opens a file of the layer. */
function dying(sandbox: Hostile): ReturnType<Hostile["shell"]> {
  const manifest = join(sandbox.repository, ".interlock/leak/plugin.yaml");
  return sandbox.shell(
    `strace -f -o trace -P ${manifest} -e trace=openat -e inject=openat:signal=KILL git commit -q --allow-empty -m work`,
  );
}

test("where the compiler comes to its end over a layer that nobody trusts, the layers above it count", () => {
  const sandbox = new Hostile("me");
  const run = dying(sandbox);
  expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining(tooMuch) });
  expect(sandbox.message()).toBe(`work\n\n${botTrailer}\n`);
  // Nor does the next commit ask the compiler.
  expect(dying(sandbox)).toMatchObject({ status: 0, stderr: "" });
  expect(sandbox.shell("grep -c KILL trace").stdout).toBe("0\n");
  // It is no answer to whether the layer is trusted.
  expect(sandbox.call("interlock", ["trust"])).toMatchObject({ status: 0 });
  sandbox.commit();
  expect(sandbox.leaked()).toBe("me");
});

test("where some content is trusted, that it is this one cannot be ruled out: the commit is stopped", () => {
  const sandbox = new Hostile("me");
  sandbox.call("interlock", ["trust"]);
  sandbox.write(".interlock/note", "changed");
  expect(dying(sandbox)).toMatchObject({
    status: 128,
    stderr: expect.stringContaining("the plan could not be compiled"),
  });
  expect(sandbox.commitCount()).toBe(0);
});
