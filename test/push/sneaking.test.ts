import { describe, expect, test } from "vitest";
import { createPushing, expectStopped } from "./pushing.ts";

/** A commit that the rules never saw, at HEAD of main; below it one that is as it should be, and published. */
const bad = `$REAL commit -q --allow-empty -m Bad`;

describe("a commit that breaks a rule does not leave, however it was made", () => {
  const attempts: [name: string, script: string][] = [
    ["by the real git", bad],
    ["commit-tree by the real git", `$REAL update-ref HEAD $($REAL commit-tree -p HEAD -m Bad HEAD^{tree})`],
    [
      "fast-import",
      `printf 'commit refs/heads/main\\ncommitter A <a@b> 0 +0000\\ndata 4\\nBad\\nfrom refs/heads/main^0\\n' | git fast-import --quiet`,
    ],
    [
      "hash-object",
      `git update-ref HEAD $( { git cat-file commit HEAD | sed "s/^tree.*/&\\nparent $(git rev-parse HEAD)/;/^$/q"; echo Bad; } | git hash-object -w -t commit --stdin)`,
    ],
    [
      "a replacement stands in for it",
      `${bad}; git replace HEAD $($REAL commit-tree -p HEAD~ -m "$($REAL log -1 --format=%B HEAD~)" HEAD^{tree})`,
    ],
    ["refs/remotes says that it is published", `${bad}; git update-ref refs/remotes/origin/main HEAD`],
    ["a graft leaves it out", `${bad}; good; echo "$(git rev-parse HEAD HEAD~2 | xargs)" >.git/info/grafts`],
    ["below others", `${bad}; good; good`],
    [
      "a library",
      `node -e 'const fs = require("fs"), git = require(process.env.LIBRARY), author = { name: "A", email: "a@b" };
        git.commit({ fs, dir: ".", message: "Bad", author })'`,
    ],
    [
      "a library that replaces an object's file",
      `good; node -e 'const fs = require("fs"), git = require(process.env.LIBRARY);
        git.resolveRef({ fs, dir: ".", ref: "HEAD" }).then(async (oid) => {
          const { commit } = await git.readCommit({ fs, dir: ".", oid });
          const id = await git.writeCommit({ fs, dir: ".", commit: { ...commit, message: "Bad" } });
          fs.writeFileSync(".git/refs/heads/main", id + "\\n");
        })'`,
    ],
    [
      "am --continue, with the file of the message written anew",
      `echo x >f; git add f; good; git format-patch -1 --stdout >p; git reset -q --hard HEAD~; echo y >f; git add f; good
       $REAL am -q p >/dev/null 2>&1 || true; echo z >f; git add f; echo Bad >.git/rebase-apply/final-commit; $REAL am --continue >/dev/null`,
    ],
    [
      "a hook of a command that makes no commit",
      `printf '#!/bin/sh\n$REAL commit -q --allow-empty -m Bad' >.git/hooks/post-checkout; chmod +x .git/hooks/post-checkout
       git checkout -q main; rm .git/hooks/post-checkout`,
    ],
    [
      "a stash that is made a branch",
      `echo x >f; git add f; git stash -q; git update-ref refs/heads/main stash@{0}`,
    ],
    [
      "filter-branch by the real git",
      `good; $REAL filter-branch -f --msg-filter 'echo Bad' HEAD~..HEAD >/dev/null 2>&1`,
    ],
    [
      "a ref written by hand",
      `$REAL branch x $($REAL commit-tree -p HEAD -m Bad HEAD^{tree}); cp .git/refs/heads/x .git/refs/heads/main`,
    ],
    [
      "another object folder",
      `mkdir ../o; id=$(GIT_OBJECT_DIRECTORY=../o GIT_ALTERNATE_OBJECT_DIRECTORIES=.git/objects $REAL commit-tree -p HEAD -m Bad HEAD^{tree})
       echo $OUT/o >.git/objects/info/alternates; git update-ref HEAD $id`,
    ],
    ["in a merge", `git checkout -qb side; ${bad}; git checkout -q main; good; git merge -q side`],
  ];
  test.each(attempts)("%s", (_, script) => {
    const pushing = createPushing();
    pushing.good("Base");
    pushing.prepare("git push -q -u origin main");
    const good = `good() { $REAL commit -q --allow-empty -m "Good

Co-authored-by: Robo Bot <bot@example.org>"; }`;
    const made = pushing.run(`set -e; ${good}; ${script}`);
    expect(made).toMatchObject({ status: 0 });
    expectStopped(pushing, pushing.run("git push origin main"));
    expect(pushing.arrived()).toEqual(["Base"]);
  });
});

