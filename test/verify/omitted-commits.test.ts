/** What a git omits from its listing is judged all the same: commits, tips, and what lies behind them. */
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

let sandbox: Sandbox;

function git(...words: string[]): string {
  return sandbox.realGit(words).stdout.trim();
}

function commit(message: string): string {
  git("commit", "-q", "--allow-empty", "-m", message);
  return git("rev-parse", "HEAD");
}

const good = (): string => commit(`Good\n\n${botTrailer}`);

/** A tag object that says of `id` that it is a `type`. */
function tagOf(id: string, type: string): string {
  return sandbox
    .realGit(["hash-object", "-t", "tag", "-w", "--stdin", "--literally"], {
      input: `object ${id}\ntype ${type}\ntag x\ntagger A <a@b> 1 +0000\n\nx\n`,
    })
    .stdout.trim();
}

/** With a git whose listings lack the commits that follow these ids, as git before 2.25 makes them. */
function verifyWithout(ids: readonly string[], args: readonly string[], input = ""): Run {
  const folder = join(sandbox.folder, "other");
  const skipped = ids.map((id) => `-e ^${id}`).join(" ");
  const lines = `#!/bin/sh
case " $* " in
*" --header "*) /usr/bin/git "$@" | grep -zv ${skipped}; exit 0 ;;
esac
exec /usr/bin/git "$@"
`;
  sandbox.write(join(folder, "git"), lines, 0o755);
  const [own, ...rest] = String(sandbox.environment()["PATH"]).split(":");
  const env = { PATH: [own, folder, ...rest].join(":") };
  return sandbox.interlock(["verify", ...args], { env, input });
}

