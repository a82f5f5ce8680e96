/**
 * What a refused push says to do, done.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPushing, type Pushing } from "./pushing.ts";

const carol = "GIT_AUTHOR_NAME=Carol GIT_AUTHOR_EMAIL=carol@example.org git commit -q --allow-empty";

const trustCarol =
  "list authors whose commits may pass in 'push.trustAuthors' of the install config, for instance 'Carol <carol@example.org>'";

function hints(stderr: string): string[] {
  return [...stderr.matchAll(/^hint: (.*)$/gm)].map((match) => match[1] as string);
}

/** The command that the hint names. */
function commandIn(hint: string): string {
  return /'((?:git|interlock) .*)'/.exec(hint)?.[1] ?? "";
}

/** Follows the only hint, and pushes again. */
function follow(pushing: Pushing, push: string, before = ""): void {
  const refused = pushing.run(push);
  expect(refused.status).toBe(1);
  const [hint = "", ...more] = hints(refused.stderr);
  expect(more).toEqual([]);
  expect(pushing.run(`${commandIn(hint)} && { ${before || "true"}; }`)).toMatchObject({ status: 0 });
  const again = pushing.run(push);
  expect(again.stderr).not.toContain("interlock:");
  expect(again.status).toBe(0);
}

test("one line of a refusal begins with 'error:'", () => {
  const pushing = createPushing();
  pushing.bad();
  const errors = pushing.run("git push origin main").stderr.match(/^error: .*$/gm);
  expect(errors?.[0]).toMatch(/^error: interlock: 1 of 1 commit for '.*' breaks a rule; nothing was pushed$/);
});

test.each([
  ["the branch that is checked out", "git push origin main", ""],
  ["--mirror", "git push --mirror origin", ""],
  ["--all", "git push --all origin", ""],
  ["HEAD", "git push origin HEAD:refs/heads/new", ""],
  ["an expression", "git push origin HEAD~0:refs/heads/new", ""],
])("one's own commits are mended: %s", (_, push, before) => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare("git branch a-branch; git tag before; git update-ref refs/remotes/origin/a HEAD");
  pushing.bad();
  follow(pushing, push, before);
});

test("--mirror names a branch, though other refs lead to the commit", () => {
  const pushing = createPushing();
  pushing.good();
  const bad = pushing.bad();
  pushing.prepare("git tag a; git update-ref refs/remotes/a/main HEAD; git switch -q -c topic HEAD~");
  const [hint] = hints(pushing.run("git push --mirror origin").stderr);
  expect(hint).toBe(`run 'git switch main && interlock fix ${bad.slice(0, 12)}^..main', and push again`);
});

test("a branch that is not checked out, and one with an odd name", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(`git switch -q -c "it's"`);
  pushing.bad();
  pushing.prepare("git switch -q main");
  follow(pushing, `git push origin "it's"`);
});

test("a tag has to be made anew", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.bad();
  pushing.prepare("git tag -am x v1");
  const refused = pushing.run("git push origin v1");
  expect(hints(refused.stderr)).toEqual([
    expect.stringMatching(
      /^run 'interlock fix [0-9a-f]{12}\^\.\.main', move what you push to the new commits, and/,
    ),
  ]);
  follow(pushing, "git push origin v1", "git tag -fam x v1 >/dev/null");
});

test("an id that no branch has", () => {
  const pushing = createPushing();
  pushing.good();
  const bad = pushing.bad();
  pushing.prepare("git reset -q --hard HEAD~");
  const refused = pushing.run(`git push origin ${bad}:refs/heads/new`);
  const [hint = ""] = hints(refused.stderr);
  expect(pushing.run(commandIn(hint))).toMatchObject({ status: 0 });
  expect(pushing.run("git push -q origin HEAD:refs/heads/new")).toMatchObject({ status: 0, stderr: "" });
});

