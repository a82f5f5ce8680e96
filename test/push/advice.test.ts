/**
 * What a refused push says to do, done.
 */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botTrailer, type Run } from "../support/sandbox.ts";
import { createPushing, type Pushing } from "./pushing.ts";

const carol = "GIT_AUTHOR_NAME=Carol GIT_AUTHOR_EMAIL=carol@example.org git commit -q --allow-empty";

const trustCarol =
  "list authors whose commits may pass in 'push.trustAuthors' of the install config, for instance 'Carol <carol@example.org>'";

function hints(stderr: string): string[] {
  return [...stderr.matchAll(/^hint: (.*)$/gm)].map((match) => match[1] as string);
}

/** The command that the hint ends with. */
function commandIn(hint: string): string {
  return /: ((?:cd|git|interlock) .*)$/.exec(hint)?.[1] ?? "false";
}

/** A plugin with a rule that adds a trailer, and one that checks titles. */
function createChecked(): Pushing {
  const pushing = createPushing(
    `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}, ../plugins]\n`,
  );
  pushing.sandbox.write(
    join(pushing.sandbox.folder, "plugins", "local", "plugin.yaml"),
    `name: local
extensions:
  hookApiVersion: 1
  hooks:
    - id: local.title
      hook: commit.message.finalize
      effects: [{ type: text.requireMatch, pattern: "^fix: ", message: "a title begins with 'fix: '" }]
`,
  );
  return pushing;
}

/** For a shell: commits a new file. git cannot reword a commit that changes nothing. */
const commitFile = `commit() { mktemp ./f.XXXXXX >/dev/null; git add f.*; git commit -q -m "$1" -m '${botTrailer}'; }`;

/** What a person does in the editors that a command opens, and for the dots. */
const asAPerson = `export GIT_SEQUENCE_EDITOR='sed -i -e "s/^pick/reword/" -e "s/^merge -C/merge -c/"'
export GIT_EDITOR='sed -i -e "1s/^/fix: /" -e "1s/^fix: fix: /fix: /"'`;

/** A rebase stops at the next message that breaks a check, and has a hint of its own. */
function type(pushing: Pushing, command: string): Run {
  const run = typeOne(pushing, command);
  const goOn = /^hint: change the message: (.*)$/m.exec(run.stderr)?.[1];
  return goOn === undefined ? run : type(pushing, goOn);
}

function typeOne(pushing: Pushing, command: string): Run {
  // Byte for byte: names need not be UTF-8.
  const script = `${asAPerson}\n${command.replace("'...'", "'fix: words'")}\n`;
  writeFileSync(join(pushing.sandbox.folder, "typed"), script, "latin1");
  return pushing.run(". $OUT/typed");
}

/** Follows all hints, one after the other, and pushes again. */
function follow(pushing: Pushing, push: string, most = 1): string[] {
  const refused = pushing.run(push);
  expect(refused.status).toBe(1);
  const said = hints(refused.stderr);
  expect(said.length).toBeGreaterThan(0);
  expect(said.length).toBeLessThanOrEqual(most);
  for (const hint of said)
    expect(type(pushing, commandIn(hint))).toEqual({
      status: 0,
      stdout: expect.any(String),
      stderr: expect.any(String),
    });
  const [, instead = "", old = ""] = /push '(.*)' in place of '(.*)': /.exec(said.at(-1) ?? "") ?? [];
  const again = pushing.run(instead === "" ? push : push.replace(old, instead));
  expect(again.stderr).not.toContain("interlock:");
  expect(again.status).toBe(0);
  return said;
}

test("one line of a refusal begins with 'error:'", () => {
  const pushing = createPushing();
  pushing.bad();
  const errors = pushing.run("git push origin main").stderr.match(/^error: .*$/gm);
  expect(errors?.[0]).toMatch(
    /^error: interlock: 1 of 1 commit for '.*' breaks a rule; nothing was pushed \[E-push-refused\]$/,
  );
});

test.each([
  ["the branch that is checked out", "git push origin main"],
  ["--mirror", "git push --mirror origin"],
  ["--all", "git push --all origin"],
  ["HEAD", "git push origin HEAD:refs/heads/new"],
  ["the same branch to two refs", "git push origin main main:new HEAD:newer"],
  ["an expression", "git push origin HEAD~0:refs/heads/new"],
])("one's own commits are fixed: %s", (_, push) => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare("git branch a-branch; git tag before; git update-ref refs/remotes/origin/a HEAD");
  pushing.bad();
  follow(pushing, push);
});

