import { describe, expect, test } from "vitest";
import { expectSame, runTwins } from "./twins.ts";

/** A hook of the repository: `hook <name> <line>...` */
const defineHook = `hook() {
  name=$1; shift
  { echo '#!/bin/sh'; printf '%s\\n' "$@"; } >.git/hooks/$name
  chmod 755 .git/hooks/$name
}
git commit -q --allow-empty -m base
`;

/** Commit through each way in which a hook of the repository is behind ours, or in its own place. */
const commit = "git commit -s --allow-empty -m fix; echo $?";

describe("a hook that fails, however it does, has the same result as with the real git", () => {
  const cases: [title: string, prepare: string, script: string, made: number][] = [
    [
      "pre-commit ends with 3",
      "hook pre-commit 'exit 3'",
      `${commit}; git commit -n -s --allow-empty -m x`,
      1,
    ],
    ["commit-msg ends with 3", "hook commit-msg 'exit 3'", `${commit}; git commit -q --allow-empty -nm x`, 1],
    ["prepare-commit-msg ends with 3", "hook prepare-commit-msg 'echo no; exit 3'", commit, 0],
    ["post-commit ends with 3", "hook post-commit 'exit 3'", commit, 1],
    ["pre-commit is ended by SIGINT", "hook pre-commit 'kill -INT $$'", commit, 0],
    ["commit-msg is ended by a signal", "hook commit-msg 'kill -KILL $$'", commit, 0],
    ["commit-msg is ended by SIGINT", "hook commit-msg 'kill -INT $$'", commit, 0],
    ["commit-msg dumps core", "hook commit-msg 'ulimit -c 0; kill -SEGV $$'", commit, 0],
    ["commit-msg ends with 128", "hook commit-msg 'exit 128'", commit, 0],
    ["commit-msg ends with 255", "hook commit-msg 'exit 255'", commit, 0],
    ["pre-commit is a folder", "mkdir .git/hooks/pre-commit", commit, 0],
    ["commit-msg is a folder", "mkdir .git/hooks/commit-msg", commit, 0],
    ["commit-msg names no interpreter", "hook commit-msg; echo '#!/none' >.git/hooks/commit-msg", commit, 0],
    ["pre-commit names no interpreter", "hook pre-commit; echo '#!/none' >.git/hooks/pre-commit", commit, 0],
    ["reference-transaction refuses", "hook reference-transaction 'exit 1'", commit, 0],
  ];
  test.each(cases)("%s", (_, prepare, script, made) => {
    expectSame(runTwins({ prepare: defineHook + prepare, script }), made);
  });

  const others: [title: string, prepare: string, script: string, made: number][] = [
    ["merge: pre-merge-commit", "hook pre-merge-commit 'exit 3'", "git merge side", 0],
    ["merge: commit-msg", "hook commit-msg 'exit 3'", "git merge side", 0],
    [
      "merge: commit-msg, finished by hand",
      "hook commit-msg 'exit 3'",
      "git merge side; git commit -n --no-edit",
      1,
    ],
    ["merge: prepare-commit-msg", "hook prepare-commit-msg 'exit 3'", "git merge side", 0],
    ["merge: post-merge", "hook post-merge 'exit 3'", "git merge side", 1],
    ["cherry-pick", "hook prepare-commit-msg 'exit 3'", "git cherry-pick side", 0],
    [
      "cherry-pick, then continued",
      "hook prepare-commit-msg 'test -f ok'",
      "git cherry-pick side; touch ok; git cherry-pick --continue",
      1,
    ],
    ["revert", "hook prepare-commit-msg 'exit 3'", "git revert --no-edit HEAD", 0],
    [
      "rebase: prepare-commit-msg",
      "hook prepare-commit-msg 'test -f ok'",
      "git rebase side; touch ok; git rebase --continue",
      1,
    ],
    ["rebase: pre-rebase", "hook pre-rebase 'exit 3'", "git rebase side", 0],
    ["am: applypatch-msg", "hook applypatch-msg 'exit 3'", 'git am "$OUT/patches"/*', 0],
    [
      "am: applypatch-msg, then continued",
      "hook applypatch-msg 'test -f ok'",
      'git am "$OUT/patches"/*; touch ok; git am --continue',
      0,
    ],
    ["am: pre-applypatch", "hook pre-applypatch 'exit 3'", 'git am "$OUT/patches"/*', 0],
    ["am: post-applypatch", "hook post-applypatch 'exit 3'", 'git am "$OUT/patches"/*', 1],
  ];
  test.each(others)("%s", (_, prepare, script, made) => {
    const parted = `git checkout -qb side; echo 1 >b; git add b; git commit -qm side; git format-patch -q -1 -o "$OUT/patches"
git checkout -q main; echo 1 >a; git add a; git commit -qm ours\n`;
    const twins = runTwins({
      prepare: defineHook + parted + prepare,
      script: `${script}\necho $?; git status | sed 's/[0-9a-f]\\{7\\}/id/'`,
      env: { GIT_EDITOR: "true" },
    });
    expectSame(twins, made);
  });
});

