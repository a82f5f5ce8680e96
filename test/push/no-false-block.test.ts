import { describe, expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { createPushing, expectTaken, type Pushing } from "./pushing.ts";

/** History from before the rules is on the remote, and here. */
function withOldHistory(): Pushing {
  const pushing = createPushing();
  pushing.bad("Old one");
  pushing.bad("Old two");
  pushing.prepare("git push -q -u origin main");
  return pushing;
}

const old = ["Old one", "Old two"];

describe("what the remote has is not judged again", () => {
  test("a new commit on top", () => {
    const pushing = withOldHistory();
    pushing.good();
    expectTaken(pushing, pushing.run("git push -q"), ["Good", ...old]);
  });

  test("on a new branch", () => {
    const pushing = withOldHistory();
    pushing.good();
    expectTaken(pushing, pushing.run("git push -q origin HEAD:refs/heads/new"), ["Good", ...old]);
  });

  test("a new branch at an old commit, and a tag", () => {
    const pushing = withOldHistory();
    pushing.prepare("git tag light HEAD~; git tag -am heavy heavy HEAD");
    expectTaken(pushing, pushing.run("git push -q --tags origin HEAD~:refs/heads/new"), old);
  });

  test("the remote has moved on, and nobody has fetched", () => {
    const pushing = withOldHistory();
    pushing.prepare(
      `git clone -q $BARE ../else; cd ../else; git commit -q --allow-empty -m Theirs; git push -q`,
    );
    pushing.good();
    expectTaken(pushing, pushing.run("git push -q origin HEAD:refs/heads/new"), ["Good", ...old, "Theirs"]);
    expectTaken(pushing, pushing.run("git push -q -f origin main"), ["Good", ...old]);
  });

  /** git asks the remote about the newest commits only, and these are known to be published. */
  test.each(["message", "none"])(
    "an old commit below a branch that has moved on, and a merge of newer ones: push.copies %s",
    (copies) => {
      const github = new URL("../../plugins/github", import.meta.url).pathname;
      const pushing = createPushing(`version: 1\npush: {copies: ${copies}}\nplugins:\n  dirs: [${github}]\n`);
      const at = (time: number): string =>
        `export GIT_COMMITTER_DATE='@${time} +0000' GIT_AUTHOR_DATE='@${time} +0000';`;
      const good = (title: string): string => `git commit -q --allow-empty -m ${title} -m '${botTrailer}'`;
      pushing.prepare(`${at(1600000000)} git commit -q --allow-empty -m Base; git branch main || :
      git checkout -q -b topic; ${at(1600000001)} git commit -q --allow-empty -m Old; git checkout -q main
      for i in $(seq 20); do export GIT_COMMITTER_DATE="@$((1600000100 + i)) +0000"; ${good("M$i")}; done; git push -q origin main topic
      git clone -q $BARE ../else; cd ../else; git checkout -q topic; ${good("Theirs")}; git push -q origin topic`);
      pushing.prepare(
        `git checkout -q -b topic2 topic; ${at(1600002000)} ${good("Mine")}; git merge -q -m Merge -m '${botTrailer}' main`,
      );
      expect(pushing.run("git push -q origin topic2")).toMatchObject({ status: 0, stderr: "" });
      expect(pushing.arrived()).toContain("Mine");
    },
  );

  test("it is on the remote under another ref, that is gone here", () => {
    const pushing = withOldHistory();
    pushing.bad("Side");
    pushing.prepare("git push -q origin HEAD:side; git update-ref -d refs/remotes/origin/side");
    pushing.good();
    expectTaken(pushing, pushing.run("git push -q origin main"), ["Good", ...old, "Side"]);
  });

  test("a merge of what others have pushed", () => {
    const pushing = withOldHistory();
    pushing.prepare(
      `git clone -q $BARE ../else; cd ../else; git commit -q --allow-empty -m Theirs; git push -q`,
    );
    pushing.good();
    expect(pushing.run("git pull -q --no-rebase")).toMatchObject({ status: 0 });
    const run = pushing.run("git push -q");
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(pushing.arrived()).toContain("Theirs");
  });

  test("by an old protocol", () => {
    const pushing = withOldHistory();
    pushing.prepare("git config protocol.version 0");
    pushing.good();
    expectTaken(pushing, pushing.run("git push -q origin HEAD:refs/heads/new"), ["Good", ...old]);
  });

  test("from a shallow clone", () => {
    const pushing = withOldHistory();
    pushing.prepare("git clone -q --depth 1 file://$BARE ../shallow");
    const made = pushing.run(
      "cd ../shallow && git commit -q --allow-empty -m Good && git push -q origin HEAD:new",
    );
    expect(made).toMatchObject({ status: 0 });
    expect(pushing.arrived()).toEqual(["Good", ...old]);
  });
});

test.each([
  ["a deletion", "git push -q origin :side"],
  ["an empty push", "git push -q origin main"],
  ["a dry run", "git push -q -n origin main"],
  ["several at once", "git push -q --atomic origin main HEAD~:refs/heads/x :side"],
])("%s passes", (_, line) => {
  const pushing = withOldHistory();
  pushing.prepare("git push -q origin HEAD:side");
  expectTaken(pushing, pushing.run(line), old);
});

test("a blob under a tag passes", () => {
  const pushing = withOldHistory();
  pushing.prepare("git tag -am blob blob $(echo text | git hash-object -w --stdin)");
  expectTaken(pushing, pushing.run("git push -q origin blob"), old);
});

test("a push after the commits were made right passes", () => {
  const pushing = withOldHistory();
  pushing.bad();
  expect(pushing.run("git push -q").status).toBe(1);
  expect(pushing.run("git commit -q --amend --no-edit --allow-empty").status).toBe(0);
  expect(pushing.run("git push -q -f")).toMatchObject({ status: 0 });
  expect(pushing.arrived()).toEqual(["Bad", ...old]);
});

test("a message in ISO-8859-1 that got its trailer when it was made passes", () => {
  const pushing = createPushing();
  const made = pushing.run(
    `printf 'caf\\351' >m; git -c i18n.commitEncoding=ISO-8859-1 commit -q --allow-empty -F m && git push -q origin main`,
  );
  expect(made).toMatchObject({ status: 0 });
  expect(pushing.arrived()).toHaveLength(1);
});

describe("what passes although it breaks a rule", () => {
  const github = (push: string, more = ""): string =>
    `version: 1\n${more}push: {${push}}\nplugins:\n  dirs: [${new URL("../../plugins/github", import.meta.url).pathname}]\n`;

  test("commits of trusted authors", () => {
    const pushing = createPushing(github('trustAuthors: ["*@example.org"]'));
    pushing.bad();
    expectTaken(pushing, pushing.run("git push -q origin main"), ["Bad"]);
  });

  test("under scope 'own', commits of others, and only they", () => {
    const pushing = createPushing(github("verify: block", "scope: own\n"));
    pushing.prepare("git commit -q --allow-empty --author 'Bob <bob@example.org>' -m Bad");
    expectTaken(pushing, pushing.run("git push -q origin main"), ["Bad"]);
    pushing.bad("Mine");
    expect(pushing.run("git push -q origin main").status).toBe(1);
  });

  test("commits that a trusted remote has", () => {
    const pushing = createPushing(github('trustRemotes: ["*/upstream"]'));
    pushing.bad("Theirs");
    pushing.prepare("git init -q --bare ../upstream.git; git push -q ../upstream.git main");
    expect(pushing.run("git push -q origin main").status).toBe(1);
    pushing.prepare("git remote add upstream $OUT/upstream.git");
    pushing.good();
    expectTaken(pushing, pushing.run("git push -q origin main"), ["Good", "Theirs"]);
    pushing.bad();
    expect(pushing.run("git push -q origin main").status).toBe(1);
  });

  test.each([
    ["the work tree", ".", "../upstream.git"],
    ["a folder of it", "sub", "../upstream.git"],
    ["a word without a slash", ".", "upstream.git"],
    ["a bare repository", "../copy.git", "../upstream.git"],
    ["without .git", ".", "./../upstream"],
  ])("commits that a trusted remote at a relative address has: %s", (_, folder, url) => {
    const pushing = createPushing(github(`trustRemotes: ["*/upstream"]`));
    pushing.bad("Theirs");
    pushing.prepare(`mkdir sub; git init -q --bare ${url.replace(/m$/, "m.git")}; git remote add upstream ${url}
      git push -q upstream main; git init -q --bare ../also.git; git remote set-url --push --add origin ../bare.git
      git remote set-url --push --add origin ../also.git; git clone -q --bare . ../copy.git; cp .git/config ../copy.git/config
      git -C ../copy.git config core.bare true`);
    expect(pushing.run(`cd ${folder}; git push -q origin main`)).toMatchObject({ status: 0, stderr: "" });
    expect(pushing.prepare("git --git-dir=../also.git log --format=%s main")).toBe("Theirs");
    pushing.bad();
    pushing.prepare("git push -q ../copy.git main");
    expect(pushing.run(`cd ${folder}; git push -q origin main`).status).toBe(1);
  });

  test("a copy of a commit that the remote has, under another id, and only with the same author, date and message", () => {
    const pushing = withOldHistory();
    pushing.prepare("git checkout -q -b feature HEAD~; echo x >f; git add f");
    pushing.good();
    pushing.prepare("git cherry-pick --allow-empty main >/dev/null");
    expectTaken(pushing, pushing.run("git push -q origin feature"), [
      "Good",
      "Old one",
      "Old two",
      "Old two",
    ]);
    pushing.prepare("git commit -q --amend --allow-empty --no-edit --date=2019-01-01T00:00:00Z");
    expect(pushing.run("git push -q -f origin feature").status).toBe(1);
  });

  test("copies, however many", () => {
    const pushing = createPushing();
    pushing.good("Base");
    pushing.prepare(
      "git push -q origin main; git checkout -q -b old; for i in $(seq 150); do git commit -q --allow-empty -m Old$i; done; git push -q origin old",
    );
    pushing.prepare("git checkout -q main; git cherry-pick --allow-empty old~150..old >/dev/null");
    pushing.good("Top");
    expect(pushing.run("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
    pushing.prepare("git cherry-pick --allow-empty old~150..old >/dev/null");
    pushing.bad();
    expect(pushing.run("git push -q origin main").stderr).toContain("1 of 151 commits for");
  });

  test("under 'warn' all, with a word about it", () => {
    const pushing = createPushing(github("verify: warn"));
    const id = pushing.bad();
    const run = pushing.run("git push --porcelain origin main");
    expect(run.status).toBe(0);
    expect(run.stdout).not.toContain("interlock:");
    expect(run.stderr).toContain(
      `interlock: commit ${id.slice(0, 12)} Bad\n    github.ensure-bot-coauthor: `,
    );
    expect(run.stderr).toMatch(
      /interlock: warning: 1 of 1 commit for '.*' breaks a rule \[E-push-refused\]\nhint: /,
    );
    expect(pushing.arrived()).toEqual(["Bad"]);
    pushing.bad();
    expectTaken(pushing, pushing.run("INTERLOCK_QUIET=1 git push -q origin main"), ["Bad", "Bad"]);
  });

  test("a push that git corrects to, of what the remote has", () => {
    const pushing = createPushing();
    pushing.bad("Old");
    pushing.prepare("git push -q origin main");
    pushing.good();
    const line =
      "git -c help.autocorrect=immediate pusch -q origin main:new 2>$OUT/said; s=$?; grep interlock $OUT/said >&2; exit $s";
    expectTaken(pushing, pushing.run(line), ["Good", "Old"]);
  });

  test.each([
    ["push.verify: warn", "verify: warn", "", "git push -q origin main"],
    ["mode: report", "verify: block", "mode: report\n", "git push -q origin main"],
    [
      "push.verify: warn",
      "verify: warn",
      "",
      "git -c help.autocorrect=immediate pusch -q origin main 2>&1 >/dev/null | grep interlock >&2",
    ],
  ])("under '%s' and -q, the warning and the commits that it is about", (_, push, config, line) => {
    const pushing = createPushing(github(push, config));
    const id = pushing.bad();
    const { stderr } = pushing.run(line);
    expect(stderr).toContain("interlock: warning: 1 of 1 commit for");
    expect(stderr).toContain(`interlock: commit ${id.slice(0, 12)} Bad\n`);
    expect(pushing.arrived()).toEqual(["Bad"]);
  });

  test("under 'mode: report' all", () => {
    const pushing = createPushing(github("verify: block", "mode: report\n"));
    pushing.bad();
    expect(pushing.run("git push origin main")).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("interlock: warning: 1 of 1 commit"),
    });
  });

  test("under 'off' all, without a word", () => {
    const pushing = createPushing(github("verify: off"));
    pushing.bad();
    expectTaken(pushing, pushing.run("git push -q origin main && git send-pack $BARE main 2>/dev/null"), [
      "Bad",
    ]);
  });
});