test("--mirror names all that leads to the commit", () => {
  const pushing = createPushing();
  pushing.good();
  const bad = pushing.bad();
  pushing.prepare("git tag a; git switch -q -c topic HEAD~");
  const start = `${bad.slice(0, 12)}^..`;
  expect(follow(pushing, "git push --mirror origin")).toEqual([
    `fix it, then push again: interlock fix ${start}main ${start}a`,
  ]);
});

test.each(["it's", "a;b'c", "$x", "!important", 'a"b', "a&b|c", "(a)", "a#b", "voil\u00e0", "`id`", "-x"])(
  "a branch that is not checked out, called %s",
  (name) => {
    const pushing = createPushing();
    pushing.good();
    pushing.prepare(`git switch -q -c odd`);
    pushing.bad();
    const word = `'${name.replaceAll("'", "'\\''")}'`;
    pushing.prepare(`git update-ref refs/heads/${word} HEAD; git switch -q main; git branch -qD odd`);
    follow(pushing, `git push origin refs/heads/${word}`);
  },
);

test("a branch whose name has a byte that some shells take for a space, and one that is called like a tag", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.bad();
  pushing.prepare(`git branch "$(printf 'a\\240b')"; git branch v1; git tag v1 HEAD~`);
  const [hint] = follow(pushing, "git push origin main refs/heads/v1 \"$(printf 'a\\240b')\"");
  expect(hint).toContain("..heads/v1");
  expect(hint).toContain("..'a\u00a0b'");
});

test("many bad commits among 1,500: the range has them all", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare("git push -q origin main");
  pushing.prepare(
    `ident=$(git var GIT_COMMITTER_IDENT | sed 's/ [0-9]* [-+0-9]*$//')
    for i in $(seq 1500); do
      printf 'commit refs/heads/main\\ncommitter %s %s +0000\\ndata 4\\nBad\\n' "$ident" $((1700000000 + i))
      [ $i = 1 ] && printf 'from refs/heads/main^0\\n'; echo
    done | git fast-import --quiet --force`,
  );
  expect(follow(pushing, "git push origin main")[0]).toMatch(/: interlock fix [0-9a-f]{12}\^\.\.main$/);
});

test.each([
  ["branches", "git push --all origin", " --branches [0-9a-f]{12}\\^\\.\\.$"],
  ["tags", "git push --tags origin", " --tags [0-9a-f]{12}\\^\\.\\.$"],
  ["branches and tags", "git push --mirror origin", " --branches --tags [0-9a-f]{12}\\^\\.\\.$"],
])("20 %s, each with a bad commit of its own, are fixed by one command", (_, push, words) => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(
    "for i in $(seq 20); do git switch -q -c b$i main; git commit -q --allow-empty -m Bad$i; git tag -am x v$i; done",
  );
  pushing.prepare("git switch -q main; git commit -q --allow-empty -m Bad");
  expect(follow(pushing, push)).toEqual([expect.stringMatching(`^fix them, then push again: .*${words}`)]);
});

test("five branches and a tag are fixed, and no others: not one that stays here, and no tag of an old release", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(`git switch -q -c old; git commit -q --allow-empty -m Old; git tag v0; git push -q origin v0
    git switch -q -C old main; git commit -q --allow-empty -m Private
    for i in 1 2 3 4 5; do git switch -q -c b$i main; git commit -q --allow-empty -m Bad$i; done; git tag v1`);
  const others = "git rev-parse v0 old";
  const before = pushing.prepare(others);
  expect(follow(pushing, "git push origin b1 b2 b3 b4 b5 v1")[0]).toMatch(/\^\.\.b1 .*\^\.\.v1$/);
  expect(pushing.prepare(others)).toBe(before);
});

