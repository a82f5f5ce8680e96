import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPushing, expectStopped } from "../push/pushing.ts";
import { root } from "../support/paths.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const replay = {
  GIT_AUTHOR_NAME: "Bo",
  GIT_AUTHOR_EMAIL: "bo@example.org",
  GIT_AUTHOR_DATE: "@1500000000 +0200",
  GIT_COMMITTER_NAME: "Cy",
  GIT_COMMITTER_EMAIL: "cy@example.org",
  GIT_COMMITTER_DATE: "@1500000001 +0200",
};

const github = join(root, "plugins", "github");

/** Makes a commit of the empty tree; gives its message, and what was printed. */
function commitTree(sandbox: Sandbox, env: { [name: string]: string | undefined }) {
  const tree = sandbox.realGit(["write-tree"]).stdout.trim();
  const run = sandbox.git(["commit-tree", "-m", "work", tree], { env });
  return { ...run, message: run.status === 0 ? sandbox.message(run.stdout.trim()) : "" };
}

describe("a commit that commit-tree replays", () => {
  test("is left as it is, to the id", () => {
    const sandbox = new Sandbox();
    const { stdout, stderr } = commitTree(sandbox, replay);
    const tree = sandbox.realGit(["write-tree"]).stdout.trim();
    expect(stdout).toBe(sandbox.realGit(["commit-tree", "-m", "work", tree], { env: replay }).stdout);
    expect(stderr).toBe("");
  });

  test("may have an empty mail address", () => {
    const empty = { ...replay, GIT_AUTHOR_EMAIL: "", GIT_COMMITTER_EMAIL: "" };
    expect(commitTree(new Sandbox(), empty)).toMatchObject({ message: "work\n", stderr: "" });
  });

  test("names all six, and both dates: without one of them the commit is composed", () => {
    const sandbox = new Sandbox();
    const without = Object.keys(replay).map((name) => ({ [name]: undefined }));
    // To git, an empty date is now.
    for (const gap of [...without, { GIT_AUTHOR_DATE: "" }, { GIT_COMMITTER_DATE: "" }]) {
      const made = commitTree(sandbox, { ...replay, ...gap });
      expect({ gap, ...made }).toMatchObject({ gap, message: `work\n\n${botTrailer}\n`, stderr: "" });
    }
  });

  test("says so in a dry run, and when asked why", () => {
    const sandbox = new Sandbox();
    const tree = sandbox.realGit(["write-tree"]).stdout.trim();
    const { stdout } = sandbox.interlock(["explain", "--", "git", "commit-tree", "-m", "work", tree], {
      env: replay,
    });
    expect(stdout).toContain("pass: it replays a commit: author, committer and both dates are given");
    expect(commitTree(sandbox, { ...replay, INTERLOCK_DEBUG: "1" }).stderr).toContain("it replays a commit");
  });

  test("is judged when it is pushed", () => {
    const pushing = createPushing();
    pushing.good();
    const env = Object.entries(replay)
      .map(([name, value]) => `${name}='${value}'`)
      .join(" ");
    const made = pushing.run(
      `git update-ref refs/heads/main $(${env} git commit-tree -p HEAD -m Bad HEAD^{tree})`,
    );
    expect(made).toMatchObject({ status: 0, stderr: "" });
    expectStopped(pushing, pushing.run("git push -q origin main"));
  });
});

