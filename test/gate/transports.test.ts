/**
 * The gate over what a push travels by: a path (the other tests), http, ssh.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { botEnv, type Run } from "../support/sandbox.ts";
import { createPushing, type Pushing } from "./pushing.ts";
import { serve } from "./serve-http.ts";

/** Not with spawnSync: the server is in this process. */
function run({ sandbox }: Pushing, script: string): Promise<Run> {
  const child = spawn("/bin/sh", ["-c", script], {
    cwd: sandbox.repository,
    env: sandbox.environment({ env: { ...botEnv, OUT: sandbox.folder } }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (said.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (said.stderr += String(chunk)));
  return new Promise((resolve) => child.on("close", (status) => resolve({ status: status ?? -1, ...said })));
}

const sshScript = `#!/bin/sh
while case $1 in -*) true ;; *) false ;; esac; do case $1 in -o | -p) shift ;; esac; shift; done
shift
exec sh -c "$*"
`;

const transports: [name: string, address: (pushing: Pushing) => Promise<string>][] = [
  [
    "http",
    async ({ sandbox }) => {
      sandbox.realGit(["config", "http.receivepack", "true"], { cwd: join(sandbox.folder, "bare.git") });
      return serve(sandbox.folder);
    },
  ],
  [
    "ssh",
    async ({ sandbox, bare }) => {
      const script = sandbox.write(join(sandbox.folder, "ssh"), sshScript, 0o755);
      sandbox.realGit(["config", "core.sshCommand", script]);
      return `somebody@example.org:${bare}`;
    },
  ],
];

describe.each(transports)("over %s", (_, addressOf) => {
  test("what breaks a rule is stopped, and what the remote has is not judged again", async () => {
    const pushing = createPushing();
    const address = await addressOf(pushing);
    pushing.bad("Old one");
    pushing.bad("Old two");
    pushing.prepare("git push -q $BARE main");
    expect(await run(pushing, `git push -q ${address} main`)).toEqual({ status: 0, stdout: "", stderr: "" });
    pushing.good();
    const fresh = await run(pushing, `git push -q ${address} main:fresh`);
    expect(fresh).toEqual({ status: 0, stdout: "", stderr: "" });
    pushing.bad();
    const stopped = await run(pushing, `git push -q --no-verify ${address} main`);
    expect(stopped.stderr).toContain("1 of 1 commit for '" + address + "' breaks a rule; nothing was pushed");
    expect(stopped.status).toBe(1);
    expect(pushing.arrived()).toEqual(["Good", "Old one", "Old two"]);
  });

  test("the wrapped git fetches, clones and pulls", async () => {
    const pushing = createPushing();
    const address = await addressOf(pushing);
    pushing.bad("Old");
    pushing.prepare("git push -q $BARE main; git reset -q --hard; git update-ref -d HEAD");
    const script = `GIT_SSH="$OUT/ssh" git clone -q ${address} ../cloned && git fetch -q ${address} && git pull -q ${address} main`;
    expect(await run(pushing, script)).toEqual({ status: 0, stdout: "", stderr: "" });
  });
});

describe("a remote helper cannot send by itself", () => {
  const push = "printf 'push refs/heads/main:refs/heads/main\\n\\n'";
  const forged = `INTERLOCK_CALL='{"command":"push","last":["pre-push"]}'`;
  test.each([
    ["an alias starts it", `${push} | git -c alias.h="remote-http origin $ADDRESS" h`],
    ["it is called by its path", `${push} | GIT_DIR=.git $(git --exec-path)/git-remote-http origin $ADDRESS`],
    [
      "with a forged call",
      `export GIT_DIR=.git ${forged}; ${push} | $(git --exec-path)/git-remote-http origin $ADDRESS`,
    ],
  ])("%s", async (_, script) => {
    const pushing = createPushing();
    const [, addressOf] = transports[0] as (typeof transports)[number];
    const address = await addressOf(pushing);
    pushing.bad();
    const sent = await run(pushing, `ADDRESS=${address}; ${script}`);
    expect(sent.stderr).toContain("'git send-pack' would send commits that nobody has judged");
    expect(pushing.arrived()).toEqual([]);
  });
});