test.each([
  ["a root", "git checkout -q --orphan x; git commit -q --allow-empty -m Bad"],
  [
    "a merge of two bad lines",
    "git switch -q -c x; git commit -q --allow-empty -m Bad; git switch -q main; git commit -q --allow-empty -m Bad2; git merge -q --no-ff -m Bad3 x",
  ],
  [
    "a bad merge of unrelated lines",
    "git checkout -q --orphan x; git commit -q --allow-empty -m Bad; git switch -q main; git merge -q --no-ff --allow-unrelated-histories -m Bad3 x",
  ],
  [
    "a merge of what was published before there were rules",
    "git push -q origin main; git switch -q -c x; git commit -q --allow-empty -m Old; git push -q origin x; git switch -q main; git commit -q --allow-empty -m Bad; git merge -q --no-ff -m Bad2 x",
  ],
  ["files that are changed", "git commit -q --allow-empty -m Bad; echo 2 >file"],
  ["what is staged", "git commit -q --allow-empty -m Bad; echo 2 >file; git add file"],
  [
    "another work tree",
    "git worktree add -q $OUT/other -b x; git -C $OUT/other commit -q --allow-empty -m Bad",
  ],
])("the range and the branch fit: %s", (_, script) => {
  const pushing = createPushing();
  pushing.prepare("echo 1 >file; git add file");
  pushing.good();
  pushing.prepare(script);
  const before = pushing.prepare("git status --porcelain; git symbolic-ref HEAD");
  follow(pushing, "git push --all origin");
  expect(pushing.prepare("git status --porcelain; git symbolic-ref HEAD")).toBe(before);
});

test("a detached HEAD", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare("git switch -q --detach; git commit -q --allow-empty -m Bad");
  expect(follow(pushing, "git push origin HEAD:refs/heads/new")[0]).toContain("interlock fix --detached ");
});

