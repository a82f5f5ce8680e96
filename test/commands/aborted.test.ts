/**
 * Commands that git ends by itself without a commit: nothing of interlock is seen.
 */
import { testCommandsWithoutCommit } from "../support/compare-with-git/test-cases.ts";

const change = "echo changed >>deep/c; git add deep/c";
const resolved = "seq 1 12 >a; git add a";
const failing = (hook: string): string => `cp $tools/fail .git/hooks/${hook}`;
const template = "printf 'template\\n\\ntext\\n' >../t";

testCommandsWithoutCommit([
  { title: "an empty message from the editor", run: `${change}; GIT_EDITOR=$tools/edit-away git commit` },
  {
    title: "an empty message from the editor, with -v",
    run: `${change}; GIT_EDITOR=$tools/edit-away git commit -v`,
  },
  {
    title: "an editor that leaves only comments",
    run: `${change}; GIT_EDITOR=: git commit; GIT_EDITOR=true git commit`,
  },
  { title: "an editor that leaves only comments, with -v", run: `${change}; GIT_EDITOR=true git commit -v` },
  { title: "an editor that leaves only comments, with -s", run: `${change}; GIT_EDITOR=true git commit -s` },
  {
    title: "an editor that leaves only comments, with scissors",
    run: `${change}; GIT_EDITOR=true git commit --cleanup=scissors`,
  },
  {
    title: "an editor that leaves only comments, and ;",
    run: `${change}; GIT_EDITOR=true git -c core.commentChar=';' commit`,
  },
  {
    title: "an editor that leaves only comments, and auto",
    run: `${change}; GIT_EDITOR=true git -c core.commentChar=auto commit`,
  },
  {
    title: "an untouched commit.template",
    setup: `${template}; git config commit.template ../t`,
    run: `${change}; GIT_EDITOR=true git commit`,
  },
  {
    title: "an untouched commit.template, with -v",
    setup: `${template}; git config commit.template ../t`,
    run: `${change}; GIT_EDITOR=true git commit -v`,
  },
  {
    title: "an untouched commit.template from a subdirectory",
    setup: `${template}; git config commit.template ../t`,
    run: `${change}; cd deep; GIT_EDITOR=true git commit`,
  },
  {
    title: "an untouched commit.template with a tilde",
    setup: "printf 'template\\n' >~/t; git config commit.template '~/t'",
    run: `${change}; GIT_EDITOR=true git commit`,
  },
  {
    title: "an untouched template of -t",
    setup: template,
    run: `${change}; GIT_EDITOR=true git commit -t ../t`,
  },
  {
    title: "an untouched template of -t from a subdirectory",
    setup: template,
    run: `${change}; cd deep; GIT_EDITOR=true git commit -t ../../t`,
  },
  {
    title: "an untouched template and -s",
    setup: template,
    run: `${change}; GIT_EDITOR=true git commit -s -t ../t`,
  },
  {
    title: "a template with only a sign-off added",
    setup: template,
    run: `${change}; GIT_EDITOR="printf '\\nSigned-off-by: X <x@y>\\n' >>" git commit -t ../t`,
  },
  { title: "an editor that exits with 1", run: `${change}; GIT_EDITOR=$tools/fail git commit` },
  { title: "an editor that exits with 1, on --amend", run: "GIT_EDITOR=$tools/fail git commit --amend" },
  { title: "an editor that is not there", run: `${change}; GIT_EDITOR=/nonexistent git commit` },
  { title: "an editor that a signal ends", run: `${change}; GIT_EDITOR='kill -TERM $$;:' git commit` },
  {
    title: "--fixup amend: with an empty body",
    run: `${change}; GIT_EDITOR="sed -i '2,\\$d'" git commit --fixup amend:HEAD`,
  },
  {
    title: "--fixup amend: with an empty message",
    run: `${change}; GIT_EDITOR=$tools/edit-away git commit --fixup amend:HEAD`,
  },
  { title: "--fixup amend: and -m", run: `${change}; git commit --fixup amend:HEAD~1 -m more` },
  {
    title: "a pre-commit hook that exits with 1",
    setup: failing("pre-commit"),
    run: `${change}; git commit -m one; GIT_EDITOR=$tools/edit-above git commit`,
    notice: true,
  },
  {
    title: "a prepare-commit-msg hook that exits with 1",
    setup: failing("prepare-commit-msg"),
    run: `${change}; git commit -m one; GIT_EDITOR=$tools/edit-above git commit`,
  },
  {
    title: "a prepare-commit-msg hook that exits with 1, with -n",
    setup: failing("prepare-commit-msg"),
    run: `${change}; git commit -n -m one`,
  },
  {
    title: "a commit-msg hook that exits with 1",
    setup: failing("commit-msg"),
    run: `${change}; git commit -m one; GIT_EDITOR=$tools/edit-above git commit`,
  },
  {
    title: "a commit-msg hook that a signal ends",
    setup: "printf '#!/bin/sh\\nkill -TERM $$\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg",
    run: `${change}; git commit -m one`,
  },
  {
    title: "a commit-msg hook that cannot be run",
    setup: "printf '#!/nonexistent/sh\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg",
    run: `${change}; git commit -m one`,
  },
  {
    title: "a pre-commit hook that cannot be run",
    setup: "printf '#!/nonexistent/sh\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit",
    run: `${change}; git commit -m one`,
    notice: true,
  },
  {
    title: "a commit-msg hook that empties the message",
    setup: "cp $tools/edit-away .git/hooks/commit-msg",
    run: `${change}; git commit -m one`,
  },
  {
    title: "a pre-merge-commit hook that exits with 1",
    setup: failing("pre-merge-commit"),
    run: "git merge side",
  },
  {
    title: "a commit-msg hook that exits with 1 in a merge",
    setup: failing("commit-msg"),
    run: "git merge side",
  },
  {
    title: "a prepare-commit-msg hook that exits with 1 in a cherry-pick",
    setup: failing("prepare-commit-msg"),
    run: "git cherry-pick side",
  },
  {
    title: "a prepare-commit-msg hook that exits with 1 in a rebase",
    setup: failing("prepare-commit-msg"),
    run: "git rebase side",
  },
  {
    title: "an applypatch-msg hook that exits with 1",
    setup: failing("applypatch-msg"),
    run: "git am $patches/side.mbox",
  },
  {
    title: "a pre-applypatch hook that exits with 1",
    setup: failing("pre-applypatch"),
    run: "git am $patches/0001*",
    notice: true,
  },
  { title: "a pre-rebase hook that exits with 1", setup: failing("pre-rebase"), run: "git rebase side" },
  { title: "an empty message in -m", run: `${change}; git commit -m ''; git commit -m '  '` },
  { title: "an empty message on standard input", run: `${change}; git commit -F - </dev/null` },
  {
    title: "a message of comments in -F - --cleanup=strip",
    run: `${change}; echo '# one' | git commit --cleanup=strip -F -`,
  },
  {
    title: "nothing to commit",
    run: "git commit -m one; GIT_EDITOR=$tools/edit-above git commit; git commit -n",
    notice: true,
  },
  { title: "an empty message in a merge", run: "GIT_EDITOR=$tools/edit-away git merge --edit side" },
  { title: "an editor that exits with 1 in a merge", run: "GIT_EDITOR=$tools/fail git merge --edit side" },
  { title: "merge -F of a file that is not there", run: "git merge -F - side" },
  { title: "a merge that is up to date", run: "git merge HEAD~1; git merge --no-ff HEAD" },
  {
    title: "a merge that only goes forward",
    setup: "git checkout -q -b new side~1",
    run: "git merge --ff-only side",
  },
  { title: "a merge with a conflict", run: "git merge clash" },
  {
    title: "a merge with a conflict, and an empty message",
    run: `git merge clash; ${resolved}; GIT_EDITOR=$tools/edit-away git commit`,
  },
  { title: "a merge with a conflict, then --abort", run: "git merge clash; git merge --abort" },
  { title: "a revert with an empty message", run: "GIT_EDITOR=$tools/edit-away git revert -e HEAD" },
  {
    title: "a cherry-pick with an empty message",
    run: "GIT_EDITOR=$tools/edit-away git cherry-pick -e side",
  },
  { title: "a cherry-pick with a conflict", run: "git cherry-pick clash" },
  {
    title: "a cherry-pick with a conflict, then --abort",
    run: "git cherry-pick clash; git cherry-pick --abort",
  },
  { title: "a cherry-pick that becomes empty", run: "git cherry-pick HEAD", notice: true },
  { title: "a rebase with a conflict", run: "git rebase clash" },
  { title: "a rebase --apply with a conflict", run: "git rebase --apply clash", notice: true },
  { title: "a rebase that is up to date", run: "git rebase HEAD~1" },
  { title: "a rebase -i with an empty list", run: "GIT_SEQUENCE_EDITOR=$tools/edit-away git rebase -i side" },
  {
    title: "a rebase -i with an editor that fails",
    run: "GIT_SEQUENCE_EDITOR=$tools/fail git rebase -i side",
  },
  { title: "an am of a patch that does not apply", run: "git am $patches/clash.patch", notice: true },
  {
    title: "an am with a conflict, then --abort",
    run: "git am -3 $patches/clash.patch; git am --abort",
    notice: true,
  },
  { title: "an am of something else", run: "git am a" },
  {
    title: "wrong options",
    run: "git commit --no-such; git merge --no-such side; git cherry-pick --no-such; git rebase --no-such; git am --no-such; git commit-tree --no-such",
  },
  {
    title: "a commit-tree of something else",
    run: "git commit-tree -m one nothing; git commit-tree -F nothing 'HEAD^{tree}'",
  },
]);