describe("nor however it is pushed", () => {
  const lines: string[] = [
    "git push origin main",
    "git push",
    "git push --no-verify",
    "git push --no-veri origin main",
    "git push --verify --no-verify origin main",
    "git push --no-verify -- origin main",
    "git push -f origin main",
    "git push --force-with-lease --no-verify origin main",
    "git push --all origin",
    "git push --mirror origin",
    "git push --mirror --no-verify $BARE",
    "git push --atomic origin main HEAD:refs/heads/other",
    "git push --porcelain --no-verify origin HEAD:refs/heads/new",
    "git push origin HEAD:refs/anything/else",
    "git push origin +main:other",
    "git push origin $(git rev-parse HEAD):refs/heads/x",
    "git push origin HEAD:refs/notes/x",
    "git tag -am tagged v1 && git push --tags origin",
    "git tag -am tagged v1 && git tag -am again v2 v1 && git push origin v2",
    "git push --follow-tags origin main",
    "git push $BARE main",
    "git push file://$BARE main",
    "git push ../bare.git main",
    "git push -u origin main",
    "git push -q -u origin main",
    "git -c push.default=current push",
    "git -c push.default=matching push origin",
    "git config remote.origin.push HEAD:refs/heads/configured && git push origin",
    "git config remote.origin.mirror true && git push origin",
    "git -c alias.p='push --no-verify' p origin main",
    "git -c alias.p='!git push --no-verify' p origin main",
    "git -c alias.p='-c core.hooksPath=/dev/null push' p origin main",
    "git -c core.hooksPath=/dev/null push origin main",
    "git config core.hooksPath /dev/null && git push origin main",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null git push origin main",
    `GIT_CONFIG_PARAMETERS="'core.hooksPath'='/dev/null'" git push origin main`,
    "H=/dev/null git --config-env=core.hooksPath=H push origin main",
    "cd / && git -C $OUT/repo push origin main",
    "cd / && git --git-dir=$OUT/repo/.git push origin main",
    "cd / && GIT_DIR=$OUT/repo/.git git push --no-verify origin main",
    "cd .git && git push origin main",
    "git worktree add -q ../other -b other && cd ../other && git push origin other",
    "git clone -q --bare . ../second.git && cd ../second.git && git push $BARE main",
    "git -c help.autocorrect=immediate psuh origin main",
    "git -c help.autocorrect=immediate psuh --no-verify origin main",
    "git -c core.commitGraph=true commit-graph write --reachable && git push origin main",
    "GIT_TRACE2_EVENT=/dev/null GIT_GRAFT_FILE=/dev/null git push origin main",
    "git rebase -q --exec 'git push --no-verify origin HEAD:main' HEAD~",
    "git send-pack $BARE main",
    "git-send-pack $BARE main || git send-pack --all $BARE",
    "git -c alias.s=send-pack s $BARE main",
    `git push --receive-pack="exec git send-pack $BARE main #" ./any.git main`,
    `git -c protocol.ext.allow=always push "ext::git send-pack $BARE main" main`,
    `GIT_SSH_COMMAND="exec git send-pack $BARE main #" git push ssh://h/x main`,
    "git http-push $BARE main",
    "printf 'push main:main\\n\\n' | git remote-https origin https://127.0.0.1:1/x",
    "git remote-ext origin 'git-receive-pack bare.git'",
    `INTERLOCK_CALL='{"command":"push","enforcingHooks":["pre-push"]}' git send-pack $BARE main`,
    `INTERLOCK_CALL='{"command":"push","enforcingHooks":["pre-push"]}' git -c alias.s=send-pack s $BARE main`,
    'INTERLOCK_CALL=\'{"command":"push","enforcingHooks":[]}\' INTERLOCK_PARAMETER=x git push origin main',
  ];
  test.each(lines)("%s", (line) => {
    const pushing = createPushing();
    pushing.good("Base");
    pushing.prepare("git push -q -u origin main");
    pushing.bad();
    expectStopped(pushing, pushing.run(line));
    expect(pushing.arrived()).toEqual(["Base"]);
  });
});