describe("a commit that commit-tree composes", () => {
  test.each([
    ["a change", ""],
    ["mode: report", "mode: report\n"],
  ])("prints nothing about %s", (_, config) => {
    const sandbox = new Sandbox();
    sandbox.write(sandbox.config, `version: 1\n${config}plugins:\n  dirs: [${github}]\n`);
    expect(commitTree(sandbox, {})).toMatchObject({ status: 0, stderr: "" });
  });

  test("prints no warning about a value that is missing", () => {
    const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [../plugins]\n");
    sandbox.write(
      `${sandbox.folder}/plugins/local/plugin.yaml`,
      `extensions:
  hookApiVersion: 1
  hooks:
    - id: local.rule
      hook: commit.message.finalize
      effects: [{type: text.ensureTrailer, key: Seen, value: "\${env.NOBODY}", missing: warn}]
`,
    );
    expect(commitTree(sandbox, {})).toMatchObject({ message: "work\n", stderr: "" });
  });

  test("prints why it is refused", () => {
    const sandbox = new Sandbox(
      `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "conventional-commits")}]\n`,
    );
    expect(commitTree(sandbox, {})).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("conventional-commits.title"),
    });
  });

  test("is left alone under 'scope: own' if its author is somebody else", () => {
    const sandbox = new Sandbox();
    sandbox.write(sandbox.config, `version: 1\nscope: own\nplugins:\n  dirs: [${github}]\n`);
    const others = { GIT_AUTHOR_NAME: "Bo", GIT_AUTHOR_EMAIL: "bo@example.org" };
    expect(commitTree(sandbox, others)).toMatchObject({ message: "work\n", stderr: "" });
    expect(commitTree(sandbox, {})).toMatchObject({ message: `work\n\n${botTrailer}\n`, stderr: "" });
  });
});

/** Programs that recreate commits with commit-tree, over history that no rule has seen. */
describe("history from before the rules", () => {
  function withHistory() {
    const pushing = createPushing();
    pushing.prepare(`for i in 1 2 3; do
      mkdir -p lib; echo $i >lib/f; echo $i >g; git add .
      GIT_AUTHOR_DATE="@150000000$i +0200" git commit -q -m "Old $i"; done; git push -q origin main`);
    return pushing;
  }

  test("git subtree split gives the same ids, and its push stays a fast-forward", () => {
    const pushing = withHistory();
    const split = "git subtree -q split --prefix=lib";
    const before = pushing.prepare(split);
    pushing.prepare(`git push -q origin ${before}:refs/heads/lib`);
    expect(pushing.run(split)).toMatchObject({ status: 0, stdout: `${before}\n` });
    const push = "echo 4 >lib/f; git commit -qam Later; git subtree -q push --prefix=lib origin lib";
    expect(pushing.run(push)).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining("interlock: error"),
    });
    expect(pushing.prepare(`git --git-dir=$BARE merge-base --is-ancestor ${before} lib && echo yes`)).toBe(
      "yes",
    );
    expect(
      pushing.sandbox.realGit(["log", "-1", "--format=%B", "lib"], { cwd: pushing.bare }).stdout,
    ).toContain(botTrailer);
  });

  test("a git filter-branch that changes nothing changes no id", () => {
    const pushing = withHistory();
    const before = pushing.prepare("git rev-parse HEAD");
    const env = "FILTER_BRANCH_SQUELCH_WARNING=1";
    expect(pushing.run(`${env} git filter-branch -f --msg-filter cat -- --all >/dev/null 2>&1`).status).toBe(
      0,
    );
    expect(pushing.prepare("git rev-parse HEAD")).toBe(before);
  });

  test("git-annex finds its own commit again by the exact message", () => {
    const pushing = withHistory();
    // As commitAdjustedTree does it: the idents and dates of the commit that the branch rests on.
    const made = pushing.run(`eval "$(git log -1 --date=raw --format='
      export GIT_AUTHOR_NAME="%an" GIT_AUTHOR_EMAIL="%ae" GIT_AUTHOR_DATE="%ad"
      export GIT_COMMITTER_NAME="%cn" GIT_COMMITTER_EMAIL="%ce" GIT_COMMITTER_DATE="%cd"')"
      echo 'git-annex adjusted branch' | git commit-tree -p HEAD HEAD^{tree}`);
    expect(made.stderr).toBe("");
    expect(pushing.sandbox.message(made.stdout.trim())).toBe("git-annex adjusted branch\n");
  });
});
