import { describe, expect } from "vitest";
import { inEmptyRepository } from "../support/compare-with-git/command-case.ts";
import { testCommands } from "../support/compare-with-git/test-cases.ts";

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
  const cases: [title: string, setup: string, run: string, commits: number][] = [
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
  testCommands(
    inEmptyRepository(
      cases.map(([title, setup, run, commits]) => ({ title, setup: defineHook + setup, run, commits })),
    ),
  );

  const others: [title: string, setup: string, run: string, commits: number][] = [
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
    ["am: applypatch-msg", "hook applypatch-msg 'exit 3'", 'git am "$now/patches"/*', 0],
    [
      "am: applypatch-msg, then continued",
      "hook applypatch-msg 'test -f ok'",
      'git am "$now/patches"/*; touch ok; git am --continue',
      0,
    ],
    ["am: pre-applypatch", "hook pre-applypatch 'exit 3'", 'git am "$now/patches"/*', 0],
    ["am: post-applypatch", "hook post-applypatch 'exit 3'", 'git am "$now/patches"/*', 1],
  ];
  const parted = `git checkout -qb side; echo 1 >b; git add b; git commit -qm side; git format-patch -q -1 -o "$now/patches"
git checkout -q main; echo 1 >a; git add a; git commit -qm ours\n`;
  testCommands(
    inEmptyRepository(
      others.map(([title, setup, run, commits]) => ({
        title,
        setup: defineHook + parted + setup,
        run: `${run}\necho $?; git status | sed 's/[0-9a-f]\\{7\\}/id/'`,
        env: { GIT_EDITOR: "true" },
        commits,
      })),
    ),
  );
});

describe("a hook that is no program as usual", () => {
  const cases: [title: string, setup: string, commits: number][] = [
    [
      "has no #! line",
      'printf \'echo "$0 $# $1" >>"$hook_log"\\n\' >.git/hooks/commit-msg; chmod 755 .git/hooks/commit-msg',
      1,
    ],
    [
      "has no #! line, and is only passed on",
      'printf \'echo "$0 $#" >>"$hook_log"\\n\' >.git/hooks/pre-commit; chmod 755 .git/hooks/pre-commit',
      1,
    ],
    ["is a link to nothing", "ln -s /none .git/hooks/commit-msg; ln -s /none .git/hooks/pre-commit", 1],
    [
      "is a link to a program",
      'printf \'#!/bin/sh\\necho "$0" >>"$hook_log"\\n\' >x; chmod 755 x; ln -s ../../x .git/hooks/commit-msg',
      1,
    ],
    ["is empty", ": >.git/hooks/commit-msg; chmod 755 .git/hooks/commit-msg", 1],
    ["is a binary", "cp /bin/true .git/hooks/commit-msg", 1],
    ["is a FIFO", "mkfifo .git/hooks/commit-msg", 1],
  ];
  testCommands(
    inEmptyRepository(
      cases.map(([title, setup, commits]) => ({ title, setup: defineHook + setup, run: commit, commits })),
    ),
  );
});

describe("the hint about hooks that are not executable is git's own", () => {
  const plain =
    "for name in pre-commit prepare-commit-msg commit-msg post-commit pre-rebase; do echo x >.git/hooks/$name; done\n";
  const parted = "git checkout -qb side; git commit --allow-empty -qm side; git checkout -q main\n";
  const cases: [title: string, setup: string, run: string, commits: number][] = [
    ["commit", "", commit, 1],
    ["commit -n", "", "git commit -n -s --allow-empty -m fix", 1],
    ["switched off", "git config advice.ignoredHook false\n", commit, 1],
    ["switched off for the command", "", `git -c advice.ignoredHook=no commit --allow-empty -m fix`, 1],
    ["merge", parted, "git merge --no-ff side", 1],
  ];
  testCommands(
    inEmptyRepository(
      cases.map(([title, setup, run, commits]) => ({
        title,
        setup: defineHook + setup + plain,
        run,
        commits,
      })),
    ),
  );
});

describe("what cannot be as with the real git", () => {
  const hint = `hint: The '.git/hooks/post-commit' hook was ignored because it's not set as executable.
hint: You can disable this warning with \`git config advice.ignoredHook false\`.
`;
  testCommands(
    inEmptyRepository([
      {
        title:
          "a hook that we only pass on is ended by a signal: git reports it under the name that it called",
        setup: `${defineHook}hook pre-commit 'kill -TERM $$'`,
        run: commit,
        commits: 0,
        differentStderr: (stderr) => stderr.replace(/^error: .*\/pre-commit/, "error: .git/hooks/pre-commit"),
        check: ({ real }) => expect(real.stderr).toBe("error: .git/hooks/pre-commit died of signal 15\n"),
      },
      {
        title: "the hint comes with each commit of a rebase, where git alone gives it once",
        setup: `${defineHook}git checkout -qb side; git commit --allow-empty -qm side; git checkout -q main
git commit -q --allow-empty -m a; git commit -q --allow-empty -m b; echo x >.git/hooks/post-commit`,
        run: "git rebase -q side",
        commits: 2,
        differentStderr: (stderr) => stderr.replace(hint, ""),
        check({ real, shim }) {
          expect(real.stderr.split(hint)).toHaveLength(2);
          expect(shim.stderr.split(hint)).toHaveLength(3);
        },
      },
    ]),
  );
});