describe("nor if what it leads to is another while it is judged", () => {
  const own = (script: string): string =>
    `printf '#!/bin/sh\n${script}\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push`;
  test.each([
    ["a list of shallow commits hides it", "git rev-parse HEAD >.git/shallow"],
    [
      "until the repository's own hook has run",
      `git rev-parse HEAD >.git/shallow; ${own("rm .git/shallow")}`,
    ],
    [
      "another object lies in its place",
      `bad=.git/objects/$(git rev-parse HEAD~ | sed 's,^..,&/,'); good=.git/objects/$(git rev-parse HEAD~2 | sed 's,^..,&/,')
       cp $bad ../kept; chmod u+w $bad; cp $good $bad; ${own("cat ../kept >'$bad'")}`.replace(
        "'$bad'",
        `'"$bad"'`,
      ),
    ],
  ])("%s", (_, script) => {
    const pushing = createPushing();
    pushing.good("Base");
    pushing.prepare("git push -q -u origin main");
    pushing.bad();
    pushing.good("Top");
    pushing.prepare(script);
    expectStopped(pushing, pushing.run("git push origin main:refs/heads/new"));
    expect(pushing.arrived()).toEqual(["Base"]);
  });
});

test.each(["send-pak", "snd-pack"])("nor if git takes '%s' for a command that asks no hook", (name) => {
  const pushing = createPushing();
  pushing.bad();
  const { status, stderr } = pushing.run(`git -c help.autocorrect=immediate ${name} $BARE main`);
  expect(stderr).toContain(`git: '${name}' is not a git command.`);
  expect(status).toBe(1);
  expect(pushing.arrived()).toEqual([]);
});

describe("nor if git corrects a name that seems to be something else", () => {
  const correcting = "git config help.autocorrect immediate; mkdir ../bin; PATH=$OUT/bin:$PATH";
  test.each([
    [
      "a program that its owner may not run",
      `${correcting}; echo >../bin/git-puhs; chmod 0654 ../bin/git-puhs`,
    ],
    ["a folder", `${correcting}; mkdir -m 0111 ../bin/git-puhs`],
    [
      "an alias that only GIT_CONFIG shows",
      `${correcting}; git config -f ../other alias.puhs status; export GIT_CONFIG=$OUT/other`,
    ],
    [
      "a FIFO that says so later",
      `mkfifo ../fifo; git config include.path $OUT/fifo; (printf '[a]\\n' >../fifo; sleep 0.3
       while :; do printf '[help]\\n\\tautocorrect = immediate\\n' >../fifo; sleep 0.1; done) >/dev/null 2>&1 & writer=$!
       trap 'kill $writer' EXIT`,
    ],
  ])("%s", (_, script) => {
    const pushing = createPushing();
    pushing.bad();
    // So that the attempt is one: without us it pushes.
    pushing.run(`PATH=/usr/bin:/bin; ${script}; timeout 10 git puhs -q origin main:plain`);
    expect(
      pushing.prepare("GIT_CONFIG_NOSYSTEM=1 git --git-dir=$BARE for-each-ref --format='%(refname)'"),
    ).toBe("refs/heads/plain");
    pushing.prepare(
      "git --git-dir=$BARE update-ref -d refs/heads/plain; rm -rf ../bin ../fifo; git config --unset-all include.path || true",
    );
    pushing.run(`${script}; timeout 10 git puhs -q origin main`);
    expect(pushing.arrived()).toEqual([]);
  });
});

test("nor as a note in git's own words that becomes a branch", () => {
  const pushing = createPushing();
  pushing.good("Base");
  pushing.prepare("git push -q -u origin main");
  pushing.bad("Notes added by 'git notes add'");
  const run = pushing.run("git push -q origin main:refs/notes/x && git push origin main");
  expect(run.stderr).toContain("breaks a rule; nothing was pushed");
  expect(pushing.prepare("git -C $BARE log --format=%s main")).toBe("Base");
});

