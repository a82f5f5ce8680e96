import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

const doc = readFileSync(join(root, "docs", "ci.md"), "utf8");
/** The script that the document shows. */
const script = /^```sh\n([^]*?)^```/m.exec(doc)?.[1] ?? "";

let sandbox: Sandbox;
let bare = "";

forBinaryAndColdSide(() => {
  /** A bare repository with the document's hook, to which `repo` pushes as `origin`. */
  beforeEach(() => {
    sandbox = new Sandbox();
    bare = join(sandbox.folder, "bare.git");
    sandbox.realGit(["init", "-q", "--bare", bare]);
    sandbox.write(join(bare, "hooks", "pre-receive"), script, 0o755);
    sandbox.realGit(["remote", "add", "origin", bare]);
  });

  function commit(message: string): string {
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", message]);
    return sandbox.realGit(["rev-parse", "--short=12", "HEAD"]).stdout.trim();
  }

  const good = (): string => commit(`Good\n\n${botTrailer}`);

  /** By the real git; interlock is on the PATH of the hook. */
  function push(...args: string[]): Run {
    sandbox.readyPlan();
    return sandbox.run("/usr/bin/git", ["push", "-q", "origin", ...args], {
      env: { GITHUB_APP_BOT_NAME: "Robo Bot", GITHUB_APP_BOT_EMAIL: "bot@example.org" },
    });
  }

  function refs(): string[] {
    return sandbox
      .realGit(["for-each-ref", "--format=%(refname)"], { cwd: bare })
      .stdout.split("\n")
      .slice(0, -1);
  }

  test("a push of clean commits is taken", () => {
    good();
    good();
    expect(push("main")).toMatchObject({ status: 0 });
    expect(refs()).toEqual(["refs/heads/main"]);
  });

  test("a push with one commit that breaks a rule is refused, with the list", () => {
    good();
    const bad = commit("Bad");
    good();
    const { status, stderr } = push("main");
    expect(status).toBe(1);
    expect(stderr).toContain(`remote: commit ${bad} Bad`);
    expect(stderr).toContain(`remote:     +${botTrailer}`);
    expect(stderr).toContain("remote: interlock: 1 of 3 commits breaks a rule");
    expect(refs()).toEqual([]);
  });

  test("only what is new is judged", () => {
    commit("Old and bad");
    sandbox.write(join(bare, "hooks", "pre-receive"), "#!/bin/sh\n", 0o755);
    expect(push("main").status).toBe(0);
    sandbox.write(join(bare, "hooks", "pre-receive"), script, 0o755);
    good();
    expect(push("main", "main:refs/heads/other")).toMatchObject({ status: 0 });
    expect(refs()).toEqual(["refs/heads/main", "refs/heads/other"]);
  });

  test("a ref may be deleted, and notes may be pushed", () => {
    good();
    sandbox.realGit(["notes", "add", "-m", "a note"]);
    expect(push("main", "main:refs/heads/gone", "refs/notes/commits")).toMatchObject({ status: 0 });
    const silent = expect.not.stringContaining("interlock");
    expect(push("--delete", "gone")).toMatchObject({ status: 0, stderr: silent });
    expect(push("main:refs/tags/v1")).toMatchObject({ status: 0, stderr: silent });
    expect(push("--delete", "v1")).toMatchObject({ status: 0, stderr: silent });
    expect(refs()).toEqual(["refs/heads/main", "refs/notes/commits"]);
  });

  test("on refs/notes only what git itself writes there passes unjudged, and there alone", () => {
    const bad = commit("Bad");
    const refused = { status: 1, stderr: expect.stringContaining(`commit ${bad} Bad`) };
    for (const ref of [
      "refs/notes/hidden",
      "refs/replace/0123456789012345678901234567890123456789",
      "refs/stash",
    ])
      expect(push(`main:${ref}`), ref).toMatchObject(refused);
    const note = commit("Notes added by 'git notes add'");
    expect(push("HEAD:refs/notes/x")).toMatchObject(refused);
    sandbox.realGit(["reset", "-q", "--hard", "HEAD^"]);
    sandbox.realGit(["checkout", "-q", "--orphan", "notes"]);
    commit("Notes added by 'git notes add'");
    expect(push("HEAD:refs/notes/x")).toMatchObject({ status: 0 });
    // It was taken for a note. Whoever pushes into a namespace names its refs without what stands before them.
    for (const ref of [
      "refs/heads/notes",
      "refs/namespaces/n/refs/notes/x",
      "refs/namespaces/n/refs/heads/refs/notes/x",
    ])
      expect(push(`HEAD:${ref}`), ref).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("1 of 1 commit breaks a rule"),
      });
    expect(note).not.toBe(bad);
    expect(refs()).toEqual(["refs/notes/x"]);
  });

  const author = "author Ann <ann@example.org> 1 +0000\n";
  const committer = "committer Bo <bo@example.org> 1 +0000\n";
  const ending = `\nOne\n\n${botTrailer}\n`;

  /** The bytes behind `tree <id>\n`. All have the trailer, for a reader of some kind. */
  const oddObjects: { [title: string]: string } = {
    "a NUL byte in the message": `${author}${committer}\nOne\0\n\n${botTrailer}\n`,
    "a NUL byte in the header": `${author}${committer}x \0\n${ending}`,
    "no author": committer + ending,
    "two authors": author + author + committer + ending,
    "a parent behind the author": `${author}parent 0123456789012345678901234567890123456789\n${committer}${ending}`,
    "a header that goes on with nothing": `${author}${committer} more\n${ending}`,
    "two encodings": `${author}${committer}encoding UTF-8\nencoding UTF-16\n${ending}`,
    "an encoding of other words": `${author}${committer}encoding UTF-16\n${ending}`,
    "an encoding that is spelled oddly": `${author}${committer}encoding utf8 \n${ending}`,
    "an encoding of no name": `${author}${committer}encoding \n${ending}`,
    "a trailer above a comment of another kind": `${author}${committer}\nOne\n\n${botTrailer}\n\n; text\n`,
    "a trailer below a scissors line": `${author}${committer}\nOne\n# ------------------------ >8 ------------------------\n\n${botTrailer}\n`,
  };

  test.each(Object.entries(oddObjects))("nobody gets past it with %s", (_, rest) => {
    sandbox.realGit(["config", "core.commentChar", ";"], { cwd: bare });
    const tree = sandbox.realGit(["mktree"]).stdout.trim();
    const hash = ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"];
    const write = (bytes: string): string =>
      sandbox.realGit(hash, { input: Buffer.from(`tree ${tree}\n${bytes}`, "latin1") }).stdout.trim();
    const run = push(`${write(rest)}:refs/heads/main`);
    expect(run.stderr).toMatch(/pre-receive hook declined/);
    expect(refs()).toEqual([]);
    // The same as it should be is taken.
    expect(push(`${write(author + committer + ending)}:refs/heads/main`)).toMatchObject({ status: 0 });
  });

  test("a second header block is text, and is judged", () => {
    const tree = sandbox.realGit(["mktree"]).stdout.trim();
    const hash = ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"];
    const object = `tree ${tree}\n\n${author}${committer}${ending}`;
    const id = sandbox.realGit(hash, { input: object }).stdout.trim();
    expect(push(`${id}:refs/heads/main`).status).toBe(1);
    expect(refs()).toEqual([]);
  });

  test("grafts, shallow files and variables of the caller's hide no commit", () => {
    const bad = commit("Bad");
    good();
    const tip = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
    const refused = { status: 1, stderr: expect.stringContaining(`commit ${bad} Bad`) };
    const graft = join(sandbox.folder, "graft");
    sandbox.write(graft, `${tip}\n`);
    const variables = [
      { GIT_GRAFT_FILE: graft },
      { GIT_SHALLOW_FILE: graft },
      { GIT_TEST_COMMIT_GRAPH: "1" },
      { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.commentChar", GIT_CONFIG_VALUE_0: "B" },
      { GIT_REPLACE_REF_BASE: "refs/heads/" },
    ];
    // In front of the hook's own command: what receive-pack hands on may be another matter.
    for (const each of variables) {
      const words = Object.entries(each).map(([name, value]) => `export ${name}=${value}\n`);
      sandbox.write(join(bare, "hooks", "pre-receive"), script.replace("\n", `\n${words.join("")}`), 0o755);
      expect(push("main"), words.join()).toMatchObject(refused);
    }
    sandbox.write(join(bare, "hooks", "pre-receive"), script, 0o755);
    sandbox.write(join(bare, "info", "grafts"), `${tip}\n`);
    sandbox.write(join(bare, "shallow"), `${tip}\n`);
    expect(push("main")).toMatchObject(refused);
    expect(refs()).toEqual([]);
  });

  test("a ref name may have any bytes, and a line that is none of git's ends it", () => {
    good();
    const id = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
    commit("Bad");
    const bad = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
    sandbox.realGit(["update-ref", "-d", "refs/heads/main"]);
    const zeros = "0".repeat(40);
    const verify = (input: string) =>
      sandbox.interlock(["verify", "--pre-receive"], { input: Buffer.from(input, "latin1") });
    expect(verify(`${zeros} ${id} refs/heads/voil\xe0\xa0\n`)).toMatchObject({ status: 0 });
    expect(verify(`${zeros} ${bad} refs/heads/voil\xc3\xa0\n`)).toMatchObject({ status: 1 });
    for (const input of [
      "",
      `${zeros} ${id} refs/heads/main`,
      `${zeros} ${id}\n`,
      `${zeros} ${id} refs/heads/a b\n`,
      `${zeros} ${id.slice(1)} refs/heads/main\n`,
      `${zeros} --all refs/heads/main\n`,
      `${zeros} ${id} refs/heads/main\n\n`,
    ])
      expect(verify(input), input).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("a pre-receive hook"),
      });
  });

  test("an annotated tag stands for its commit, and one of a blob for nothing", () => {
    good();
    expect(push("main").status).toBe(0);
    const bad = commit("Bad");
    sandbox.realGit(["tag", "-a", "-m", "tagged", "v1"]);
    expect(push("v1")).toMatchObject({ status: 1, stderr: expect.stringContaining(`commit ${bad} Bad`) });
    const blob = sandbox.realGit(["hash-object", "-w", "--stdin"], { input: "x" }).stdout.trim();
    sandbox.realGit(["tag", "blob", blob]);
    expect(push("blob")).toMatchObject({ status: 0 });
  });

  test("tags of tags, trees and old commits pass, as do new and moved branches at commits that are here", () => {
    for (let i = 0; i < 4; i++) good();
    expect(push("main")).toMatchObject({ status: 0 });
    sandbox.realGit(["tag", "-a", "-m", "old", "old", "main~2"]);
    sandbox.realGit(["tag", "-a", "-m", "outer", "outer", "old"]);
    sandbox.realGit(["tag", "-a", "-m", "tree", "tree", "main^{tree}"]);
    const clean = { status: 0, stderr: expect.not.stringContaining("error") };
    for (const ref of ["old", "outer", "tree", "main^{tree}:refs/tags/bare", "main~3:refs/heads/new"])
      expect(push(ref), ref).toMatchObject(clean);
    expect(push("--force", "main~1:main")).toMatchObject(clean);
    sandbox.realGit(["checkout", "-q", "-b", "side", "main~3"]);
    good();
    sandbox.realGit(["tag", "-a", "-m", "new", "new"]);
    expect(push("side", "refs/tags/new")).toMatchObject(clean);
    const bad = commit("Bad");
    sandbox.realGit(["tag", "-a", "-m", "inner", "inner"]);
    sandbox.realGit(["tag", "-a", "-m", "bad", "bad", "inner"]);
    const { status, stderr } = push("refs/tags/bad");
    expect(status).toBe(1);
    expect(stderr).toContain(`commit ${bad} Bad`);
    expect(stderr).toContain("1 of 1 commit breaks a rule");
  });

  test("old commits on one line pass, however many refs are pushed to them at once", () => {
    const old = [1, 2, 3, 4].map((number) => commit(`Bad ${number}`));
    good();
    sandbox.write(join(bare, "hooks", "pre-receive"), "#!/bin/sh\n", 0o755);
    expect(push("main").status).toBe(0);
    sandbox.write(join(bare, "hooks", "pre-receive"), script, 0o755);
    old.forEach((id, i) => sandbox.realGit(["tag", `v${i}`, id]));
    expect(push("--tags")).toMatchObject({ status: 0 });
    expect(refs()).toHaveLength(5);
  });

  /** The hook's `git`: a script that may run the real one. Gives the PATH on which it is the next one after ours. */
  function replaceGit(lines: string): string {
    const folder = join(sandbox.folder, "other");
    const path = String(sandbox.environment()["PATH"]).replace("/usr/bin", `${folder}:/usr/bin`);
    sandbox.write(join(folder, "git"), `#!/bin/sh\n${lines}\nexec /usr/bin/git "$@"\n`, 0o755);
    sandbox.write(join(bare, "hooks", "pre-receive"), script.replace("\n", `\nPATH=${path}\n`), 0o755);
    return path;
  }

  const shortListings: { [title: string]: string } = {
    nothing: `case " $* " in *" rev-list "*) cat >/dev/null; exit 0;; esac`,
    "one commit": `case " $* " in *" rev-list "*) exec /usr/bin/git "$@" --max-count=1;; esac`,
  };

  test.each(Object.entries(shortListings))(
    "where git lists %s, the others are judged all the same",
    (_, git) => {
      good();
      expect(push("main").status).toBe(0);
      replaceGit(git);
      good();
      good();
      expect(push("main")).toMatchObject({ status: 0 });
      const bad = commit("Bad");
      good();
      const refused = { status: 1, stderr: expect.stringContaining(`commit ${bad} Bad`) };
      expect(push("main")).toMatchObject(refused);
      sandbox.realGit(["tag", "-a", "-m", "tagged", "v1"]);
      expect(push("v1")).toMatchObject(refused);
      expect(push("main:refs/notes/x")).toMatchObject(refused);
      expect(refs()).toEqual(["refs/heads/main"]);
    },
  );

  test("where git gets no input, or lists no refs, nothing passes unjudged", () => {
    const bad = commit("Bad");
    replaceGit("exec </dev/null");
    expect(push("main")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /git cannot walk these commits: '[0-9a-f]{40}' is not there, or cannot be read/,
      ),
    });
    replaceGit(`case " $* " in *" rev-list "*|*" show-ref "*) exit 1;; esac`);
    expect(push("main").status).toBe(1);
    replaceGit(`case " $* " in *" show-ref "*) exit 1;; esac`);
    expect(push("main")).toMatchObject({ status: 1, stderr: expect.stringContaining(`commit ${bad} Bad`) });
    expect(refs()).toEqual([]);
  });

  test("a tag that claims its commit to be something else hides nothing, wherever it stands", () => {
    good();
    const base = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
    commit("Bad");
    const bad = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
    sandbox.realGit(["update-ref", "refs/heads/main", base]);
    const hash = ["hash-object", "-t", "tag", "-w", "--stdin", "--literally"];
    const tagOf = (id: string, type: string): string =>
      sandbox
        .realGit(hash, { input: `object ${id}\ntype ${type}\ntag x\ntagger A <a@b> 1 +0000\n\nx\n` })
        .stdout.trim();
    // As git 2.34 does: it drops the commit, and is content.
    const dropping = replaceGit(`case " $* " in *" --header "*) cat >/dev/null; exit 0;; esac`);
    const usual = String(sandbox.environment()["PATH"]);
    const verify = (path: string, ...ids: string[]): Run =>
      sandbox.interlock(["verify", "--pre-receive"], {
        input: ids.map((id, i) => `${"0".repeat(40)} ${id} refs/heads/b${i}\n`).join(""),
        env: { PATH: path },
      });
    for (const type of ["blob", "tree", "tag"]) {
      const lie = tagOf(bad, type);
      for (const ids of [[lie, bad], [bad, lie], [lie], [tagOf(lie, "tag"), bad], [tagOf(lie, "commit")]])
        for (const path of [usual, dropping])
          expect(verify(path, ...ids), `${type} ${path}`).toMatchObject({ status: expect.toBeOneOf([1, 2]) });
      // This git gives an answer about each.
      const { status, stdout } = verify(dropping, lie, bad);
      expect(status).toBe(1);
      expect(stdout).toContain(`commit ${bad.slice(0, 12)} Bad`);
    }
    const blob = sandbox.realGit(["hash-object", "-w", "--stdin"], { input: "x" }).stdout.trim();
    expect(verify(dropping, tagOf(blob, "blob"), base)).toMatchObject({ status: 0 });
    expect(verify(usual, tagOf(tagOf(blob, "blob"), "tag"), base)).toMatchObject({ status: 0 });
    expect(verify(usual, tagOf("1".repeat(40), "commit"), base)).toMatchObject({ status: 2 });
  });

  test("a rule for a remote is not passed over: the repository has to be told its name", () => {
    const local = (when: string): string => `extensions:
  hookApiVersion: 1
  hooks:
    - {id: local.a, hook: commit.message.finalize, when: {remote: [${when}]}, effects: [{type: text.ensureTrailer, key: Refs, value: x}]}
`;
    sandbox.write(join(sandbox.folder, "interlock", "local", "plugin.yaml"), local("acme.example/*"));
    sandbox.write(sandbox.config, "version: 1\nplugins: {dirs: [local]}\n");
    commit("One");
    expect(push("main")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("which remote the commits are for is not known here"),
    });
    const named = script.replace("--pre-receive", "--pre-receive --remote https://acme.example/app");
    sandbox.write(join(bare, "hooks", "pre-receive"), named, 0o755);
    expect(push("main")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("lacks 'Refs: "),
    });
    const other = named.replace("acme.example", "other.example");
    sandbox.write(join(bare, "hooks", "pre-receive"), other, 0o755);
    expect(push("main")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("local.a: no remote matches 'acme.example/*'"),
    });
    const allowed = other.replace("--pre-receive", "--allow-skipped --pre-receive");
    sandbox.write(join(bare, "hooks", "pre-receive"), allowed, 0o755);
    expect(push("main")).toMatchObject({ status: 0 });
  });

  test("refs that do not fit into a pipe at once, or come late, are all judged", () => {
    const bad = commit("Bad");
    const many = Array.from({ length: 1500 }, (_, i) => `main:refs/heads/b${i}`);
    const run = push(...many);
    expect(run.stderr).toContain(`commit ${bad} Bad`);
    expect(run.status).toBe(1);
    good();
    const line = `${"0".repeat(40)} ${sandbox.realGit(["rev-parse", "main"]).stdout.trim()} refs/heads/main`;
    sandbox.write(
      join(bare, "hooks", "pre-receive"),
      `#!/bin/sh\n(sleep 0.3; echo ${line}) | interlock verify --pre-receive\n`,
      0o755,
    );
    expect(push("main").stderr).toContain(`commit ${bad} Bad`);
    expect(refs()).toEqual([]);
  });
});