test("a push from another folder", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.bad();
  pushing.prepare(`git worktree add -q "$OUT/it's" -b topic`);
  const tried = pushing.run(`cd $OUT; interlock explain -- git -C "it's" push origin topic`);
  expect(tried.stdout).toMatch(/: cd '.*\/it'\\''s' && interlock fix /);
  const [first] = follow(pushing, `cd $OUT; git -C "it's" push origin topic`);
  expect(first).toMatch(/: cd '.*\/it'\\''s' && interlock fix /);
  // A folder of the work tree is one that git finds it from.
  pushing.prepare("mkdir sub");
  expect(follow(pushing, "cd sub; git push -q origin main")[0]).toMatch(/: interlock fix /);
});

test.each([
  ["light", "git tag v1"],
  ["annotated", "git tag -am x v1"],
  ["that no branch has", "git tag v1; git reset -q --hard HEAD~2"],
  ["of a tag", "git tag -am x v0; git tag -am y v1 v0"],
])("a tag: %s", (_, tag) => {
  const pushing = createPushing();
  pushing.good();
  pushing.bad();
  pushing.good("Last");
  pushing.prepare(tag);
  follow(pushing, "git push origin v1");
});

test.each([
  ["the last commit of a branch", "HEAD", ""],
  ["one before it", "HEAD~1", ""],
  ["one that no branch has", "HEAD", "git reset -q --hard HEAD~2"],
])("an id: %s", (_, revision, script) => {
  const pushing = createPushing();
  pushing.good();
  pushing.bad();
  pushing.good("Last");
  const id = pushing.prepare(`git rev-parse ${revision}`);
  pushing.prepare(script);
  follow(pushing, `git push origin ${id}:refs/heads/new`);
});

/** The same rules, with settings for the push. */
function configured(push: string): string {
  return `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\npush:\n  ${push}\n`;
}

/** Lists in the install config what the hint says to list. */
function trustListed(pushing: Pushing, hint: string): void {
  const pattern = /, list '(.*)' in 'push\.trustRemotes' of the install config$/.exec(hint)?.[1];
  pushing.sandbox.write(pushing.sandbox.config, configured(`trustRemotes: ['${pattern}']`));
}

/** A merge of the remote `upstream`, at this address, which has five commits of Carol's. */
function mergeUpstream(pushing: Pushing, url: string): void {
  pushing.good();
  pushing.prepare(
    `git push -q origin main; git clone -q --bare $BARE ../up.git; git clone -q ../up.git ../hers
    (cd ../hers; for i in 1 2 3 4 5; do ${carol} -m Hers$i; done; git push -q)
    git remote add -f upstream ${url} 2>/dev/null; git branch -q --set-upstream-to=origin/main || true`,
  );
  pushing.good("Mine");
  pushing.prepare(`git merge -q --no-ff -m 'Merge' -m '${botTrailer}' upstream/main`);
}

test.each(["$OUT/up.git", "../up.git", "file://$OUT/up.git"])(
  "a merge of another remote of this machine: to list it comes first, to rewrite its history last: %s",
  (url) => {
    const pushing = createPushing();
    mergeUpstream(pushing, url);
    const said = hints(pushing.run("git push origin main").stderr);
    expect(said).toEqual([
      `they are on the remote 'upstream' already: to push them as they are, list '${pushing.sandbox.folder}/up' in 'push.trustRemotes' of the install config`,
      `they are not yours: ${trustCarol}`,
      expect.stringMatching(
        /^or rewrite them \(a remote has them already: tell whoever uses it\), then push again: interlock fix --all-authors --force-pushed /,
      ),
    ]);
    trustListed(pushing, said[0] ?? "");
    expect(pushing.run("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
  },
);

test("a remote that keeps no branches here is known by the address that it was pulled from", () => {
  const pushing = createPushing();
  mergeUpstream(pushing, "$OUT/up.git");
  pushing.prepare(
    "git config --unset remote.upstream.fetch; git update-ref -d refs/remotes/upstream/main; git fetch -q upstream",
  );
  const [first = ""] = hints(pushing.run("git push origin main").stderr);
  expect(first).toMatch(/^they are on the remote 'upstream' already: /);
  trustListed(pushing, first);
  expect(pushing.run("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
});

test("a trusted remote that cannot be asked is named", () => {
  const pushing = createPushing(configured('trustRemotes: ["*/up"]'));
  mergeUpstream(pushing, "$OUT/up.git");
  pushing.prepare("mv ../up.git ../away.git");
  const said = hints(pushing.run("git push origin main").stderr);
  expect(said.slice(0, 2)).toEqual([
    "the remote 'upstream' could not be asked, and may have them: push again when it can be reached",
    `they are not yours: ${trustCarol}`,
  ]);
  expect(said.join("\n")).not.toContain("git remote add");
  pushing.prepare("mv ../away.git ../up.git");
  expect(pushing.run("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
});

test("own commits that another remote has: to list it comes first, to rewrite them last", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.bad("Old");
  pushing.prepare(
    "git init -q --bare $OUT/else.git; git push -q $OUT/else.git main; git remote add else $OUT/else.git; git fetch -q else",
  );
  const list = `on the remote 'else' already: to push it as it is, list '${pushing.sandbox.folder}/else' in 'push.trustRemotes' of the install config`;
  const rewrite = expect.stringMatching(
    /^or rewrite it \(a remote has it already: tell whoever uses it\), then push again: interlock fix --force-pushed /,
  );
  const said = hints(pushing.run("git push origin main").stderr);
  expect(said).toEqual([`it is ${list}`, rewrite]);
  // What nobody has yet is fixed all the same.
  const fresh = pushing.bad("New").slice(0, 12);
  const fix = `the rest: fix it, then push again: interlock fix ${fresh}^..main`;
  expect(hints(pushing.run("git push origin main").stderr)).toEqual([`1 of them is ${list}`, fix, rewrite]);
  trustListed(pushing, said[0] ?? "");
  follow(pushing, "git push origin main");
  expect(pushing.arrived()).toEqual(["Good", "New", "Old"]);
});

test("own commits that another remote has can be rewritten all the same", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.bad();
  pushing.prepare(
    "git init -q --bare $OUT/else.git; git push -q $OUT/else.git main; git remote add -f else $OUT/else.git 2>/dev/null",
  );
  const [, rewrite = ""] = hints(pushing.run("git push origin main").stderr);
  expect(type(pushing, commandIn(rewrite))).toMatchObject({ status: 0 });
  expect(pushing.run("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
});

test("at the end of a shallow clone, the rest of the history comes first, and git's own word is named", () => {
  const pushing = createPushing();
  pushing.bad("Old");
  pushing.bad("End");
  pushing.prepare("git push -q origin main; git init -q --bare ../new.git");
  pushing.prepare(`git clone -q --depth 1 -o source file://$BARE ../shallow; cd ../shallow
    git commit -q --allow-empty -m 'Good' -m '${botTrailer}'; git remote add new ../new.git`);
  const push = "cd ../shallow; git push new HEAD:refs/heads/main";
  const said = hints(pushing.run(push).stderr);
  expect(said.join("\n")).not.toContain("interlock fix");
  expect(said[0]).toMatch(
    /^the clone is shallow and ends at [0-9a-f]{12}, .*'shallow update not allowed'.*: git fetch --unshallow source$/,
  );
  expect(pushing.run(`cd ../shallow; ${commandIn(said[0] ?? "")}`).status).toBe(0);
  const rest = hints(pushing.run(push).stderr);
  expect(rest[0]).toMatch(/^they are on the remote 'source' already: /);
  expect(type(pushing, `cd ../shallow; ${commandIn(rest[1] ?? "")}`)).toMatchObject({ status: 0 });
  expect(pushing.run(push).status).toBe(0);
});

test.each(["push:\n  verify: warn", "mode: report"])(
  "where the push goes on, the hint says how to replace what is on the remote then: %s",
  (setting) => {
    const pushing = createPushing(
      `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n${setting}\n`,
    );
    pushing.good();
    pushing.bad();
    const run = pushing.run("git push origin main");
    expect(run.status).toBe(0);
    expect(pushing.arrived()).toEqual(["Bad", "Good"]);
    const said = hints(run.stderr);
    expect(said).toEqual([
      expect.stringMatching(
        /^fix it \(once this push is done the remote has it: tell whoever uses it\), then push again with --force-with-lease: interlock fix --force-pushed [0-9a-f]{12}\^\.\.main$/,
      ),
    ]);
    expect(type(pushing, commandIn(said[0] ?? ""))).toMatchObject({ status: 0 });
    const again = pushing.run("git push --force-with-lease origin main");
    expect(again.status).toBe(0);
    expect(again.stderr).not.toContain("interlock:");
  },
);

test("where interlock cannot see the remote's refs, it says why, and what helps", () => {
  const pushing = createPushing();
  pushing.bad("Old");
  pushing.prepare("git push -q origin main");
  const why = "interlock could not see the remote's refs, so commits that are already there count as new";
  const traced = pushing.run("GIT_TRACE_PACKET=$OUT/own git push origin main:new");
  expect(hints(traced.stderr)).toEqual([`${why}; run it again without GIT_TRACE_PACKET`]);
  expect(hints(pushing.run("git send-pack $BARE main:refs/heads/new").stderr)).toEqual([
    `${why}; use 'git push'`,
  ]);
  expect(pushing.run("git push -q origin main:new")).toMatchObject({ status: 0, stderr: "" });
});

test.each([
  ["the last commit", 1, "commit Bad"],
  ["the last commit, which changes nothing", 1, "git commit -q --allow-empty -m Bad"],
  ["commits before it", 1, "commit Bad; commit Bad2; commit 'fix: good'"],
  ["the root", 1, "git checkout -q --orphan x; commit Bad; commit 'fix: good'"],
  [
    "what is staged, and files",
    1,
    "commit Bad; commit 'fix: good'; echo 2 >file; git add file; echo 3 >file",
  ],
  ["the last, and what is staged", 1, "commit Bad; echo 2 >file; git add file"],
  ["another branch", 1, "git switch -q -c x; commit Bad; commit 'fix: good'; git switch -q main"],
  ["the last of another branch", 1, "git switch -q -c x; commit Bad; git switch -q main"],
  ["another work tree", 1, "git worktree add -q $OUT/other -b x; (cd $OUT/other; commit Bad)"],
  ["two branches", 2, "commit Bad; git switch -q -c x HEAD~; commit Bad; commit 'fix: good'"],
  [
    "a merge",
    1,
    "git switch -q -c x; commit 'fix: x'; git switch -q main; commit 'fix: y'; git merge -q --no-ff -m Bad x; commit 'fix: z'",
  ],
])("a check that is broken is for a person to fix: %s", (_, most, script) => {
  const pushing = createChecked();
  pushing.prepare("echo 1 >file; git add file");
  pushing.good("fix: first");
  pushing.prepare(`${commitFile}; ${script}`);
  const look = "git diff HEAD; git rev-list --branches --merges --count";
  const before = pushing.prepare(look);
  const said = follow(pushing, "git push --all origin", most);
  expect(said.join()).not.toContain("interlock fix");
  expect(pushing.prepare(look)).toBe(before);
});

test("commits that need words come first, then those that rules can fix", () => {
  const pushing = createChecked();
  pushing.good("fix: first");
  pushing.prepare(`${commitFile}; commit 'fix: none'; commit Bad; commit Bad2; commit 'fix: none again'`);
  pushing.prepare("git filter-branch -f --msg-filter 'sed -e /^$/d -e /^Co-/d' HEAD~4..HEAD >/dev/null 2>&1");
  const said = follow(pushing, "git push origin main", 2);
  expect(said).toEqual([
    expect.stringMatching(
      /^reword [0-9a-f]{12}, [0-9a-f]{12} \(change their 'pick' to 'reword'\): git rebase -i -r /,
    ),
    expect.stringMatching(/^then fix the others, then push again: interlock fix [0-9a-f]{12}\^\.\.main$/),
  ]);
});

const amendEmpty = "git commit --amend --allow-empty -m '...' && git rebase --continue";
const toEdit = `change its 'pick' to 'edit', then run: ${amendEmpty}`;

test("a commit that changes no file is edited in the rebase: git cannot reword it", () => {
  const pushing = createChecked();
  pushing.good("fix: first");
  const bad = pushing.prepare("git commit -q --allow-empty -m Bad; git rev-parse --short=12 HEAD");
  pushing.good("fix: good");
  const start = `git rebase -i -r --autostash ${bad}^`;
  expect(hints(pushing.run("git push origin main").stderr)).toEqual([
    `reword ${bad} (${toEdit}), then push again: ${start}`,
  ]);
  pushing.prepare(`GIT_SEQUENCE_EDITOR='sed -i 0,/^pick/s//edit/' ${start}`);
  expect(type(pushing, amendEmpty).status).toBe(0);
  expect(pushing.run("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
});

test.each([
  ["the last commit", ""],
  ["a commit before it", "commit 'fix: good'"],
])("a message in an encoding that rules cannot be read in is written anew, in UTF-8: %s", (_, script) => {
  const pushing = createChecked();
  pushing.good("fix: first");
  pushing.prepare(`git config i18n.commitEncoding ISO-2022-JP; ${commitFile}
commit "$(printf 'fix: 日本語' | iconv -f UTF-8 -t ISO-2022-JP)"; git config --unset i18n.commitEncoding; ${script}`);
  pushing.prepare("git config i18n.commitEncoding ISO-2022-JP");
  const [encoding, ...rest] = follow(pushing, "git push origin main", 2);
  expect(encoding).toBe("have git write messages in UTF-8: git config i18n.commitEncoding UTF-8");
  expect(rest).toEqual([expect.stringMatching(/^reword [0-9a-f]{12}.*, then push again: git /)]);
});

test("an object that is lost: git says what else is", () => {
  const pushing = createPushing();
  const lost = pushing.good("One");
  pushing.good("Two");
  pushing.prepare(`cp -r .git $OUT/copy; rm -f .git/objects/${lost.slice(0, 2)}/${lost.slice(2)}`);
  const refused = pushing.run("git push origin main");
  expect(refused.stderr).toContain(`because '${lost}' is not here; nothing was pushed`);
  const [hint = ""] = hints(refused.stderr);
  expect(pushing.run(commandIn(hint)).stdout).toContain(`missing commit ${lost}`);
  pushing.prepare("cp -rn $OUT/copy/objects .git");
  expect(pushing.run("git push -q origin main")).toMatchObject({ status: 0 });
});

test("of somebody else's commit, 'fix' is the last thing to be named", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(`${carol} -m Hers`);
  expect(hints(pushing.run("git push origin main").stderr)).toEqual([
    "it is not yours: add the repository it came from as a remote, then push again: " +
      "git remote add <name> <url> && git fetch <name>",
    trustCarol,
    expect.stringMatching(
      /^or rewrite it, then push again: interlock fix --all-authors [0-9a-f]{12}\^\.\.main$/,
    ),
  ]);
});

test("somebody else's commits can be rewritten all the same", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(`${carol} -m Hers; ${carol} -m More`);
  pushing.good();
  const push = "git push origin HEAD~1:refs/heads/x";
  const said = hints(pushing.run(push).stderr);
  expect(said[0]).toMatch(/^they are not yours: add the repository they came from as a remote, /);
  expect(said[2]).toMatch(/^or rewrite them, then push again: interlock fix --all-authors /);
  expect(type(pushing, commandIn(said[2] ?? ""))).toMatchObject({ status: 0 });
  expect(pushing.run(push)).toMatchObject({ status: 0 });
});

test("own ones and somebody else's each get their advice, and 'fix' repairs the own ones alone", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(`${carol} -m Hers`);
  const hers = pushing.prepare("git rev-parse HEAD");
  pushing.bad();
  const [own = "", others] = hints(pushing.run("git push origin main").stderr);
  expect(own).toMatch(/^your own: fix it, then push again: interlock fix /);
  expect(others).toMatch(/^1 of them is not yours: /);
  pushing.run(commandIn(own));
  expect(pushing.prepare("git rev-parse HEAD~")).toBe(hers);
  expect(pushing.run("git push origin main").stderr).toContain("1 of 3 commits for");
});

test.each(["fork", "it's a; $fork"])(
  "a fork that was pulled by its address is named, and once it is a remote the push goes through: %s",
  (name) => {
    const pushing = createPushing();
    pushing.good();
    const { folder } = pushing.sandbox;
    pushing.prepare(
      `git push -q origin main; git clone -q $BARE $OUT/x; git -C $OUT/x commit -q --allow-empty -m Hers --author 'Carol <carol@example.org>'`,
    );
    renameSync(join(folder, "x"), join(folder, name));
    // An address of another machine, carried by a program of the test's.
    pushing.sandbox.write(join(folder, "ssh"), '#!/bin/sh\nshift $(($# - 1)); exec sh -c "$*"\n', 0o755);
    const ssh = `GIT_SSH_VARIANT=simple GIT_SSH=$OUT/ssh`;
    const url = `ssh://fork.example${folder}/${name}`;
    const word = /[;']/.test(url) ? `'${url.replaceAll("'", "'\\''")}'` : url;
    expect(pushing.run(`${ssh} git pull -q --no-rebase ${word} main`).status).toBe(0);
    const [hint = ""] = hints(pushing.run(`${ssh} git push origin main`).stderr);
    expect(commandIn(hint)).toBe(`git remote add fork ${word} && git fetch fork`);
    expect(pushing.run(`export ${ssh}; ${commandIn(hint)}; git push -q origin main`).status).toBe(0);
    expect(pushing.arrived()).toEqual(["Good", "Hers"]);
  },
);

test("the author whom the hint names passes when the install config lists him", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(`${carol} -m Hers`);
  const [, hint = ""] = hints(pushing.run("git push origin main").stderr);
  const author = /, for instance (.*)$/.exec(hint)?.[1] ?? "";
  const { config } = pushing.sandbox;
  const github = join(root, "plugins", "github");
  pushing.sandbox.write(
    config,
    `version: 1\nplugins:\n  dirs: [${github}]\npush:\n  trustAuthors: [${author}]\n`,
  );
  expect(pushing.run("git push -q origin main")).toMatchObject({ status: 0 });
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
  expect(first).toContain(
    " (the install config has to list it in 'push.trustRemotes'), then push again: git",
  );
  pushing.sandbox.write(pushing.sandbox.config, config("verify: block"));
  const [whose, rewrite, ...more] = hints(pushing.run("git push origin main").stderr);
  expect(whose).toBe(`it is not yours: ${trustCarol}`);
  expect(rewrite).toMatch(/^or rewrite it, then push again: interlock fix --all-authors /);
  expect(more).toEqual([]);
});

test("a title under a tag alone is reworded on a branch of its own, and never what is checked out", () => {
  const config = `version: 1\nplugins:\n  dirs: [${root}/plugins/conventional-commits]\n`;
  const pushing = createPushing(config);
  pushing.good("fix: one");
  pushing.prepare("git push -q origin main; git checkout -q --detach");
  const bad = pushing.bad("Bad title");
  pushing.prepare("git tag v1; git checkout -q main");
  const short = bad.slice(0, 12);
  expect(hints(pushing.run("git push origin v1").stderr)).toEqual([
    `reword ${short} (${toEdit}) (and move what leads to it: 'git tag -f v1 <new commit>'), then push again: ` +
      `git branch fixed-${short} v1 && git rebase -i -r --autostash ${short}^ fixed-${short}`,
  ]);
});