test("of somebody else's commit, 'fix' is the last thing to be named", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(`${carol} -m Hers`);
  expect(hints(pushing.run("git push origin main").stderr)).toEqual([
    "1 of them is not yours: add the repository it came from as a remote, " +
      "'git remote add <name> <url> && git fetch <name>', and push again",
    trustCarol,
    expect.stringMatching(/^'interlock fix --all-authors [0-9a-f]{12}\^\.\.main' would rewrite theirs too$/),
  ]);
});

test("of somebody else's commit that is pushed by an expression, 'fix' is not all", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(`${carol} -m Hers; ${carol} -m More`);
  pushing.good();
  const said = hints(pushing.run("git push origin HEAD~1:refs/heads/x").stderr);
  expect(said[0]).toMatch(/^2 of them are not yours: add the repository they came from as a remote, /);
  expect(said[2]).toMatch(
    /^'interlock fix --all-authors [0-9a-f]{12}\^\.\.main' would rewrite theirs too; what you push would then have to be moved to the new commits$/,
  );
});

test("own ones and somebody else's each get their advice, and 'fix' mends the own ones alone", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(`${carol} -m Hers`);
  const hers = pushing.prepare("git rev-parse HEAD");
  pushing.bad();
  const [own = "", others] = hints(pushing.run("git push origin main").stderr);
  expect(own).toMatch(/^your own: run 'interlock fix /);
  expect(others).toMatch(/^1 of them is not yours: /);
  pushing.run(commandIn(own));
  expect(pushing.prepare("git rev-parse HEAD~")).toBe(hers);
  expect(pushing.run("git push origin main").stderr).toContain("1 of 3 commits for");
});

test("a fork that was pulled by its address is named, and once it is a remote the push goes through", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(
    `git push -q origin main; git clone -q $BARE $OUT/fork; git -C $OUT/fork commit -q --allow-empty -m Hers --author 'Carol <carol@example.org>'`,
  );
  const { folder } = pushing.sandbox;
  // An address of another machine, carried by a program of the test's.
  pushing.sandbox.write(join(folder, "ssh"), '#!/bin/sh\nshift $(($# - 1)); exec sh -c "$*"\n', 0o755);
  const ssh = `GIT_SSH_VARIANT=simple GIT_SSH=$OUT/ssh`;
  expect(pushing.run(`${ssh} git pull -q --no-rebase ssh://fork.example$OUT/fork main`).status).toBe(0);
  const [hint = ""] = hints(pushing.run(`${ssh} git push origin main`).stderr);
  expect(commandIn(hint)).toBe(`git remote add fork ssh://fork.example${folder}/fork && git fetch fork`);
  expect(pushing.run(`export ${ssh}; ${commandIn(hint)}; git push -q origin main`).status).toBe(0);
  expect(pushing.arrived()).toEqual(["Good", "Hers"]);
});

test("where remotes have to be listed, the advice says so; a folder of this machine is no advice", () => {
  const config = (push: string): string =>
    `version: 1\nplugins:\n  dirs: [${join(import.meta.dirname, "../../plugins/github")}]\npush:\n  ${push}\n`;
  const pushing = createPushing(config("trustRemotes: [example.org/*]"));
  pushing.good();
  pushing.prepare(
    `git push -q origin main; git clone -q $BARE $OUT/fork; git -C $OUT/fork commit -q --allow-empty -m Hers --author 'Carol <carol@example.org>'`,
  );
  pushing.prepare("git pull -q $OUT/fork main");
  const [first] = hints(pushing.run("git push origin main").stderr);
  expect(first).toContain("&& git fetch fork' (the install config has to list it in 'push.trustRemotes')");
  pushing.sandbox.write(pushing.sandbox.config, config("verify: block"));
  const [whose, rewrite, ...more] = hints(pushing.run("git push origin main").stderr);
  expect(whose).toBe(`1 of them is not yours: ${trustCarol}`);
  expect(rewrite).toMatch(/^'interlock fix --all-authors .*' would rewrite theirs too$/);
  expect(more).toEqual([]);
});