describe("a hook that is no program as usual", () => {
  const cases: [title: string, prepare: string, made: number][] = [
    [
      "has no #! line",
      'printf \'echo "$0 $# $1" >>"$RECORD"\\n\' >.git/hooks/commit-msg; chmod 755 .git/hooks/commit-msg',
      1,
    ],
    [
      "has no #! line, and is only passed on",
      'printf \'echo "$0 $#" >>"$RECORD"\\n\' >.git/hooks/pre-commit; chmod 755 .git/hooks/pre-commit',
      1,
    ],
    ["is a link to nothing", "ln -s /none .git/hooks/commit-msg; ln -s /none .git/hooks/pre-commit", 1],
    [
      "is a link to a program",
      'printf \'#!/bin/sh\\necho "$0" >>"$RECORD"\\n\' >x; chmod 755 x; ln -s ../../x .git/hooks/commit-msg',
      1,
    ],
    ["is empty", ": >.git/hooks/commit-msg; chmod 755 .git/hooks/commit-msg", 1],
    ["is a binary", "cp /bin/true .git/hooks/commit-msg", 1],
    ["is a FIFO", "mkfifo .git/hooks/commit-msg", 1],
  ];
  test.each(cases)("%s", (_, prepare, made) => {
    expectSame(runTwins({ prepare: defineHook + prepare, script: commit }), made);
  });
});

describe("the hint about hooks that are not executable is git's own", () => {
  const plain =
    "for name in pre-commit prepare-commit-msg commit-msg post-commit pre-rebase; do echo x >.git/hooks/$name; done\n";
  const parted = "git checkout -qb side; git commit --allow-empty -qm side; git checkout -q main\n";
  const cases: [title: string, prepare: string, script: string, made: number][] = [
    ["commit", "", commit, 1],
    ["commit -n", "", "git commit -n -s --allow-empty -m fix", 1],
    ["switched off", "git config advice.ignoredHook false\n", commit, 1],
    ["switched off for the command", "", `git -c advice.ignoredHook=no commit --allow-empty -m fix`, 1],
    ["merge", parted, "git merge --no-ff side", 1],
  ];
  test.each(cases)("%s", (_, prepare, script, made) => {
    const twins = runTwins({ prepare: defineHook + prepare + plain, script });
    expectSame(twins, made);
  });
});

test("a hook that we only pass on is ended by a signal: git reports it under the name that it called", () => {
  const { plain, shimmed } = runTwins({
    prepare: `${defineHook}hook pre-commit 'kill -TERM $$'`,
    script: commit,
  });
  expect(plain.run.stderr).toBe("error: .git/hooks/pre-commit died of signal 15\n");
  expect(shimmed.run.stderr).toMatch(/^error: .*\/pre-commit died of signal 15\n$/);
  expect({ ...shimmed, run: plain.run }).toEqual(plain);
});

test("the hint comes with each commit of a rebase, where git alone gives it once", () => {
  const { plain, shimmed, trailers } = runTwins({
    prepare: `${defineHook}git checkout -qb side; git commit --allow-empty -qm side; git checkout -q main
git commit -q --allow-empty -m a; git commit -q --allow-empty -m b; echo x >.git/hooks/post-commit`,
    script: "git rebase -q side",
  });
  const hint = "hint: The '.git/hooks/post-commit' hook was ignored because it's not set as executable.\n";
  expect(plain.run.stderr.split(hint)).toHaveLength(2);
  expect(shimmed.run.stderr.split(hint)).toHaveLength(3);
  expect({ ...shimmed, run: plain.run }).toEqual(plain);
  expect(trailers).toEqual([1, 1]);
});
