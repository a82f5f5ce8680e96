/** What counts as the remote's word, and which connection it was said on. */
import { describe, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { createPushing, expectStopped, expectTaken, runLater, type Pushing } from "./pushing.ts";
import { serve } from "../support/serve-http.ts";

/** A bad commit is on another remote, and the one to push to has the history before. */
function withTwoRemotes(): Pushing {
  const pushing = createPushing();
  pushing.good("First");
  pushing.prepare("git push -q origin main; git init -q --bare ../other.git");
  pushing.bad();
  pushing.prepare("git push -q ../other.git main");
  return pushing;
}

test("with several addresses, what one remote has is not published on the next", () => {
  const pushing = withTwoRemotes();
  pushing.prepare(
    "git remote set-url --push --add origin $OUT/other.git; git remote set-url --push --add origin $BARE",
  );
  pushing.prepare("git commit -q --allow-empty -m Good -m 'Co-authored-by: Robo Bot <bot@example.org>'");
  const run = pushing.run("git push -q origin main");
  expectStopped(pushing, run);
  expect(run.stderr).toContain(`1 of 2 commits for '${pushing.bare}'`);
});

test("a push through http behind one to a path is judged by what sends it, and by its own refs", async () => {
  const pushing = withTwoRemotes();
  pushing.prepare("git -C $BARE config http.receivepack true");
  const address = await serve(pushing.sandbox.folder);
  pushing.prepare(
    `git remote set-url --push --add origin $OUT/other.git; git remote set-url --push --add origin ${address}`,
  );
  const { stderr, status } = await runLater(pushing, "git push -q origin main");
  expect(stderr).toContain(`1 of 1 commit for '${address}'`);
  expect(status).toBe(1);
  expect(pushing.arrived()).toEqual(["First"]);
});

test("a host whose name begins like that of a helper is none", () => {
  const pushing = createPushing();
  pushing.bad("Old");
  pushing.prepare("git push -q origin main~0:refs/heads/old");
  pushing.good();
  // No script: the host would not be its second word then.
  pushing.sandbox.write("../ssh.c", sshOfOneWord);
  pushing.prepare("cc -o ../ssh ../ssh.c");
  const ssh = "GIT_SSH=$OUT/ssh GIT_SSH_VARIANT=simple";
  const run = pushing.run(`${ssh} git push -q ssh://remote-box$BARE main:refs/heads/new`);
  expectTaken(pushing, run, ["Good", "Old"]);
});

const leftByShells = [
  ["that has ended", "sh -c 'true & exec git push -q $TO main:refs/heads/new'"],
  ["that runs", "sh -c 'sleep 1 & exec git push -q $TO main:refs/heads/new'"],
  ["that reads what git prints", "bash -c 'exec git push -q $TO main:refs/heads/new 2> >(cat >&2)'"],
  ["that git reads from", "bash -c 'git push -q $TO main:refs/heads/new < <(echo x)'"],
];

describe.each(leftByShells)(
  "a child of its shell %s does not hide from the push what the remote has",
  (_, line) => {
    function withOldBadCommit(): Pushing {
      const pushing = createPushing();
      pushing.bad("Old");
      pushing.prepare("git push -q origin main~0:refs/heads/old");
      pushing.good();
      return pushing;
    }

    test("over a path", () => {
      const pushing = withOldBadCommit();
      expectTaken(pushing, pushing.run(`export TO=origin; ${line}`), ["Good", "Old"]);
    });

    test("over http", async () => {
      const pushing = withOldBadCommit();
      pushing.prepare("git -C $BARE config http.receivepack true");
      const address = await serve(pushing.sandbox.folder);
      expectTaken(pushing, await runLater(pushing, `export TO=${address}; ${line}`), ["Good", "Old"]);
    });
  },
);

const sshOfOneWord = `#include <sys/wait.h>
#include <unistd.h>
int main(int count, char **words)
{
	int status;
	pid_t child = fork();
	if (!child)
		execl("/bin/sh", "sh", "-c", words[count - 1], (char *)0);
	return waitpid(child, &status, 0) < 0 || status;
}
`;

test("what only a ref outside of all folders has is judged: git ignores such a ref, and sends it again", () => {
  const pushing = createPushing();
  pushing.good("First");
  pushing.prepare("git push -q origin main");
  const bad = pushing.bad();
  pushing.prepare(
    `git push -q origin main:refs/heads/x; git -C $BARE update-ref refs/zz ${bad}; git -C $BARE update-ref -d refs/heads/x`,
  );
  const run = pushing.run("git push -q origin main");
  expect(run.stderr).toContain("breaks a rule");
  expect(run.status).not.toBe(0);
});

describe("whoever traces packets himself", () => {
  test("keeps his trace, and the refs that change are what the remote has", () => {
    const pushing = createPushing();
    pushing.bad("Old");
    pushing.prepare("git push -q origin main");
    pushing.good();
    expectTaken(pushing, pushing.run("GIT_TRACE_PACKET=$OUT/own git push -q origin main"), ["Good", "Old"]);
    expect(pushing.prepare("grep -c 'push< [0-9a-f]* refs/heads/main' $OUT/own")).toBe("1");
  });

  test("cannot say what the remote has", () => {
    const pushing = createPushing();
    pushing.good();
    pushing.prepare("git push -q origin main");
    const bad = pushing.bad();
    const line = `x packet:         push< ${bad} refs/heads/x\\\\0report-status`;
    expectStopped(
      pushing,
      pushing.run(
        `printf '${line}\\n' > $OUT/own; exec 9<>$OUT/own; INTERLOCK_TRACE=$OUT/own GIT_TRACE_PACKET=/proc/self/fd/9 git push -q origin main`,
      ),
    );
    expectStopped(pushing, pushing.run(`INTERLOCK_TRACE=$OUT/own git push -q origin main`));
  });
});

test("an address that looks like http, and that another helper serves, is judged", () => {
  const pushing = createPushing();
  pushing.bad();
  pushing.prepare(`mkdir -p http:/x; printf '#!/bin/sh\\nexec git receive-pack $BARE\\n' > http:/x/y; chmod +x http:/x/y
    git config remote.odd.url http://x/y; git config remote.odd.vcs ext; git config protocol.ext.allow always`);
  expect(pushing.run("git -c core.hooksPath=/dev/null push -q odd main").stderr).toContain("breaks a rule");
  expect(pushing.arrived()).toEqual([]);
});

test("a refspec with a line end in it forges nothing", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare("git push -q origin main");
  const good = pushing.prepare("git rev-parse HEAD").trim();
  const bad = pushing.bad();
  const refspec = `HEAD^{/Bad|x ${good} refs/heads/zz ${bad}\ny}:refs/heads/main`;
  expectStopped(pushing, pushing.run(`git push -q $BARE '${refspec}'`));
});

test("a ref whose name only ends like that of notes is none", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.bad("Notes added by 'git notes add'");
  expectStopped(pushing, pushing.run("git push -q origin main:refs/namespaces/a/refs/heads/refs/notes/x"));
});

test("under 'push.copies: none' a copy of a published commit is judged like any other", () => {
  const config = `version: 1\nplugins:\n  dirs: [${root}/plugins/github]\npush:\n  copies: none\n`;
  const pushing = createPushing(config);
  pushing.bad("Old one");
  pushing.bad("Old two");
  pushing.prepare("git push -q origin main; git checkout -q -b feature HEAD~; echo x >f; git add f");
  pushing.good();
  expect(pushing.run("git push -q origin feature")).toMatchObject({ status: 0, stderr: "" });
  pushing.prepare("git cherry-pick --allow-empty main >/dev/null");
  expect(pushing.run("git push -q origin feature").stderr).toContain("1 of 1 commit for");
});