forBinaryAndColdSide(() => {
  beforeEach(() => {
    sandbox = new Sandbox();
  });

  const shown = (id: string) => ({
    status: 1,
    stdout: expect.stringContaining(`commit ${id.slice(0, 12)} Bad`),
    stderr: "",
  });

  test.each([
    ["a branch", ["main"], ""],
    ["a range", ["refs/tags/base..main"], ""],
    ["everything", ["--all"], ""],
    ["standard input", ["--stdin"], "main\n^refs/tags/base\n"],
    ["what no remote has", [], ""],
  ])("a commit in the middle of %s", (_, args, input) => {
    git("tag", "base", good());
    const bad = commit("Bad");
    const below = commit("Bad, too");
    good();
    expect(verifyWithout([bad, below], args, input)).toMatchObject(shown(bad));
    expect(verifyWithout([bad, below], args, input)).toMatchObject(shown(below));
    const { stdout } = verifyWithout([bad], args, input);
    const count = args[0] === "main" || args[0] === "--all" || args.length === 0 ? 4 : 3;
    expect(stdout).toContain(`interlock: 2 of ${count} commits break a rule\n`);
  });

  test("a commit between many that end in the same way", () => {
    const stream = (message: string): string =>
      `commit refs/heads/main\ncommitter A <a@x.org> 1 +0000\ndata ${message.length}\n${message}\n`;
    const many = stream(`Good\n\n${botTrailer}\n`).repeat(200);
    sandbox.realGit(["fast-import", "--quiet"], { input: many + stream("Bad\n") + many });
    const bad = git("rev-parse", "main~200");
    for (const args of [["main"], ["main~300..main"], ["--all"]]) {
      const run = verifyWithout([bad], args);
      expect(run).toMatchObject(shown(bad));
      expect(run.stdout).toContain(`interlock: 1 of ${args[0] === "main~300..main" ? 300 : 401} commits`);
    }
  });

  test("many clean commits that git takes for known, because another worktree has them", () => {
    const message = `Good\n\n${botTrailer}\n`;
    const one = `commit refs/heads/main\ncommitter A <a@x.org> 1 +0000\ndata ${message.length}\n${message}\n`;
    sandbox.realGit(["fast-import", "--quiet"], { input: one.repeat(12_000) });
    const tip = git("rev-parse", "main");
    git("worktree", "add", "-q", "--detach", "--no-checkout", join(sandbox.folder, "other-worktree"), tip);
    git("update-ref", "-d", "refs/heads/main");
    const input = `${"0".repeat(tip.length)} ${tip} refs/heads/main\n`;
    expect(sandbox.interlock(["verify", "--pre-receive"], { input })).toMatchObject({
      status: 0,
      stderr: "",
    });
  });

  test("a tip, alone and beside others", () => {
    const base = good();
    git("tag", "base", base);
    git("checkout", "-q", "-b", "side");
    const bad = commit("Bad");
    git("checkout", "-q", "main");
    good();
    // A git that does not see the only tip does not see what is behind it.
    for (const words of [["side"], ["base..side"]])
      expect(verifyWithout([bad, base], words), words.join(" ")).toMatchObject(shown(bad));
    for (const words of [["main", "side"], ["main", "side", "^base"], ["main...side"], ["--all"]])
      expect(verifyWithout([bad], words), words.join(" ")).toMatchObject(shown(bad));
  });

  test("a commit behind a tag that calls it something else", () => {
    const base = good();
    const bad = commit("Bad");
    git("update-ref", "refs/heads/main", base);
    for (const type of ["blob", "tree", "tag", "commit"])
      for (const id of [tagOf(bad, type), tagOf(tagOf(bad, type), "tag")]) {
        sandbox.write(join(sandbox.repository, ".git", "refs", "tags", "lie"), `${id}\n`);
        expect(verifyWithout([bad], ["--all"]), type).toMatchObject(shown(bad));
        // This git may find a contradiction itself.
        expect(sandbox.interlock(["verify", "--all"]).status, type).toBeOneOf([1, 2]);
      }
  });

  test("tags of blobs and trees are nothing to judge", () => {
    good();
    const blob = sandbox.realGit(["hash-object", "-w", "--stdin"], { input: "x" }).stdout.trim();
    git("tag", "blob", blob);
    git("tag", "-a", "-m", "tree", "tree", "main^{tree}");
    git("tag", "-a", "-m", "outer", "outer", "tree");
    expect(sandbox.interlock(["verify", "--all"])).toEqual({
      status: 0,
      stdout: "interlock: 1 commit, and no rule is broken\n",
      stderr: "",
    });
  });

  test("what the range excludes is not judged, wherever it ends", () => {
    commit("Bad");
    const base = good();
    git("checkout", "-q", "-b", "side");
    commit("Bad, on the side");
    git("tag", "side-old");
    good();
    git("checkout", "-q", "main");
    good();
    git("merge", "-q", "--no-ff", "-m", `Merge\n\n${botTrailer}`, "side");
    const clean = (...words: string[]): void =>
      expect(sandbox.interlock(["verify", ...words]), words.join(" ")).toMatchObject({
        status: 0,
        stderr: "",
      });
    clean(`${base}..main`, "^side");
    clean("main", "side", `^${base}`, "^side-old");
    clean("side", `^main`);
    clean("side", "side-old", "^main");
    clean("main^!");
    clean("HEAD..HEAD");
    clean("main~1..main", "^side");
    expect(sandbox.interlock(["verify", "main^@", "^side"])).toMatchObject({ status: 0 });
    expect(sandbox.interlock(["verify", `${base}..main`])).toMatchObject({ status: 1 });
  });

  test("a shallow clone ends where it ends", () => {
    commit("Bad");
    commit("Bad, too");
    good();
    good();
    const shallow = join(sandbox.folder, "shallow");
    git("clone", "-q", "--depth=2", `file://${sandbox.repository}`, shallow);
    const verify = (...words: string[]): Run => sandbox.interlock(["verify", ...words], { cwd: shallow });
    const two = { status: 0, stdout: "interlock: 2 commits, and no rule is broken\n", stderr: "" };
    expect(verify("HEAD")).toEqual(two);
    expect(verify("--all")).toEqual(two);
    expect(verify("HEAD~1..HEAD")).toMatchObject({ status: 0 });
  });

  test("clocks that differ hide nothing and invent nothing", () => {
    const dated = (message: string, time: number): string => {
      const env = { GIT_COMMITTER_DATE: `@${time} +0000`, GIT_AUTHOR_DATE: `@${time} +0000` };
      sandbox.realGit(["commit", "-q", "--allow-empty", "-m", `${message}\n\n${botTrailer}`], { env });
      return git("rev-parse", "HEAD");
    };
    const times = [500, 100, 900, 200, 800, 300];
    const ids = times.map((time, i) => dated(`Good ${i}`, time));
    git("checkout", "-q", "-b", "side", ids[2] as string);
    dated("Side", 50);
    git("merge", "-q", "--no-ff", "-m", `Merge\n\n${botTrailer}`, "main");
    for (const [words, count] of [
      [["side"], 8],
      [["--all"], 8],
      [[`${ids[1]}..side`], 6],
    ] as const)
      expect(sandbox.interlock(["verify", ...words])).toEqual({
        status: 0,
        stdout: `interlock: ${count} commits, and no rule is broken\n`,
        stderr: "",
      });
  });
});
