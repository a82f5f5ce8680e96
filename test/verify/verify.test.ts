import { expect, test } from "vitest";
import { join } from "node:path";
import { readHead } from "../support/new-repository.ts";
import { root } from "../support/paths.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { botTrailer, Sandbox, type Run, type RunOptions } from "../support/sandbox.ts";

const github = join(root, "plugins", "github");
const conventional = join(root, "plugins", "conventional-commits");

/** A commit made without interlock. */
function commit(sandbox: Sandbox, message: string, options: RunOptions = {}, more: string[] = []): string {
  sandbox.realGit(
    ["commit", "-q", "--allow-empty", "--allow-empty-message", "-m", message, ...more],
    options,
  );
  return readHead(join(sandbox.repository, ".git"));
}

function verify(sandbox: Sandbox, ...args: string[]) {
  return sandbox.interlock(["verify", ...args]);
}

/** The object of a commit with this message, byte for byte, made HEAD. */
function commitObject(sandbox: Sandbox, message: string, header = "", author = "Ann"): string {
  const tree = sandbox.realGit(["mktree"]).stdout.trim();
  const object = `tree ${tree}\nauthor ${author} <ann@example.org> 1 +0000\ncommitter Bo <bo@example.org> 1 +0000\n${header}\n${message}`;
  const run = sandbox.realGit(["hash-object", "-t", "commit", "-w", "--stdin"], {
    input: Buffer.from(object, "latin1"),
  });
  sandbox.realGit(["update-ref", "refs/heads/main", run.stdout.trim()]);
  return run.stdout.trim();
}

function local(sandbox: Sandbox, hook: string, config = ""): void {
  sandbox.write(
    join(sandbox.folder, "interlock", "local", "plugin.yaml"),
    `name: local\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - ${hook}\n`,
  );
  sandbox.write(sandbox.config, `version: 1\n${config}plugins: {dirs: [local]}\n`);
}

const refs = 'hook: commit.message.finalize, effects: [{type: text.ensureTrailer, key: Refs, value: "T-1"}]';

