import { chmodSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { dist, realGit, root } from "../support/paths.ts";
import { Sandbox, type RunOptions } from "../support/sandbox.ts";

const commit = ["commit", "-q", "--allow-empty", "-m", "fix"];
const dco = `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "dco")}]\n`;

function withTrailer(value: string): Sandbox {
  const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [../plugins]\n");
  sandbox.write(
    join(sandbox.folder, "plugins", "local", "plugin.yaml"),
    `extensions:
  hookApiVersion: 1
  hooks:
    - id: local.who
      hook: commit.message.finalize
      effects: [{type: text.ensureTrailer, key: Who, value: "${value}"}]
`,
  );
  return sandbox;
}

/** The same command, once through the shim with the dco plugin and once as `git commit -s`. */
const signers: [title: string, globals: string[], options: RunOptions][] = [
  ["the configured name", [], {}],
  ["-c user.name", ["-c", "user.name=Cy", "-c", "user.email=cy@x.org"], {}],
  ["the environment", [], { env: { GIT_COMMITTER_NAME: "Zo\u00eb", GIT_COMMITTER_EMAIL: "zoe@x.org" } }],
  ["committer.name", ["-c", "committer.name=Com Mitter"], {}],
  ["a name with dots at its end", ["-c", "user.name=Dr. Who, Jr."], {}],
];

describe("the dco plugin signs off as git's own -s does", () => {
  test.each(signers)("%s", (_, globals, options) => {
    const sandbox = new Sandbox(dco);
    sandbox.realGit([...globals, ...commit, "-s"], options);
    const expected = sandbox.message();
    expect(expected).toMatch(/^fix\n\nSigned-off-by: .+ <.+>\n$/);
    const run = sandbox.git([...globals, ...commit], options);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.message()).toBe(expected);
    expect(sandbox.commitCount()).toBe(2);
  });

  test("in another folder, by -C", () => {
    const sandbox = new Sandbox(dco);
    sandbox.realGit(["config", "user.name", "Local"]);
    sandbox.git(["-C", sandbox.repository, ...commit], { cwd: "/" });
    expect(sandbox.message()).toBe("fix\n\nSigned-off-by: Local <ann@example.org>\n");
  });

  test("a sign-off that is there is enough; one with another name is another", () => {
    const sandbox = new Sandbox(dco);
    const mine = "Signed-off-by: Ann Author <ann@example.org>";
    sandbox.git([...commit, "-m", `${mine}\nReviewed-by: B <b@x.org>`]);
    expect(sandbox.message()).toBe(`fix\n\n${mine}\nReviewed-by: B <b@x.org>\n`);
    sandbox.git([...commit, "-m", "Signed-off-by: Ann <ann@example.org>"]);
    expect(sandbox.message()).toBe(`fix\n\nSigned-off-by: Ann <ann@example.org>\n${mine}\n`);
  });

  test("somebody whom git does not know is told how to introduce himself", () => {
    const sandbox = new Sandbox(dco);
    sandbox.write(join(sandbox.folder, "home", ".gitconfig"), "[user]\n\tuseConfigOnly = true\n");
    const run = sandbox.git(commit);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("'dco.sign-off' needs '${git.committer}' for its trailer 'Signed-off-by'");
    expect(run.stderr).toContain("hint: tell git who you are: git config user.name '...'");
    expect(sandbox.commitCount()).toBe(0);
  });
});

