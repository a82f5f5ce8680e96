/**
 * The gate over what a push travels by: a path (the other tests), http, ssh.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Run } from "../support/sandbox.ts";
import { createPushing, runLater as run, type Pushing } from "./pushing.ts";
import { serve } from "../support/serve-http.ts";

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

describe("over http, what sends is judged by what it sends", () => {
  const [, addressOf] = transports[0] as (typeof transports)[number];

  test("a hook of the repository that moves the branch changes nothing", async () => {
    const pushing = createPushing();
    const address = await addressOf(pushing);
    pushing.good();
    pushing.prepare("git branch keep");
    pushing.bad();
    pushing.prepare(
      `git branch worse; git reset -q --soft keep; printf '#!/bin/sh\ngit update-ref refs/heads/main worse\n' >.git/hooks/pre-push
       chmod +x .git/hooks/pre-push`,
    );
    const sent = await run(pushing, `git push -q ${address} main`);
    expect(sent.stderr).toContain("1 of 2 commits for");
    expect(sent.status).not.toBe(0);
    expect(pushing.arrived()).toEqual([]);
  });

  test("a branch whose name is the id of a good commit is not what is sent", async () => {
    const pushing = createPushing();
    const address = await addressOf(pushing);
    const good = pushing.good();
    pushing.prepare("git branch fine");
    pushing.bad();
    pushing.prepare(`git update-ref refs/heads/${good} main`);
    await run(pushing, `git push -q ${address} fine`);
    expect(pushing.arrived()).toEqual(["Good"]);
  });

  test("every other kind of push ends as it does without us", async () => {
    const script = (address: string): string => `git push -q --atomic ${address} main HEAD:refs/heads/x
      git push -q ${address} :x; git tag -am t v1; git push -q --follow-tags ${address} main
      git push ${address} main; git push --porcelain -f ${address} HEAD~:refs/heads/main +HEAD:refs/heads/y
      git push --force-with-lease=y:$(git rev-parse HEAD) ${address} HEAD~:y; git push --force-with-lease=y:$(git rev-parse HEAD) ${address} HEAD:y
      git push --dry-run ${address} HEAD:z; git push ${address} HEAD~:y HEAD:main; git ls-remote ${address}`;
    const said: Run[] = [];
    for (const prefix of ["", "PATH=/usr/bin:/bin; "]) {
      const pushing = createPushing();
      const address = await addressOf(pushing);
      pushing.good("One");
      pushing.good("Two");
      const { status, stdout, stderr } = await run(pushing, prefix + script(address));
      const plainly = (text: string): string =>
        text.replaceAll(address, "ADDRESS").replace(/[0-9a-f]{40}\trefs\/tags\/v1$/m, "TAG");
      said.push({ status, stdout: plainly(stdout), stderr: plainly(stderr) });
    }
    expect(said[0]).toEqual(said[1]);
    expect(said[0]?.stdout).toContain("refs/heads/y");
  });

  test("thousands of refs, and a pack of some megabytes, arrive", async () => {
    const pushing = createPushing();
    const address = await addressOf(pushing);
    pushing.prepare("head -c 5000000 /dev/urandom >f; git add f");
    pushing.good();
    const made =
      "for i in $(seq 2000); do echo create refs/heads/some-branch-with-a-name-$i HEAD; done | git update-ref --stdin";
    pushing.prepare(made);
    expect(await run(pushing, `git push -q --all ${address}`)).toEqual({ status: 0, stdout: "", stderr: "" });
    expect((await run(pushing, `git ls-remote --heads ${address} | wc -l`)).stdout.trim()).toBe("2001");
  });
});

describe("what a remote helper that somebody calls would send is judged", () => {
  const push = "printf 'push refs/heads/main:refs/heads/main\\n\\n'";
  const forged = `INTERLOCK_CALL='{"command":"push","enforcingHooks":["pre-push"]}'`;
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
    expect(sent.stderr).toContain("1 of 1 commit for '" + address + "' breaks a rule; nothing was pushed");
    expect(pushing.arrived()).toEqual([]);
  });
});
