import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { createPushing, type Pushing } from "./pushing.ts";

test("a refusal names the commits, the rule and the way out, and nothing goes to standard output", () => {
  const pushing = createPushing();
  pushing.good();
  const first = pushing.bad("First");
  pushing.good();
  const second = pushing.bad("Second");
  const { status, stdout, stderr } = pushing.run("git push --porcelain origin main");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  const rule = `    github.ensure-bot-coauthor: lacks '${botTrailer}' \\(plugin 'github'\\)\n`;
  expect(stderr).toMatch(
    new RegExp(
      `^interlock: commit ${second.slice(0, 12)} Second\n${rule}` +
        `interlock: commit ${first.slice(0, 12)} First\n${rule}` +
        `error: interlock: 2 of 4 commits for '${pushing.bare}' break a rule; nothing was pushed \\[E-push-refused\\]\n` +
        `hint: fix them, then push again: interlock fix ${first.slice(0, 12)}\\^..main\n`,
    ),
  );
});

test("the range begins at the root if the root breaks a rule, and names the ref that has the commit", () => {
  const pushing = createPushing();
  pushing.bad();
  pushing.prepare("git checkout -q --orphan other");
  pushing.good();
  const { stderr } = pushing.run("git push origin other main");
  expect(stderr).toContain("hint: fix it, then push again: interlock fix main\n");
});

test("only the newest of many are listed", () => {
  const pushing = createPushing();
  pushing.prepare("for i in $(seq 13); do git commit -q --allow-empty -m Bad; done");
  const { stderr } = pushing.run("git push origin main");
  expect(stderr.match(/^interlock: commit/gm)).toHaveLength(10);
  expect(stderr).toContain("interlock: and 3 more commits\nerror: interlock: 13 of 13 commits");
});

test("a rule whose condition does not hold here is left out, as it is while commits are made, and named", () => {
  const pushing = createPushing();
  pushing.bad("One");
  pushing.bad("Two");
  const { status, stderr } = pushing.run("env -u GITHUB_APP_BOT_NAME git push origin main");
  expect(status).toBe(0);
  expect(stderr.match(/^interlock: warning: .*$/gm)).toEqual([
    expect.stringContaining(
      "the commits were not judged by 'github.ensure-bot-coauthor': " +
        "environment variable 'GITHUB_APP_BOT_NAME' is not set here",
    ),
  ]);
  expect(pushing.arrived()).toEqual(["One", "Two"]);
});

test.each([
  ["error", 1, "cannot be judged here; nothing was pushed"],
  ["warn", 0, "the commits were not judged by 'team.trailer': '${env.TEAM}' is not set here"],
])("a value that is not set here, under 'missing: %s'", (missing, status, words) => {
  const pushing = createPushing("version: 1\nplugins:\n  dirs: [../plugins]\n");
  pushing.sandbox.write(
    join(pushing.sandbox.folder, "plugins", "team", "plugin.yaml"),
    `name: team
extensions:
  hookApiVersion: 1
  hooks:
    - id: team.trailer
      hook: commit.message.finalize
      effects:
        - { type: text.ensureTrailer, key: Team, value: "\${env.TEAM}", missing: ${missing} }
`,
  );
  pushing.bad();
  const run = pushing.run("git push origin main");
  expect(run.stderr).toContain(words);
  expect(run.status).toBe(status);
});

test("a message with a NUL byte stops the push", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(
    `git update-ref HEAD $( { git cat-file commit HEAD; printf 'x\\0y'; } | git hash-object -w -t commit --stdin --literally)`,
  );
  expect(pushing.run("git push origin main")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("its message has a NUL byte"),
  });
});

test("what the remote says on the push itself counts, wherever git's configuration would lead a question", () => {
  const pushing = createPushing();
  pushing.bad("Old");
  pushing.prepare(
    "git push -q origin main; git config url.$OUT/else/.insteadOf $OUT/; git config url.$OUT/.pushInsteadOf x:",
  );
  pushing.good();
  expect(pushing.run("git push -q x:bare.git main:new")).toMatchObject({ status: 0, stderr: "" });
  pushing.bad();
  const { status, stderr } = pushing.run("git push x:bare.git main:new");
  expect(stderr).toContain("1 of 1 commit for ");
  expect(status).toBe(1);
});

test("a dry run shows the gate, and that nothing is wrong", () => {
  const pushing = createPushing();
  pushing.good();
  const { stdout } = pushing.run("interlock explain -- git push --no-verify origin main");
  expect(stdout).toContain(
    "strategy  gate: the commits that would leave are judged; the rules run in git's pre-push hook",
  );
  expect(stdout).toContain(
    `note      git would send 1 ref to '${pushing.bare}', and the gate finds nothing wrong\n`,
  );
  expect(pushing.arrived()).toEqual([]);
});

describe("where the remote has moved on, and nobody has fetched", () => {
  const colleague = "git -c user.name=Col -c user.email=col@example.org";
  /** Two old commits without the trailer are published, and a third that is not here. */
  function movedOn(): Pushing {
    const pushing = createPushing();
    pushing.bad("Old one");
    pushing.bad("Old two");
    pushing.prepare(`git push -q origin main; git clone -q $BARE $OUT/theirs; cd $OUT/theirs
      ${colleague} commit -q --allow-empty -m Theirs; git push -q origin HEAD:main`);
    return pushing;
  }

  test("only what is new is called bad", () => {
    const pushing = movedOn();
    const bad = pushing.bad("Mine");
    const { stderr } = pushing.run("git push -q origin HEAD:refs/heads/topic");
    expect(stderr).toContain("1 of 1 commit for");
    expect(stderr).toContain("hint: fix it, then push again: interlock fix ");
    expect(stderr).toContain(bad.slice(0, 12));
    expect(stderr).not.toContain("Old two");
    expect(stderr).not.toContain("could not be fetched");
  });

  test("a copy of a commit of somebody else's that is published passes", () => {
    const pushing = movedOn();
    pushing.prepare(`git fetch -q; git cherry-pick --allow-empty FETCH_HEAD >/dev/null; cd $OUT/theirs
      ${colleague} commit -q --allow-empty -m Again; git push -q origin HEAD:main`);
    expect(pushing.run("git push -q origin HEAD:refs/heads/topic")).toMatchObject({ status: 0, stderr: "" });
  });
});
