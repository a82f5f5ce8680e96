/** Files of a repository's layer that have no end, or so many bytes that to read them holds a command up. */
import { rmSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botTrailer, type Run } from "../support/sandbox.ts";
import { Hostile } from "./hostile.ts";

const install = `version: 1\nplugins: {dirs: [${join(root, "plugins", "github")}]}\n`;
/** In kilobytes: whoever reads without end comes to it soon. */
const someMemory = "ulimit -v 6000000; ulimit -t 10";

function commit(sandbox: Hostile, env: { [name: string]: string | undefined } = {}): Run {
  return sandbox.shell(`${someMemory}; git commit -q --allow-empty -m work`, { env });
}

const configs: { [what: string]: (path: string) => void } = {
  "a file of /proc without end": (path) => symlinkSync("/proc/self/pagemap", path),
  "gigabytes of nothing": (path) => {
    symlinkSync("../huge", path);
    truncateSync(join(path, "..", "..", "huge"), 3_000_000_000);
  },
};

for (const [what, make] of Object.entries(configs)) {
  const hostile = (configText?: string): Hostile => {
    const sandbox = new Hostile("me", configText);
    sandbox.write("huge", "");
    rmSync(join(sandbox.repository, ".interlock"), { recursive: true });
    sandbox.write(".interlock/note", "");
    make(join(sandbox.repository, ".interlock/config.yaml"));
    return sandbox;
  };

  test(`${what} as the config of a repository blocks nothing`, () => {
    const sandbox = hostile();
    const run = commit(sandbox);
    expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining("is not trusted and not used") });
    expect(sandbox.message()).toBe(`work\n\n${botTrailer}\n`);
    expect(sandbox.call("interlock", ["trust"])).toMatchObject({ status: 128 });
  });

  test(`${what}: nor where layers of repositories are off, where it is named once`, () => {
    const sandbox = hostile(`${install}layers: {repository: off}\n`);
    expect(commit(sandbox)).toMatchObject({ status: 0, stderr: expect.stringContaining("is 'off' here") });
    expect(commit(sandbox)).toMatchObject({ status: 0, stderr: "" });
  });

  test(`${what}: nor where there is no other configuration`, () => {
    const sandbox = hostile();
    expect(commit(sandbox, { INTERLOCK_CONFIG: undefined })).toMatchObject({ status: 0 });
    expect(sandbox.message()).toBe("work\n");
  });
}
