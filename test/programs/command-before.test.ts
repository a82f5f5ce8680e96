/** `command.before`: programs that see every intercepted git command before it runs. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { addProgram, keepsInput, sh, trailerRule, type ProgramForm } from "./with-program.ts";

function withProgram(script: string, form: ProgramForm = {}): Sandbox {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, script, { hook: "command.before", ...form });
  return sandbox;
}

const inputOf = (sandbox: Sandbox): string => join(sandbox.folder, "home", "input");

/** What the program has read, a run each. */
function readInputs(sandbox: Sandbox): { payload: { argv: string[]; metadata: object }; cwd: string }[] {
  if (!existsSync(inputOf(sandbox))) return [];
  return readFileSync(inputOf(sandbox), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Puts other words in place of those behind the command's name. */
function changesTo(...words: string[]): string {
  return sh(`cat >/dev/null; printf '%s\\n' '${JSON.stringify({ payload: { argv: words } })}'`);
}

const commit = ["commit", "-q", "--allow-empty", "-m", "fix"];

describe("a program", () => {
  test.each([
    ["null", 1],
    ['"pass"', 1],
    ["true", 1],
    ["all is well", 0],
    ['{"decision": "allow"}', 0],
  ])("that prints %s is answered with status %d: JSON that is no object is no answer", (printed, status) => {
    const sandbox = withProgram(sh(`cat >/dev/null; printf '%s' '${printed}'`));
    const run = sandbox.git(commit);
    expect([run.status, run.stderr.includes("it returned an invalid decision: ")]).toEqual([
      status,
      status === 1,
    ]);
  });

  test("reads the words, the folder and the program's name", () => {
    const sandbox = withProgram(keepsInput);
    expect(sandbox.git(commit)).toMatchObject({ status: 0, stderr: "" });
    expect(readInputs(sandbox)).toMatchObject([
      {
        hook: "command.before",
        cwd: sandbox.repository,
        payload: { argv: ["git", ...commit], metadata: { program: "git", cwd: sandbox.repository } },
      },
    ]);
    expect(sandbox.message()).toBe("fix\n");
  });

  test.each([
    ["merge", "git merge -q --no-ff -m m side"],
    ["cherry-pick", "git cherry-pick --allow-empty side"],
    ["revert", "git revert --no-edit HEAD"],
    ["rebase", "git rebase -q side"],
    ["commit-tree", "git commit-tree -m x HEAD^{tree}"],
    ["am", "git format-patch -q -1 --stdout side | git am -q"],
    ["push", "git push -q ../other.git HEAD"],
    ["send-pack", "git send-pack ../other.git HEAD:refs/heads/x"],
  ])("is asked about git %s, once", (name, line) => {
    const sandbox = withProgram(keepsInput, { effects: trailerRule });
    sandbox.shell(
      `git init -q --bare ../other.git; git commit -q --allow-empty -m a; git branch side
       echo x >f; git add f; git commit -q -m b; git checkout -q side; git commit -q --allow-empty -m c
       git checkout -q main`,
      { prefix: null },
    );
    sandbox.shell(line);
    const asked = readInputs(sandbox).map(({ payload }) => payload.argv);
    expect(asked.filter((argv) => argv[1] === name)).toHaveLength(1);
  });

  test("may warn of a `git send-pack`, whose own judgement comes then", () => {
    const warns = sh(`cat >/dev/null; echo '{"decision": "warn", "reason": "use git push"}'`);
    const sandbox = withProgram(warns, { config: "audit: {file: audit.log}\n" });
    sandbox.realGit(commit);
    sandbox.shell("git init -q --bare ../other.git", { prefix: null });
    const run = sandbox.git(["send-pack", "../other.git", "HEAD:refs/heads/x"]);
    expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining("use git push") });
  });

  test("is not asked about what passes through", () => {
    const sandbox = withProgram(keepsInput);
    sandbox.realGit(commit);
    for (const words of [
      ["status"],
      ["log"],
      ["rev-parse", "HEAD"],
      ["commit", "--dry-run"],
      ["stash", "list"],
    ])
      sandbox.git(words);
    expect(readInputs(sandbox)).toEqual([]);
  });

  test("refuses: the reason is shown, and nothing is committed", () => {
    const sandbox = withProgram(sh("echo not on Fridays >&2; exit 2"));
    const run = sandbox.git(commit);
    expect(run).toMatchObject({ status: 1, stdout: "" });
    expect(run.stderr).toContain("interlock: error: not on Fridays ('acme.check'");
    expect(sandbox.commitCount()).toBe(0);
  });

  test("that fails blocks, as the point says", () => {
    const sandbox = withProgram(sh("exit 3"));
    expect(sandbox.git(commit)).toMatchObject({ status: 128 });
    expect(sandbox.commitCount()).toBe(0);
  });

  test("refuses nothing where rules are only reported", () => {
    const sandbox = withProgram(sh("echo no >&2; exit 2"), { config: "mode: report\n" });
    const run = sandbox.git(commit);
    expect([run.status, sandbox.commitCount()]).toEqual([0, 1]);
    expect(run.stderr).toContain("warning: no ('acme.check'");
  });
});

