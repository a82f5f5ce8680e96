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
      "tags/v1..",
      "origin..HEAD",
    ])
      expect(verify(words), words).toMatchObject({ status: 1, stderr: "" });
    expect(verify("HEAD..main")).toMatchObject({ status: 0, stderr: "" });
  });
});