describe("${git.author} is the author that the commit gets", () => {
  test.each<[string, string[], RunOptions]>([
    ["the configured one", [], {}],
    ["the environment's", [], { env: { GIT_AUTHOR_NAME: "Env", GIT_AUTHOR_EMAIL: "env@x.org" } }],
    ["--author", ["--author=  Otto von X  <otto@x.org> "], {}],
    ["--author and a date", ["--author", "O <o@x.org>", "--date", "2001-01-01T00:00:00Z"], {}],
    ["--author taken back", ["--author=O <o@x.org>", "--no-author"], {}],
  ])("%s", (_, words, options) => {
    const sandbox = withTrailer("${git.author}");
    expect(sandbox.git([...commit, ...words], options).status).toBe(0);
    const author = sandbox.realGit(["log", "-1", "--format=%an <%ae>"]).stdout;
    expect(sandbox.message()).toBe(`fix\n\nWho: ${author}`);
  });

  test.each<[string, string[]]>([
    ["--author is not 'Name <mail>'", ["--author=Ann"]],
    ["--author is not 'Name <mail>'", ["--author=Dr. Who, Jr. <who@x.org>"]],
    ["--author is not 'Name <mail>'", ["--author=<who@x.org>"]],
    ["--amend keeps the author of the commit before", ["--amend"]],
  ])("where git takes it from elsewhere the rule waits for git's hook: %s", (reason, words) => {
    const sandbox = withTrailer("${git.author}");
    sandbox.realGit([...commit, "--author=Ann Other <other@x.org>"]);
    const { stdout } = sandbox.interlock(["explain", "--", "git", ...commit, ...words]);
    expect(stdout).toContain(`strategy  inject: ${reason}; the rules run in git's commit-msg hook`);
    const run = sandbox.git([...commit, ...words]);
    const author = sandbox.realGit(["log", "-1", "--format=%an <%ae>"]).stdout;
    expect(run.status).toBe(words[0] === "--author=<who@x.org>" ? 128 : 0);
    if (run.status === 0) expect(sandbox.message()).toBe(`fix\n\nWho: ${author}`);
  });

  test.each([
    ["cherry-pick of one", "git cherry-pick side~1"],
    ["cherry-pick of several", "git cherry-pick main..side"],
    ["rebase", "git checkout -q side && git rebase -q main"],
    ["rebase by patches", "git checkout -q side && git rebase -q --apply main"],
    ["am", "git format-patch -q -o ../patches main..side && git am -q ../patches/*"],
  ])("where somebody's commits are replayed it is theirs: %s", (_, script) => {
    const sandbox = withTrailer("${git.author}");
    const real = "PATH=/usr/bin:/bin";
    sandbox.shell(
      `${real} git commit -q --allow-empty -m base && ${real} git checkout -q -b side &&
       for n in 1 2; do echo $n >f$n; git add f$n; ${real} git commit -q -m s$n --author="Otto $n <o$n@x.org>"; done
       git checkout -q main; echo m >m; git add m; ${real} git commit -q -m m`,
    );
    const run = sandbox.shell(script);
    expect(run).toMatchObject({ status: 0 });
    const log = sandbox.realGit(["log", "-1", "--format=%an <%ae>%n%(trailers:key=Who,valueonly)"]).stdout;
    const [author, who] = log.split("\n");
    expect(author).toMatch(/^Otto/);
    expect(who).toBe(author);
  });

  test("a hook that asks for the committer alone is not held up by that", () => {
    const sandbox = withTrailer("${git.committer}");
    sandbox.realGit(commit);
    sandbox.git([...commit, "--amend"]);
    expect(sandbox.message()).toBe("fix\n\nWho: Ann Author <ann@example.org>\n");
  });
});

describe("git is asked once, and only if a hook wants to know", () => {
  /** The words of every call of the real git while something is committed. */
  function callsOf(value: string): string[] {
    const sandbox = withTrailer(value);
    const bin = join(sandbox.folder, "real");
    const log = join(sandbox.folder, "calls");
    const program = sandbox.write(
      join(bin, "git"),
      `#!/bin/sh\necho "$1 $2 $3" >>${log}\nexec ${realGit} "$@"\n`,
    );
    chmodSync(program, 0o755);
    const path = [join(dist, "bin"), bin, "/usr/bin", "/bin", dirname(process.execPath)].join(":");
    expect(sandbox.git(["-P", ...commit], { env: { PATH: path } }).status).toBe(0);
    return readFileSync(log, "utf8").trimEnd().split("\n");
  }

  test("not at all for other values", () => {
    expect(callsOf("x")).toEqual(["-P commit -q"]);
  });

  test("once for two references", () => {
    expect(callsOf("${git.committer} or ${git.committer}")).toEqual([
      "-P var GIT_COMMITTER_IDENT",
      "-P commit -q",
    ]);
  });
});
