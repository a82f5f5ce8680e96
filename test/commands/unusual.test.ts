/**
 * Ways with something odd about them.
 */
import { testCommands } from "../support/compare-with-git/test-cases.ts";

const change = "echo changed >>deep/c; git add deep/c";
const steps = (script: string): string =>
  `GIT_SEQUENCE_EDITOR="sed -i -e '${script}'"; export GIT_SEQUENCE_EDITOR`;
const resolved = "seq 1 12 >a; git add a";
const withHooks = "cp $tools/hook .git/hooks/commit-msg; cp $tools/hook .git/hooks/pre-merge-commit";
const mergeOptions = (value: string): string =>
  `${withHooks}; git config branch.main.mergeOptions "${value}"`;

testCommands([
  {
    title: "core.commentChar=auto and a squash",
    setup: "git config core.commentChar auto",
    run: `${steps("2s/^pick/squash/")}; GIT_EDITOR=$tools/edit-nothing; export GIT_EDITOR; git rebase -i side`,
    commits: 1,
    early: "its place depends on what git keeps of the comments",
  },
  {
    title: "core.commentChar=auto and reword of a message with #",
    setup:
      "git config core.commentChar auto; git commit -q --allow-empty --cleanup=verbatim -m 'x' -m '#1 issue'",
    run: `${steps("3s/^pick/reword/")}; GIT_EDITOR=$tools/edit-first; export GIT_EDITOR; git rebase -i side`,
    commits: 3,
    early: "its place depends on what git keeps of the comments",
  },
  {
    title: "cherry-pick -e of a message with #",
    setup:
      "git checkout -q third; git commit -q --allow-empty --cleanup=verbatim -m 'x' -m '#1 issue'; git checkout -q main",
    run: `GIT_EDITOR=$tools/edit-first git cherry-pick --allow-empty -e third`,
  },
  {
    title: "rebase of a message with #",
    setup: "git commit -q --allow-empty --cleanup=verbatim -m 'x' -m '#1 issue'",
    run: `git rebase side`,
    commits: 3,
  },
  {
    title: "fixup of a message with #",
    setup:
      "git commit -q --allow-empty --cleanup=verbatim -m 'x' -m '#1 issue'; echo x >>deep/c; git commit -qam y",
    run: `${steps("4s/^pick/fixup/")}; git rebase -i side`,
    commits: 3,
  },
  {
    title: "cherry-pick with a conflict and commit.cleanup=verbatim",
    run: `git -c commit.cleanup=verbatim cherry-pick clash; ${resolved}; GIT_EDITOR=: git -c commit.cleanup=verbatim cherry-pick --continue`,
  },
  {
    title: "cherry-pick with a conflict and commit.cleanup=scissors",
    run: `git -c commit.cleanup=scissors cherry-pick clash; ${resolved}; GIT_EDITOR=$tools/edit-nothing git -c commit.cleanup=scissors cherry-pick --continue`,
  },
  {
    title: "cherry-pick with a conflict and commit.cleanup=scissors, then commit",
    setup: "git config commit.cleanup scissors",
    run: `git cherry-pick clash; ${resolved}; git commit --no-edit`,
    early: "its place depends on what git keeps of the comments",
  },
  {
    title: "cherry-pick with a conflict, then commit --cleanup=whitespace",
    run: `git cherry-pick clash; ${resolved}; git commit --no-edit --cleanup=whitespace`,
  },
  {
    title: "merge with a conflict, then commit --cleanup=whitespace",
    run: `git merge clash; ${resolved}; git commit --no-edit --cleanup=whitespace`,
    early: "its place depends on what git keeps of the comments",
  },
  {
    title: "commit -v with a scissors line of the editor",
    run: `${change}; GIT_EDITOR="printf 'one\\n\\n# ------------------------ >8 ------------------------\\ncut\\n' >" git commit -v`,
  },
  {
    title: "commit -v with core.commentChar=; and --cleanup=scissors",
    run: `${change}; GIT_EDITOR=$tools/edit-above git -c core.commentChar=';' commit -v --cleanup=scissors`,
  },
  {
    title: "an editor that writes CR LF",
    run: `${change}; GIT_EDITOR="printf 'one\\r\\n\\r\\ntwo\\r\\n' >" git commit`,
    early: "its place depends on what git keeps of the comments",
  },
  { title: "an editor that leaves no line end", run: `${change}; GIT_EDITOR="printf one >" git commit` },
  {
    title: "i18n.commitEncoding=latin1 and -F -",
    run: `${change}; printf 'caf\\351\\n' | git -c i18n.commitEncoding=latin1 commit -F -`,
    early: "its place depends on what git keeps of the comments",
  },
  {
    title: "i18n.commitEncoding=latin1 with an editor",
    run: `${change}; GIT_EDITOR="printf 'caf\\351\\n' >" git -c i18n.commitEncoding=latin1 commit`,
    early: "its place depends on what git keeps of the comments",
  },
  {
    title: "a post-commit hook with commit-tree",
    setup:
      "printf '#!/bin/sh\\ngit commit-tree HEAD^{tree} -m made | xargs git update-ref refs/heads/made\\n' >.git/hooks/post-commit; chmod +x .git/hooks/post-commit",
    run: `${change}; git commit -m one`,
    commits: 2,
  },
  {
    title: "a post-commit hook that amends",
    setup:
      "printf '#!/bin/sh\\ntest -e ../done && exit\\ntouch ../done\\ngit commit --amend --no-edit -q --author=\"X <x@y>\"\\n' >.git/hooks/post-commit; chmod +x .git/hooks/post-commit",
    run: `${change}; git commit -m one`,
  },
  {
    title: "a post-commit hook that amends with -n",
    setup:
      "printf '#!/bin/sh\\ntest -e ../done && exit\\ntouch ../done\\ngit commit --amend --no-edit -q -n -m two\\n' >.git/hooks/post-commit; chmod +x .git/hooks/post-commit",
    run: `${change}; GIT_EDITOR=$tools/edit-above git commit`,
  },
  {
    title: "a post-commit hook with a PATH of its own",
    setup:
      "printf '#!/bin/sh\\n/usr/bin/git --version >/dev/null; PATH=/usr/bin:/bin git log -1 --format=%%s >&2\\n' >.git/hooks/post-commit; chmod +x .git/hooks/post-commit",
    run: `${change}; git commit -m one`,
  },
  {
    title: "hooks that are not executable",
    setup:
      "cp $tools/hook .git/hooks/commit-msg; cp $tools/hook .git/hooks/pre-commit; chmod -x .git/hooks/commit-msg .git/hooks/pre-commit",
    run: `${change}; git commit -m one; git commit --allow-empty -n -m two`,
    commits: 2,
  },
  {
    title: "a hook without #!",
    setup: "printf 'echo hooked >>\"$1\"\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg",
    run: `${change}; git commit -m one`,
  },
  {
    title: "a hook that is a folder",
    setup: "mkdir .git/hooks/commit-msg",
    run: `${change}; git commit -n -m one`,
  },
  {
    title: "no hooks folder",
    setup: "rm -r .git/hooks",
    run: `${change}; git commit -m one; git merge side`,
    commits: 2,
  },
  { title: "commit -a --fixup -n", run: "echo x >>a; git commit -a --fixup=HEAD -n" },
  {
    title: "merge of FETCH_HEAD",
    setup: "git clone -q --bare . ../o; git fetch -q ../o side",
    run: "git merge FETCH_HEAD",
  },
  {
    title: "merge --no-commit, then commit -s -F",
    run: "git merge --no-commit side; echo m >../m; git commit -F ../m -s",
  },
  {
    title: "rebase --exec with commit -F -",
    run: "git rebase -x 'echo fromstdin | git commit --amend -F -' side",
    commits: 2,
  },
  {
    title: "rebase --exec with a merge",
    run: "git rebase -x 'git merge -q --no-edit third || true' side",
    commits: 3,
  },
  {
    title: "rebase --exec with a cherry-pick",
    run: "git rebase -x 'git cherry-pick third 2>/dev/null || git cherry-pick --skip' side",
    commits: 3,
  },
  {
    title: "an editor with blanks in its path",
    setup: "mkdir '../my tools'; cp $tools/edit-above '../my tools/ed it'",
    run: `${change}; GIT_EDITOR="'$now/my tools/ed it'" git commit`,
  },
  {
    title: "sequence.editor",
    setup: 'git config sequence.editor "sed -i 1s/^pick/reword/"; git config core.editor $tools/edit-first',
    run: "git rebase -i side",
    commits: 2,
  },
  {
    title: "rebase -r of a branch that begins with a merge",
    setup: "git checkout -q -b m third; git merge -q --no-edit side; git checkout -q -b k m",
    run: "git rebase -r main",
    commits: 4,
  },
  {
    title: "rebase -i with a merge that is new",
    setup: "git branch keep",
    run: `${steps("$ a merge third # new merge")}; GIT_EDITOR=$tools/edit-first; export GIT_EDITOR; git rebase -i side`,
    commits: 3,
  },
  { title: "mergeOptions=--no-verify and hooks", setup: mergeOptions("--no-verify"), run: "git merge side" },
  {
    title: "mergeOptions=--no-verify and hooks, and --verify",
    setup: mergeOptions("--no-verify"),
    run: "git merge --verify side",
  },
  {
    title: "mergeOptions=--no-verify and hooks, and --no-verify",
    setup: mergeOptions("--no-verify"),
    run: "git merge --no-verify side",
  },
  {
    title: "mergeOptions=--verify and hooks, and --no-verify",
    setup: mergeOptions("--verify"),
    run: "git merge --no-verify side",
  },
  {
    title: "mergeOptions with several words and quotes",
    setup: mergeOptions("--no-ff '--no-verify'"),
    run: "git merge side",
  },
  {
    title: "mergeOptions=--no-verify with a conflict, then merge --continue",
    setup: mergeOptions("--no-verify"),
    run: `git merge clash; ${resolved}; GIT_EDITOR=: git merge --continue`,
  },
  {
    title: "mergeOptions=--cleanup=strip and comments",
    setup: `${mergeOptions("--cleanup=strip")}; printf 'one\\n\\n# two\\n' >../m`,
    run: "git merge -F ../m side",
  },
  {
    title: "mergeOptions=--no-verify on a detached HEAD",
    setup: "git checkout -q --detach; git config branch.HEAD.mergeOptions --no-verify",
    run: "git merge side",
  },
]);
