import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { createFolder } from "../support/temporary-folder.ts";

/** An install with these scripts beside the cold side. */
function createInstall(scripts: Record<string, string>) {
  const prefix = join(createFolder({}), "prefix");
  cpSync(dist, prefix, { recursive: true, verbatimSymlinks: true });
  for (const [name, text] of Object.entries(scripts)) {
    const script = join(prefix, "lib", "interlock", name);
    writeFileSync(script, text);
    chmodSync(script, 0o755);
  }
  return (...args: string[]) => {
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: prefix };
    const run = spawnSync(join(prefix, "bin", "interlock"), ["seal", ...args], { env, encoding: "utf8" });
    const redact = (text: string) => text.replaceAll(prefix, "<prefix>");
    return { status: run.status, stdout: redact(run.stdout), stderr: redact(run.stderr) };
  };
}

const script = '#!/bin/sh\necho "sealing $*"\necho oops >&2\nexit 1\n';

describe("a package's install is sealed by its script, whose output and status are the verb's", () => {
  test.each([
    [[], "sealing \n"],
    [["--undo"], "sealing --undo\n"],
  ])("%j", (args, stdout) => {
    expect(createInstall({ "seal.sh": script })(...args)).toEqual({ status: 1, stdout, stderr: "oops\n" });
  });
});

test.each([
  [
    "one made by install.sh",
    { "install.sh": script },
    "this install was made by 'install.sh', which seals too [E-not-possible]\nhint: as root: <prefix>/lib/interlock/install.sh\n",
  ],
  [
    "any other",
    {},
    "'<prefix>' cannot be sealed: it is neither the Debian package nor made by install.sh [E-not-possible]\nhint: install the .deb, or run the install.sh of a release: docs/install.md\n",
  ],
])("%s is refused with the way to seal it", (_, scripts, message) => {
  const stderr = `interlock: error: ${message}`;
  expect(createInstall(scripts)()).toEqual({ status: 128, stdout: "", stderr });
});
