/** A name that stands for two refs: git would take the tag, and the range would be another. */
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

let sandbox: Sandbox;
let base = "";
let bad = "";

function git(...words: string[]): string {
  const { status, stdout, stderr } = sandbox.realGit(words);
  expect(status, `${words.join(" ")}\n${stderr}`).toBe(0);
  return stdout.trim();
}

function verify(...words: string[]): Run {
  return sandbox.interlock(["verify", ...words]);
}

forBinaryAndColdSide(() => {
  /** `main` with one commit, on `origin`, too; `topic` has a bad one more, and is checked out. */
  beforeEach(() => {
    sandbox = new Sandbox();
    git("commit", "-q", "--allow-empty", "-m", `Good\n\n${botTrailer}`);
    base = git("rev-parse", "HEAD");
    git("clone", "-q", "--bare", ".", join(sandbox.folder, "there.git"));
    git("remote", "add", "-f", "origin", join(sandbox.folder, "there.git"));
    git("checkout", "-q", "-b", "topic", "--track", "origin/main");
    git("commit", "-q", "--allow-empty", "-m", "Bad");
    bad = git("rev-parse", "HEAD");
  });

  const ambiguous = (name: string, ...choices: string[]) => ({
    status: 2,
    stdout: "",
    stderr:
      `interlock: error: the name '${name}' is ambiguous, so nobody can say which commits to verify [E-not-possible]\n` +
      `hint: write what you mean: ${choices.join(" or ")}\n`,
  });

  test.each(["main..HEAD", "main...HEAD", "main~0..HEAD", "main^{commit}..HEAD", "^main HEAD", "main^!"])(
    "a tag with the name of a branch makes '%s' no empty range",
    (words) => {
      const revisions = words.split(" ");
      git("tag", "main", "topic");
      const refused = ambiguous("main", "'refs/tags/main'", "'refs/heads/main'");
      expect(verify(...revisions)).toEqual(refused);
      const input = revisions.map((line) => `${line}\n`).join("");
      expect(sandbox.interlock(["verify", "--stdin"], { input })).toEqual(refused);
    },
  );

  test("nor does a setting of the repository that silences git", () => {
    git("tag", "main", "topic");
    git("config", "core.warnAmbiguousRefs", "false");
    expect(verify("main..HEAD")).toMatchObject({ status: 2 });
  });

  test("nor does a tag with the name of a remote's branch, or of a commit's short id", () => {
    git("tag", "origin/main", "topic");
    const choices = ["'refs/tags/origin/main'", "'refs/remotes/origin/main'"];
    expect(verify("origin/main..HEAD")).toEqual(ambiguous("origin/main", ...choices));
    const short = base.slice(0, 10);
    git("tag", short, "topic");
    expect(verify(`${short}..HEAD`)).toEqual(
      ambiguous(short, `'refs/tags/${short}'`, "the full id of the commit"),
    );
  });

  test("a full name is taken for what it says, and for nothing else", () => {
    git("tag", "main", "topic");
    const broken = { status: 1, stderr: "" };
    expect(verify("refs/heads/main..HEAD")).toMatchObject(broken);
    git("update-ref", "refs/tags/refs/heads/main", bad);
    expect(verify("refs/heads/main..HEAD")).toMatchObject(broken);
    git("update-ref", "-d", "refs/heads/main");
    expect(verify("refs/heads/main..HEAD")).toEqual({
      status: 2,
      stdout: "",
      stderr:
        "interlock: error: there is no ref 'refs/heads/main' here, and git takes 'refs/tags/refs/heads/main' for it [E-not-possible]\n" +
        "hint: fetch the ref that you mean, or name another\n",
    });
  });

  test("ids, HEAD, the upstream and git's own files are never refused, whatever refs there are", () => {
    git("fetch", "-q", "origin", "refs/heads/main");
    for (const name of ["HEAD", "FETCH_HEAD", "origin/main", "topic"])
      git("update-ref", `refs/tags/${name}`, bad);
    git("update-ref", "refs/heads/remotes/origin/main", bad);
    git("update-ref", `refs/tags/${base}`, bad);
    for (const words of [
      [],
      [`${base}..HEAD`],
      ["HEAD~1..HEAD"],
      ["HEAD^!"],
      ["@{u}..HEAD"],
      ["@{upstream}..@"],
      ["topic@{u}..HEAD"],
      ["FETCH_HEAD..HEAD"],
      ["HEAD", `^${base}`],
      [`${base}...${bad}`],
      ["--all"],
    ])
      expect(verify(...words), words.join(" ")).toMatchObject({ status: 1, stderr: "" });
    const input = `HEAD\n^${base}\n`;
    expect(sandbox.interlock(["verify", "--stdin"], { input })).toMatchObject({ status: 1, stderr: "" });
  });

  test("names that stand for one ref are not refused, with and without what may follow them", () => {
    git("tag", "-a", "-m", "tagged", "v1", base);
    git("remote", "set-head", "origin", "main");
    for (const words of [
      "main..HEAD",
      "v1..HEAD",
      "v1^0..HEAD",
      "heads/main..topic",
      "tags/v1..HEAD",
      "origin..HEAD",
    ])
      expect(verify(words), words).toMatchObject({ status: 1, stderr: "" });
    expect(verify("HEAD..main")).toMatchObject({ status: 0, stderr: "" });
  });

  test("a tag with the name that 'git describe' gives a commit is not taken for the commit", () => {
    for (const name of [`v1.0-0-g${base.slice(0, 8)}`, `v1.0-0-g${base.slice(0, 4).toUpperCase()}`]) {
      expect(verify(`${name}..HEAD`), name).toMatchObject({ status: 1, stderr: "" });
      git("tag", name, "topic");
      const refused = ambiguous(name, `'refs/tags/${name}'`, "the full id of the commit");
      for (const words of [[`${name}..HEAD`], [`^${name}~0`, "HEAD"], [`${name}^0...HEAD`]])
        expect(verify(...words), words.join(" ")).toEqual(refused);
      expect(verify(`refs/tags/${name}~1..HEAD`), name).toMatchObject({ status: 1, stderr: "" });
    }
    // Here it can be nothing but the tag.
    git("tag", "v1.0-0-g00000000", base);
    expect(verify("v1.0-0-g00000000..HEAD")).toMatchObject({ status: 1, stderr: "" });
  });

  /** The branch that `topic` follows is gone, and tags have all names that git tries for it. */
  function loseUpstream(): void {
    git("push", "-q", "origin", "main:refs/heads/topic");
    git("fetch", "-q", "origin");
    git("branch", "-q", "-u", "origin/topic");
    git("update-ref", "-d", "refs/remotes/origin/topic");
    for (const name of ["origin/topic", "remotes/origin/topic"]) git("tag", name, "HEAD");
  }

  test.each(["@{u}..HEAD", "topic@{upstream}..HEAD", "^HEAD@{U}~0 HEAD", "@{push}..HEAD", "@@{u}...HEAD"])(
    "tags with the names of a lost upstream make '%s' no empty range",
    (words) => {
      loseUpstream();
      const name = /[a-zA-Z@]*@\{\w+\}/.exec(words)?.[0];
      expect(verify(...words.split(" "))).toEqual({
        status: 2,
        stdout: "",
        stderr:
          `interlock: error: '${name}' is ambiguous: there is no ref 'refs/remotes/origin/topic' here, and git takes another for it [E-not-possible]\n` +
          "hint: fetch the ref that you mean, or name another\n",
      });
    },
  );

  test("nor do they make the default range empty: without an upstream, it has what no remote has", () => {
    loseUpstream();
    expect(verify()).toMatchObject({ status: 1, stderr: "" });
    git("checkout", "-q", "-b", "other");
    git("branch", "-q", "-u", "main");
    git("update-ref", "-d", "refs/heads/main");
    for (const name of ["main", "heads/main"]) git("tag", name, "HEAD");
    expect(verify()).toMatchObject({ status: 1, stderr: "" });
  });

  test("an upstream that is lost, and that git takes nothing for, is git's own error", () => {
    git("update-ref", "-d", "refs/remotes/origin/main");
    const { status, stderr } = verify("@{u}..HEAD");
    expect(status).toBe(2);
    expect(stderr).toContain("git cannot walk these commits: ");
  });

  test.each(["basis@{2030-01-01 10:00}..topic", "^HEAD^{/G..d}|topic", "^basis@{2030-01-01 10:00}~0|topic"])(
    "what stands beside a name in '%s' does not hide that it is ambiguous",
    (words) => {
      git("branch", "basis", base);
      git("tag", "topic", base);
      // Nor does a file that has the name of a part.
      sandbox.write("d}", "");
      expect(verify(...words.split("|"))).toEqual(
        ambiguous("topic", "'refs/tags/topic'", "'refs/heads/topic'"),
      );
    },
  );

  test("lines that end with CR and LF are names without the CR, as in git", () => {
    const input = "^refs/heads/main\r\nHEAD\r\n";
    expect(sandbox.interlock(["verify", "--stdin"], { input })).toMatchObject({ status: 1, stderr: "" });
    git("update-ref", "refs/tags/refs/heads/main", bad);
    git("update-ref", "-d", "refs/heads/main");
    git("commit", "-q", "--allow-empty", "-m", `Good again\n\n${botTrailer}`);
    expect(sandbox.interlock(["verify", "--stdin"], { input })).toMatchObject({ status: 2, stdout: "" });
  });

  test("where ids have 64 digits, 40 of them are an abbreviation", () => {
    const cwd = join(sandbox.folder, "sha256");
    const gitThere = (...words: string[]): string => git("-C", cwd, ...words);
    git("init", "-q", "--object-format=sha256", cwd);
    gitThere("commit", "-q", "--allow-empty", "-m", `Good\n\n${botTrailer}`);
    const full = gitThere("rev-parse", "HEAD");
    const short = full.slice(0, 40);
    gitThere("checkout", "-q", "-b", "topic");
    gitThere("commit", "-q", "--allow-empty", "-m", "Bad");
    const there = (...words: string[]): Run => sandbox.interlock(["verify", ...words], { cwd });
    expect(there(short, "main")).toMatchObject({ status: 0, stderr: "" });
    expect(there(`^${short}`, "HEAD")).toMatchObject({ status: 1, stderr: "" });
    gitThere("update-ref", `refs/tags/${short}`, "topic");
    gitThere("update-ref", `refs/tags/${full}`, "topic");
    const refused = ambiguous(short, `'refs/tags/${short}'`, "the full id of the commit");
    for (const words of [[`${short}..HEAD`], [`^${short}`, "HEAD"]]) expect(there(...words)).toEqual(refused);
    expect(there(`${full}..HEAD`)).toMatchObject({ status: 1, stderr: "" });
  });
});