forBinaryAndColdSide(() => {
  test("commits made through interlock are clean", () => {
    const sandbox = new Sandbox();
    for (const args of [
      ["-m", "One"],
      ["-m", "Two", "-m", "Key: value"],
      ["--cleanup=verbatim", "-m", "  Three  \n\n\n# x"],
    ])
      expect(sandbox.git(["commit", "-q", "--allow-empty", ...args]).status).toBe(0);
    expect(verify(sandbox)).toEqual({
      status: 0,
      stdout: "interlock: 3 commits, and no rule is broken\n",
      stderr: "",
    });
  });

  test("a commit that lacks its trailer is shown with what is missing, and how to fix it", () => {
    const sandbox = new Sandbox();
    commit(sandbox, "Before");
    const id = commit(sandbox, "After\n\nText.");
    const { status, stdout, stderr } = verify(sandbox, "HEAD^!");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout).toBe(`commit ${id.slice(0, 12)} After
  github.ensure-bot-coauthor: lacks '${botTrailer}' (${github}/plugin.yaml:6)
     After

     Text.
    +
    +${botTrailer}
  fix: interlock fix ${id.slice(0, 12)}^..

interlock: 1 of 1 commit breaks a rule
`);
  });

  test("the command that it names fixes the commit", () => {
    const sandbox = new Sandbox();
    commit(sandbox, "One");
    commit(sandbox, "Two");
    const id = commit(sandbox, "Three");
    const fixes = [...verify(sandbox).stdout.matchAll(/fix: (.*)/g)].map((match) => match[1] ?? "");
    expect(fixes).toHaveLength(3);
    expect(fixes[0]).toBe(`interlock fix ${id.slice(0, 12)}^..`);
    expect(sandbox.shell(fixes[0] ?? "")).toMatchObject({ status: 0 });
    expect(verify(sandbox).stdout).toContain("2 of 3 commits break");
    // The oldest stands last.
    expect(sandbox.shell(fixes[2] ?? "")).toMatchObject({ status: 0 });
    expect(verify(sandbox)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("3 commits, and no"),
    });
  });

  test("a check speaks in its own words", () => {
    const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [${conventional}]\n`);
    commit(sandbox, "fix: it");
    const id = commit(sandbox, "Fix it");
    commit(sandbox, "docs: say so");
    const { status, stdout } = verify(sandbox);
    expect(status).toBe(1);
    expect(stdout).toContain(
      `commit ${id.slice(0, 12)} Fix it\n  conventional-commits.title: 'Fix it': the title must be`,
    );
    expect(stdout).toContain(
      `  fix: git rebase -i -r --autostash ${id.slice(0, 12)}^ # change its 'pick' to 'edit', then run: `,
    );
  });

  test("by default what the upstream does not have is judged", () => {
    const sandbox = new Sandbox();
    commit(sandbox, "Published");
    sandbox.realGit(["init", "-q", "--bare", join(sandbox.folder, "there")]);
    sandbox.realGit(["remote", "add", "origin", join(sandbox.folder, "there")]);
    sandbox.realGit(["push", "-q", "-u", "origin", "main"]);
    expect(verify(sandbox)).toMatchObject({ status: 0, stdout: "interlock: there is no commit to verify\n" });
    commit(sandbox, "New");
    expect(verify(sandbox).stdout).toContain("1 of 1 commit breaks");
    sandbox.realGit(["checkout", "-q", "--no-track", "-b", "other"]);
    expect(verify(sandbox).stdout).toContain("1 of 1 commit breaks");
    expect(verify(sandbox, "--all").stdout).toContain("2 of 2 commits break");
  });

  test("a repository without commits has none to verify", () => {
    const sandbox = new Sandbox();
    expect(verify(sandbox)).toMatchObject({ status: 0, stdout: "interlock: there is no commit to verify\n" });
    expect(verify(sandbox, "--all")).toMatchObject({ status: 0 });
  });

  test("notes and stashes are no commits to verify", () => {
    const sandbox = new Sandbox();
    sandbox.git(["commit", "-q", "--allow-empty", "-m", "One"]);
    sandbox.realGit(["notes", "add", "-m", "a note"]);
    expect(sandbox.realGit(["rev-list", "--all", "--count"]).stdout).toBe("2\n");
    expect(verify(sandbox, "--all")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("1 commit,"),
    });
  });

  test("--stdin reads revisions", () => {
    const sandbox = new Sandbox();
    commit(sandbox, "One");
    commit(sandbox, "Two");
    const run = sandbox.interlock(["verify", "--stdin"], { input: "HEAD\n^HEAD^\n" });
    expect(run).toMatchObject({ status: 1, stdout: expect.stringContaining("1 of 1 commit breaks") });
  });

  test("a replacement does not hide a commit", () => {
    const sandbox = new Sandbox();
    const bad = commit(sandbox, "Bad");
    sandbox.realGit(["checkout", "-q", "--orphan", "good"]);
    const good = commit(sandbox, `Good\n\n${botTrailer}`);
    sandbox.realGit(["replace", bad, good]);
    expect(sandbox.message("main")).toContain("Good");
    expect(verify(sandbox, "main")).toMatchObject({ status: 1 });
  });

  test("a value that is missing here is said, and not passed over", () => {
    const sandbox = new Sandbox();
    commit(sandbox, "One");
    const env = { GITHUB_APP_BOT_NAME: undefined };
    expect(sandbox.interlock(["verify", "HEAD"], { env })).toEqual({
      status: 2,
      stdout:
        "not judged: github.ensure-bot-coauthor: environment variable 'GITHUB_APP_BOT_NAME' is not set here (1 commit)\n" +
        "interlock: 1 commit, and no rule is broken\n",
      stderr:
        "interlock: error: not everything could be judged here [E-not-possible]\n" +
        "hint: set what is missing, or accept it with --allow-skipped\n",
    });
    expect(sandbox.interlock(["verify", "--allow-skipped", "HEAD"], { env })).toMatchObject({ status: 0 });
  });

  test("a kind of commit that cannot be seen is listed, and is no error", () => {
    const sandbox = new Sandbox();
    local(sandbox, `{id: local.a, when: {commit: [amend]}, ${refs}}`);
    commit(sandbox, "One");
    expect(verify(sandbox)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^not judged: local\.a: whether a commit is 'amend' is known only/),
    });
  });

  test("a merge is seen by its parents", () => {
    const sandbox = new Sandbox();
    local(sandbox, `{id: local.a, when: {commit: [merge]}, ${refs}}`);
    commit(sandbox, "One");
    sandbox.realGit(["checkout", "-q", "-b", "side"]);
    commit(sandbox, "Side");
    sandbox.realGit(["checkout", "-q", "main"]);
    commit(sandbox, "Two");
    sandbox.realGit(["merge", "-q", "--no-ff", "-m", "Merge it", "side"]);
    expect(verify(sandbox)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("1 of 4 commits breaks"),
    });
  });

  test("the remote is the repository's, or the one named", () => {
    const sandbox = new Sandbox();
    local(sandbox, `{id: local.a, when: {remote: [example.org/*]}, ${refs}}`);
    commit(sandbox, "One");
    expect(verify(sandbox)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        "is in force: local.a: the repository has no remote [E-not-possible]\n",
      ),
    });
    expect(verify(sandbox, "--remote", "https://example.org/x.git").status).toBe(1);
    expect(verify(sandbox, "--remote=git@elsewhere.org:x")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("no remote matches 'example.org/*' [E-not-possible]\n"),
    });
    sandbox.realGit(["remote", "add", "origin", "git@example.org:x.git"]);
    expect(verify(sandbox).status).toBe(1);
  });

  test("the author and the committer are the commit's own", () => {
    const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [${join(root, "plugins", "dco")}]\n`);
    commitObject(sandbox, "One\n\nSigned-off-by: Bo <bo@example.org>\n");
    expect(verify(sandbox)).toMatchObject({ status: 0 });
    commitObject(sandbox, "One\n\nSigned-off-by: Ann Author <ann@example.org>\n");
    expect(verify(sandbox)).toMatchObject({ status: 1 });
  });

  test("scope: own leaves the commits of others alone, and says so", () => {
    const sandbox = new Sandbox(`version: 1\nscope: own\nplugins:\n  dirs: [${github}]\n`);
    commit(sandbox, "Theirs", {}, ["--author=Other <other@example.org>"]);
    expect(verify(sandbox)).toEqual({
      status: 0,
      stdout:
        "left alone: 1 commit: it is somebody else's, and the scope is 'own'\n" +
        "interlock: 1 commit, and no rule is broken\n",
      stderr: "",
    });
    commit(sandbox, "Ours");
    expect(verify(sandbox)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("1 of 2 commits breaks"),
    });
  });

  test("the commits of trusted authors pass", () => {
    const sandbox = new Sandbox(
      `version: 1\npush: {trustAuthors: ["*@bots.example.org"]}\nplugins:\n  dirs: [${github}]\n`,
    );
    commit(sandbox, "One", {}, ["--author=Bot <a@bots.example.org>"]);
    expect(verify(sandbox)).toMatchObject({ status: 0, stdout: expect.stringContaining("trustAuthors") });
    commit(sandbox, "Two", {}, ["--author=Bot <a@bots.example.org.evil.com>"]);
    expect(verify(sandbox)).toMatchObject({ status: 1 });
  });

  test("under mode: report nothing fails", () => {
    const sandbox = new Sandbox(`version: 1\nmode: report\nplugins:\n  dirs: [${github}]\n`);
    commit(sandbox, "One");
    expect(verify(sandbox)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("1 of 1 commit breaks a rule (report only)"),
    });
  });

  test("an empty message cannot have what is required", () => {
    const sandbox = new Sandbox();
    commit(sandbox, "");
    expect(verify(sandbox)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(
        "requires the trailer 'Co-authored-by', and an empty message cannot carry it",
      ),
    });
  });

  test("a message in another encoding is judged as the text that it is", () => {
    const sandbox = new Sandbox();
    local(
      sandbox,
      "{id: local.a, hook: commit.message.finalize, effects: [{type: text.requireMatch, pattern: '^Größe', message: 'no'}]}",
    );
    commitObject(sandbox, "Gr\xf6\xdfe\n", "encoding ISO-8859-1\n");
    expect(verify(sandbox).status).toBe(0);
    commitObject(sandbox, "Gr\xf6\xdfe\n");
    expect(verify(sandbox).status).toBe(1);
    commitObject(sandbox, "\x47\x00\x72\x00".replace(/\0/g, ""), "encoding no-such-code\n");
    expect(verify(sandbox)).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("its encoding 'no-such-code' is not one that rules can be read in"),
    });
  });

  test("a trailer counts only if it is one in the encoding that the commit names", () => {
    const sandbox = new Sandbox();
    commitObject(sandbox, `One\n\n${botTrailer}\n`, "encoding ISO-8859-2\n");
    expect(verify(sandbox).status).toBe(0);
    for (const encoding of ["UTF-16LE", "ISO-2022-JP", "UTF-7", "", "utf8 ", "UTF-8\r", "UTF-8//TRANSLIT"]) {
      commitObject(sandbox, `One\n\n${botTrailer}\n`, `encoding ${encoding}\n`);
      expect(verify(sandbox)).toMatchObject({
        status: 2,
        stdout: expect.stringContaining("is not one that rules can be read in"),
      });
    }
  });

  test("what is forbidden is found in the text of a message, and in its bytes", () => {
    const sandbox = new Sandbox();
    local(
      sandbox,
      "{id: local.a, hook: commit.message.finalize, effects: [{type: text.forbidMatch, pattern: 'Größe', message: 'no'}]}",
    );
    commitObject(sandbox, "Gr\xf6\xdfe\n", "encoding ISO-8859-2\n");
    expect(verify(sandbox).status).toBe(1);
    commitObject(sandbox, "Gr\xc3\xb6\xc3\x9fe\n", "encoding ISO-8859-2\n");
    expect(verify(sandbox).status).toBe(1);
    commitObject(sandbox, "Gr\xf6\xdfer\n", "encoding ISO-8859-5\n");
    expect(verify(sandbox).status).toBe(0);
  });

  test("a trailer that has to go is found in the text of a message, and in its bytes", () => {
    const sandbox = new Sandbox();
    local(
      sandbox,
      "{id: local.a, hook: commit.message.finalize, effects: [{type: text.removeTrailer, key: Made-by, values: ['*Grün*']}]}",
    );
    const made = (bytes: string, encoding: string): string =>
      commitObject(sandbox, `One\n\nMade-by: ${bytes}\n`, `encoding ${encoding}\n`);
    made("Gr\xfcn", "ISO-8859-1");
    expect(verify(sandbox).status).toBe(1);
    // git shows the bytes of what it cannot decode.
    for (const encoding of ["us-ascii", "ISO-8859-1", "ISO-8859-2"]) {
      made("Gr\xc3\xbcn", encoding);
      expect(verify(sandbox), encoding).toMatchObject({
        status: 1,
        stdout: expect.stringContaining("local.a: would have removed 'Made-by: Gr"),
      });
    }
    made("Gr\xf6n", "ISO-8859-1");
    expect(verify(sandbox).status).toBe(0);
  });

  test("what calls itself ASCII and is not is judged by the bytes that git shows", () => {
    const sandbox = new Sandbox();
    local(
      sandbox,
      "{id: local.a, hook: commit.message.finalize, effects: [{type: text.ensureTrailer, key: Team, value: Grün}]}",
    );
    for (const encoding of ["us-ascii", "ASCII"]) {
      commitObject(sandbox, "One\n\nTeam: Gr\xfcn\n", `encoding ${encoding}\n`);
      expect(verify(sandbox).status).toBe(1);
      commitObject(sandbox, "One\n\nTeam: Gr\xc3\xbcn\n", `encoding ${encoding}\n`);
      expect(verify(sandbox).status).toBe(0);
    }
  });

  test("nor is what a byte hides that means nothing in its encoding: git gives up there, and shows the bytes", () => {
    const sandbox = new Sandbox();
    local(
      sandbox,
      "{id: local.a, hook: commit.message.finalize, effects: [{type: text.ensureTrailer, key: Team, value: Grün}]}",
    );
    commitObject(sandbox, "One\n\nTeam: Gr\xfcn\n", "encoding windows-1254\n");
    expect(verify(sandbox).status).not.toBe(1);
    commitObject(sandbox, "One \x81\n\nTeam: Gr\xfcn\n", "encoding windows-1254\n");
    expect(verify(sandbox)).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("its encoding 'windows-1254' is not one that rules can be read in"),
    });
  });

  test("a trusted author is one by the name that the commit's encoding tells", () => {
    const sandbox = new Sandbox();
    local(sandbox, `{id: local.a, ${refs}}`, 'push: {trustAuthors: ["Jörg <*>"]}\n');
    const status = (name: string, encoding: string): Run["status"] => {
      commitObject(sandbox, "One\n", `encoding ${encoding}\n`, name);
      return verify(sandbox).status;
    };
    expect(status("J\xf6rg", "ISO-8859-2")).toBe(0);
    expect(status("J\xc3\xb6rg", "UTF-8")).toBe(0);
    expect(status("J\xc3\xb6rg", "ISO-8859-2")).toBe(1);
    expect(status("J\xc3\xb6rg", "KOI8-R")).toBe(1);
  });

  test("a message that goes on behind a NUL byte is not judged", () => {
    const sandbox = new Sandbox();
    const id = commitObject(sandbox, `One\0\n\n${botTrailer}\n`);
    expect(verify(sandbox)).toMatchObject({
      status: 2,
      stdout: expect.stringContaining(`not judged: commit ${id.slice(0, 12)}: its message has a NUL byte`),
    });
  });

  test("why a range cannot be walked is said in git's own words, and nothing else", () => {
    const sandbox = new Sandbox();
    const tree = sandbox.realGit(["mktree"]).stdout.trim();
    const people = "author A <a@x> 1 +0000\ncommitter A <a@x> 1 +0000\n";
    const input = `tree ${tree}\nparent ${"1".repeat(40)}\n${people}\nOne\n`;
    const id = sandbox.realGit(["hash-object", "-t", "commit", "-w", "--stdin"], { input }).stdout.trim();
    expect(sandbox.interlock(["verify", id])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^interlock: error: git cannot walk these commits: (error|fatal): /),
    });
  });

  test("a large message is read whole", () => {
    const sandbox = new Sandbox();
    const text = "a line of 26 letters, and LF\n".repeat(35_000);
    commitObject(sandbox, `One\n\n${text}\n${botTrailer}\n`);
    expect(verify(sandbox)).toMatchObject({ status: 0 });
    commitObject(sandbox, `One\n\n${text}\n`);
    expect(verify(sandbox)).toMatchObject({ status: 1 });
  });

  test.each([
    [["--formt=json"], 129, "'verify' takes no '--formt=json'"],
    [["--format=jsn"], 129, "unknown format 'jsn'"],
    [["--format"], 129, "'--format' needs a value"],
    [["--allow-skipped=yes"], 129, "'--allow-skipped' takes no value"],
    [["--all", "HEAD"], 129, "'--all' and 'HEAD' are two ways to say which commits"],
    [["--all", "--stdin"], 129, "'--all' and '--stdin' are two ways to say which commits"],
    [["nope"], 2, "git cannot walk these commits: fatal: bad revision 'nope'"],
  ])("verify %j is refused with %j", (args, code, message) => {
    const { status, stdout, stderr } = verify(new Sandbox(), ...args);
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
    expect(stderr).toContain(`interlock: error: ${message}`);
    expect(stderr).toContain("\nhint: ");
  });

  test.each([
    [["--format=json", "nope"], "not-possible", "git cannot walk these commits: fatal: bad revision 'nope'"],
    [["--format", "json", "--nope"], "wrong-usage", "'verify' takes no '--nope'"],
  ])("verify %j says what is wrong in JSON, too", (args, code, message) => {
    const { stdout, stderr } = verify(new Sandbox(), ...args);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      diagnostics: [{ severity: "error", code, message }],
    });
    expect(stderr).toContain(message);
  });

  test("a set-up that does not work is told in JSON, too", () => {
    const { status, stdout } = verify(new Sandbox("version: 1\nplugin: {}\n"), "--format=json");
    expect(status).toBe(128);
    // A reader of JSON sees nothing above it.
    const hint = "fix what 'interlock compile' names";
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, diagnostics: [{ code: "compile-failed", hint }] });
  });

  test("without any configuration nothing is judged, and that is no success", () => {
    const sandbox = new Sandbox();
    const run = sandbox.interlock(["verify"], { env: { INTERLOCK_CONFIG: undefined } });
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining("there is no configuration") });
  });

  test("a configuration that does not work ends with 128", () => {
    const run = verify(new Sandbox("version: 1\nplugin: {}\n"));
    expect(run).toMatchObject({ status: 128, stderr: expect.stringContaining("unknown key 'plugin'") });
  });
});