describe("a changed command line", () => {
  test("is run in place of the caller's", () => {
    const sandbox = withProgram(changesTo("git", "commit", "-q", "--allow-empty", "-m", "r\u00e9try"));
    expect(sandbox.git(commit)).toMatchObject({ status: 0, stderr: "" });
    expect(sandbox.message()).toBe(Buffer.from("r\u00e9try\n").toString("latin1"));
  });

  test("is decided by the rules like any other", () => {
    for (const words of [
      ["git", "commit", "-q", "--allow-empty", "-m", "other"],
      ["git", "commit", "-q", "--allow-empty", "--no-verify", "--no-edit", "-m", "other", "--signoff"],
    ]) {
      const sandbox = withProgram(changesTo(...words), { effects: trailerRule });
      sandbox.git(commit);
      expect(sandbox.message()).toContain("Reviewed-by: Ann <ann@x.org>");
    }
  });

  test.each([
    ["another command", ["git", "status"]],
    ["a command that git does not know", ["git", "x"]],
    ["another repository", ["git", "-C", "/", ...commit]],
    ["another program", ["sh", ...commit]],
    ["no words at all", []],
  ])("cannot be %s", (_, words) => {
    const sandbox = withProgram(changesTo(...words));
    const run = sandbox.git(commit);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("it may change what follows 'git commit', and nothing before");
    expect(sandbox.commitCount()).toBe(0);
  });

  test("keeps the bytes of words that the program leaves alone", () => {
    const sandbox = withProgram(
      sh(`sed 's/.*"argv":\\(\\[[^]]*\\]\\).*/{"argv":\\1}/; s/"-q"/"-q","--allow-empty"/'`),
      { effects: trailerRule },
    );
    sandbox.shell("git -c i18n.commitEncoding=latin1 commit -q -m \"$(printf 'caf\\351')\"");
    expect(sandbox.realGit(["cat-file", "commit", "HEAD"]).stdout).toContain("caf\u00e9\n");
  });

  test.each([
    ["a word before", '"--allow-empty",A,B', "a b"],
    ["a word between", 'A,"--allow-empty",B', "a b"],
    ["a word behind", 'A,B,"--allow-empty"', "a b"],
    ["a word in place of the first", '"--message=x","--allow-empty",B', "x b"],
    ["a word in place of the second", 'A,"--message=x","--allow-empty"', "a x"],
  ])("with %s keeps apart two words that look alike", (_, words, kept) => {
    const alike = '"--message=\ufffd"';
    const argv = `["git","commit","-q",${words.replace(/[AB]/g, alike)}]`;
    const sandbox = withProgram(sh(`cat >/dev/null; printf '%s' '{"argv":${argv}}'`));
    sandbox.realGit(["config", "i18n.commitEncoding", "latin1"]);
    sandbox.shell(`git commit -q --message="$(printf '\\351')" --message="$(printf '\\352')"`);
    const body = sandbox.realGit(["cat-file", "commit", "HEAD"]).stdout.split("\n\n").slice(1);
    const shown = body.join(" ").trim().replace("\u00e9", "a").replace("\u00ea", "b");
    expect(shown).toBe(kept);
  });

  test.each([
    ["other words", ["HEAD:refs/heads/y"]],
    ["more words", ["HEAD:refs/heads/x", "HEAD:refs/heads/y"]],
    ["fewer words", []],
  ])("of a sender cannot get %s: it is read once more where it is judged", (_, refs) => {
    const sandbox = withProgram(changesTo("git", "send-pack", "../other.git", ...refs), {
      effects: trailerRule,
    });
    sandbox.realGit(commit);
    sandbox.shell("git init -q --bare ../other.git", { prefix: null });
    const run = sandbox.git(["send-pack", "../other.git", "HEAD:refs/heads/x"]);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("it cannot change the words of 'git send-pack ");
  });
});

test("a dry run does not run it, and says so", () => {
  const sandbox = withProgram(keepsInput);
  const run = sandbox.interlock(["explain", "--", "git", ...commit]);
  expect(run.stdout).toContain("acme.check: programs do not run in a dry run");
  expect(readInputs(sandbox)).toEqual([]);
});

test.each([
  ["remote: ['github.com/acme/*']", 0],
  ["remote: ['example.org/*']", 1],
  ["envPresent: [NO_SUCH_VARIABLE]", 0],
])("when %s, it is asked %i times", (condition, times) => {
  const sandbox = withProgram(keepsInput, { more: `when: { ${condition} }` });
  sandbox.realGit(["remote", "add", "origin", "https://example.org/x/y.git"]);
  sandbox.git(commit);
  expect(readInputs(sandbox)).toHaveLength(times);
});