test.each(["UTF-16LE", "IBM037", "UTF-7"])("nor in %s, in which its readers see other words", (encoding) => {
  const pushing = createPushing();
  pushing.prepare(`git config i18n.commitEncoding ${encoding}`);
  pushing.good();
  const run = pushing.run("git push origin main");
  expect(run.stderr).toContain(`its encoding '${encoding}' is not one that rules can be read in`);
  expect(pushing.arrived()).toEqual([]);
});

test("nor by way of notes, with words that are nearly git's", () => {
  const pushing = createPushing();
  pushing.good("Base");
  pushing.prepare("git push -q -u origin main");
  pushing.bad("notes: Bad");
  const run = pushing.run("git push origin main:refs/notes/x; git push origin main");
  expect(run.stderr.match(/nothing was pushed/g)).toHaveLength(2);
  expect(pushing.arrived()).toEqual(["Base"]);
});

test("nor by an exec-path in which another repository answers for the remote", () => {
  const pushing = createPushing();
  pushing.good("Base");
  pushing.prepare("git push -q -u origin main");
  pushing.bad();
  pushing.prepare(
    `mkdir ../p; ln -s $(git --exec-path)/* ../p; rm ../p/git-upload-pack
     printf '#!/bin/sh\nexec git upload-pack "$OUT/repo"\n' >../p/git-upload-pack; chmod +x ../p/git-upload-pack`,
  );
  expectStopped(pushing, pushing.run("GIT_EXEC_PATH=$OUT/p git push origin main"));
});

describe("nor if git's configuration answers for the remote", () => {
  const attempts: [name: string, script: string, address: string][] = [
    [
      "insteadOf behind pushInsteadOf",
      "git config url.$BARE.pushInsteadOf foo: && git config url.$OUT/liar.git.insteadOf $BARE",
      "foo:",
    ],
    [
      "a remote that is called like the address",
      "git config remote.$BARE.url $OUT/liar.git && git config remote.real.url $OUT/liar.git && git config remote.real.pushurl $BARE",
      "real",
    ],
    [
      "a fetch address apart from the push address",
      "git remote set-url origin $OUT/liar.git && git remote set-url --push origin $BARE",
      "origin",
    ],
    [
      "another remote on this machine has it",
      "git remote add liar $OUT/liar.git && git fetch -q liar && git remote add liar2 file://$OUT/liar.git",
      "origin",
    ],
  ];
  test.each(attempts)("%s", (_, script, address) => {
    const pushing = createPushing();
    pushing.good("Base");
    pushing.prepare("git push -q -u origin main");
    pushing.bad();
    pushing.prepare(`git init -q --bare ../liar.git; git push -q ../liar.git main; ${script}`);
    expectStopped(pushing, pushing.run(`git push ${address} main`));
    expect(pushing.arrived()).toEqual(["Base"]);
  });
});

test("nor in a submodule that goes along", () => {
  const pushing = createPushing();
  pushing.good("Base");
  pushing.prepare(
    `git push -q -u origin main; git init -q --bare ../sub.git; git clone -q ../sub.git sub 2>/dev/null
cd sub; git checkout -q -b main; git commit -q --allow-empty -m Base; git push -q origin main; cd ..
git -c protocol.file.allow=always submodule --quiet add ../sub.git sub
cd sub; git commit -q --allow-empty -m Bad; cd ..; git add sub`,
  );
  pushing.good("With sub");
  const run = pushing.run("git push --recurse-submodules=on-demand origin main");
  expect(run.stderr).toContain("1 of 1 commit for");
  expect(run.status).not.toBe(0);
  expect(pushing.prepare("git -C ../sub.git log --all --format=%s")).toBe("Base");
});

test("a note of git's own leaves, and a commit that only looks like one by its ref does not come later as a branch", () => {
  const pushing = createPushing();
  pushing.good("Base");
  pushing.prepare("git push -q -u origin main; git notes add -m remark");
  expect(pushing.run("git push origin refs/notes/commits")).toMatchObject({ status: 0 });
  pushing.bad();
  expectStopped(pushing, pushing.run("git push origin main:refs/notes/mine"));
  expectStopped(pushing, pushing.run("git push origin main"));
});
