import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dist, root } from "../support/paths.ts";
import { botEnv, Sandbox } from "../support/sandbox.ts";

/** A prefix whose binary has another heap image; `change` is given that of the build. */
function binaryWithImage(sandbox: Sandbox, change: (image: Buffer) => void): string {
  const folder = join(sandbox.folder, "changed");
  const image = join(folder, "image");
  sandbox.run("mkdir", [folder]);
  const binary = join(folder, "interlock");
  copyFileSync(join(dist, "bin", "interlock"), binary);
  expect(sandbox.run("objcopy", ["-O", "binary", "-j", ".heap_image", binary, image]).status).toBe(0);
  const bytes = readFileSync(image);
  change(bytes);
  writeFileSync(image, bytes);
  expect(sandbox.run("objcopy", ["--update-section", `.heap_image=${image}`, binary]).status).toBe(0);
  symlinkSync("interlock", join(folder, "git"));
  return join(folder, "git");
}

describe("a binary with a heap image that is not its own", () => {
  test.each([
    [
      "of another build",
      "the heap image is of another build [E-binary-damaged]\nhint: reinstall interlock\n",
      (image: Buffer) => image.write("0".repeat(32)),
    ],
    [
      "that is missing",
      "this binary has no heap image [E-binary-damaged]\nhint: it was not built to its end: run 'npm run build' again\n",
      (image: Buffer) => image.fill(0),
    ],
  ])("%s says so, and commits nothing", (_, text, change) => {
    const sandbox = new Sandbox();
    const git = binaryWithImage(sandbox, change);
    const commit = sandbox.run(git, ["commit", "--allow-empty", "-m", "fix"]);
    expect(commit).toEqual({ status: 128, stdout: "", stderr: `interlock: error: ${text}` });
    expect(sandbox.run(git, ["status", "--short"])).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.run(git, ["rev-list", "--all"]).stdout).toBe("");
  });

  test("with its own, put back unchanged, is the binary that was built", () => {
    const sandbox = new Sandbox();
    const git = binaryWithImage(sandbox, () => undefined);
    // Its prefix has no cold side: the plan must be there.
    sandbox.git(["commit", "-q", "--allow-empty", "-m", "first"]);
    const commit = sandbox.run(git, ["commit", "-q", "--allow-empty", "-m", "fix"], { env: botEnv });
    expect(commit).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(sandbox.message()).toContain("Co-authored-by");
  });
});

test("a binary that has its image makes no other", () => {
  const sandbox = new Sandbox();
  const image = join(sandbox.folder, "image");
  const bytecode = join(root, "build", "native", "hot-path.bytecode");
  const run = sandbox.run(join(dist, "bin", "interlock"), [
    "--make-heap-image",
    bytecode,
    "/dev/null",
    image,
  ]);
  expect(run.status).toBe(129);
  expect(() => readFileSync(image)).toThrow("ENOENT");
});
