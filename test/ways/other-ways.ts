import type { Way } from "./way.ts";

const change = "echo changed >>deep/c; git add deep/c";
const alias = (name: string, value: string): string => `git config alias.${name} "${value}"`;
const tree = "HEAD^{tree}";

export const plumbingWays: readonly Way[] = [
  { title: "commit-tree -m", run: `git update-ref refs/heads/new $(git commit-tree -p HEAD -m one ${tree})` },
  {
    title: "commit-tree with several -m",
    run: `git update-ref refs/heads/new $(git commit-tree ${tree} -p HEAD -m one -m two)`,
  },
  {
    title: "commit-tree -F",
    run: `echo one >../m; git update-ref refs/heads/new $(git commit-tree ${tree} -p HEAD -F ../m)`,
  },
  {
    title: "commit-tree -F -",
    run: `git update-ref refs/heads/new $(echo one | git commit-tree ${tree} -p HEAD -F -)`,
  },
  {
    title: "commit-tree -m and -F",
    run: `echo two >../m; git update-ref refs/heads/new $(git commit-tree ${tree} -m one -F ../m -m three)`,
  },
  {
    title: "commit-tree from standard input",
    run: `git update-ref refs/heads/new $(echo one | git commit-tree ${tree} -p HEAD)`,
  },
  {
    title: "commit-tree from standard input without a line end",
    run: `git update-ref refs/heads/new $(printf one | git commit-tree ${tree} -p HEAD)`,
  },
  {
    title: "commit-tree with attached values",
    run: `git update-ref refs/heads/new $(git commit-tree -pHEAD -mone ${tree})`,
  },
  {
    title: "commit-tree of a merge",
    run: `git update-ref refs/heads/new $(git commit-tree ${tree} -p HEAD -p side -m one)`,
  },
  {
    title: "commit-tree -F from a subdirectory",
    run: `echo one >m; git update-ref refs/heads/new $(cd deep && git commit-tree ${tree} -p HEAD -F m)`,
  },
];

export const aliasWays: readonly Way[] = [
  { title: "alias of commit", setup: alias("ci", "commit"), run: `${change}; git ci -m one` },
  { title: "alias with options", setup: alias("ci", "commit -n -m"), run: `${change}; git ci one` },
  {
    title: "alias with quotes",
    setup: alias("ci", "commit -m 'one two' -m \\\"three 'four'\\\""),
    run: `${change}; git ci`,
  },
  {
    title: "chain of aliases",
    setup: `${alias("ci", "cc -m")}; ${alias("cc", "commit")}`,
    run: `${change}; git ci one`,
  },
  {
    title: "alias with a leading -c",
    setup: alias("ci", "-c user.name=Other commit"),
    run: `${change}; git ci -m one`,
  },
  {
    title: "alias with an editor",
    setup: alias("ci", "commit -v"),
    run: `${change}; GIT_EDITOR=$tools/edit-above git ci`,
  },
  { title: "alias with !", setup: alias("ci", "!git commit"), run: `${change}; git ci -m one` },
  {
    title: "alias with ! and a function",
    setup: alias("ci", '!f() { git commit -m \\"\\$1\\"; }; f'),
    run: `${change}; git ci one`,
  },
  {
    title: "alias with ! from a subdirectory",
    setup: alias("ci", "!git add . && git commit"),
    run: "cd deep; echo x >>c; git ci -m one",
  },
  {
    title: "alias with ! that commits twice",
    setup: alias("two", "!git commit --allow-empty -m one && git commit --allow-empty -m two"),
    run: "git two",
    commits: 2,
  },
  { title: "alias of merge", setup: alias("m", "merge --no-verify"), run: "git m side" },
  { title: "alias of cherry-pick", setup: alias("cp", "cherry-pick -x"), run: "git cp side" },
  { title: "alias of rebase", setup: alias("rb", "rebase -q"), run: "git rb side", commits: 2 },
  { title: "alias of am", setup: alias("apply-mail", "am"), run: "git apply-mail $patches/0001*" },
  {
    title: "alias of commit-tree",
    setup: alias("ct", "commit-tree -m one"),
    run: `git update-ref refs/heads/new $(git ct ${tree} -p HEAD)`,
  },
  { title: "alias of revert", setup: alias("undo", "revert --no-edit"), run: "git undo HEAD" },
  { title: "alias from -c", run: `${change}; git -c alias.ci='commit -m one' ci` },
  {
    title: "alias beside an alias of a builtin's name",
    setup: alias("commit", "status"),
    run: `${change}; git commit -m one`,
  },
  {
    title: "help.autocorrect",
    setup: "git config help.autocorrect immediate",
    run: `${change}; git comit -m one`,
  },
  {
    title: "help.autocorrect of a merge",
    setup: "git config help.autocorrect immediate",
    run: "git marge side",
  },
  {
    title: "help.autocorrect with -n",
    setup: "git config help.autocorrect immediate",
    run: `${change}; git comit -n -m one`,
  },
  {
    title: "help.autocorrect of a cherry-pick",
    setup: "git config help.autocorrect immediate",
    run: "git cherry-pik side",
  },
];

export const callerWays: readonly Way[] = [
  {
    title: "filter-branch --msg-filter",
    run: "FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch -f --msg-filter 'sed 1s/^/X./' HEAD~2..HEAD 2>/dev/null",
    commits: 2,
    untouched: { count: 2, because: "it replays commits, and the gate judges them" },
    ignoresStdout: "it counts seconds",
  },
  {
    title: "filter-branch --commit-filter",
    run: "FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch -f --commit-filter 'git commit-tree \"$@\"' --msg-filter 'cat; echo more' HEAD~1..HEAD 2>/dev/null",
    untouched: { count: 1, because: "it replays a commit, and the gate judges it" },
    ignoresStdout: "it counts seconds",
  },
  {
    title: "submodule foreach",
    setup:
      "git clone -q . ../other; git -c protocol.file.allow=always submodule --quiet add ../other sub; git commit -qm Sub",
    run: "git submodule foreach 'git commit --allow-empty -m one'",
    where: "sub",
  },
  {
    title: "bisect run of a script that commits",
    run: "git bisect start HEAD HEAD~2; git bisect run sh -c 'git commit -q --allow-empty -m one; git branch new; git reset -q --hard HEAD~1'",
  },
  {
    title: "git -c in the environment",
    run: `${change}; GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=Env git commit -m one`,
  },
  {
    title: "GIT_CONFIG_PARAMETERS with a hooks folder",
    setup: "mkdir ../hooks; cp $tools/hook ../hooks/commit-msg",
    run: `${change}; git -c core.hooksPath=../hooks commit -m one`,
  },
  {
    title: "core.hooksPath with a tilde",
    setup: "mkdir -p ~/hooks; cp $tools/hook ~/hooks/commit-msg; git config core.hooksPath '~/hooks'",
    run: `${change}; GIT_EDITOR=$tools/edit-above git commit`,
  },
  { title: "core.hooksPath=/dev/null", run: `${change}; git -c core.hooksPath=/dev/null commit -m one` },
  { title: "core.hooksPath=/dev/null with a merge", run: "git -c core.hooksPath=/dev/null merge side" },
  {
    title: "a hook that commits elsewhere",
    setup:
      "git clone -q . ../other; printf '#!/bin/sh\\nunset GIT_DIR GIT_INDEX_FILE\\ngit -C ../other commit -q --allow-empty -m inner\\n' >.git/hooks/post-commit; chmod +x .git/hooks/post-commit",
    run: `${change}; git commit -m outer`,
    where: "../other",
  },
  {
    title: "a hook that commits elsewhere during a rebase",
    setup:
      "git clone -q . ../other; printf '#!/bin/sh\\nunset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE\\ngit -C ../other commit -q --allow-empty -m inner\\n' >.git/hooks/post-commit; chmod +x .git/hooks/post-commit",
    run: "git rebase -q side",
    where: "../other",
    commits: 2,
  },
  {
    title: "a program of the user's that is a git command",
    setup: "printf '#!/bin/sh\\ngit commit --allow-empty -m one\\n' >../git-mine; chmod +x ../git-mine",
    run: "PATH=$now:$PATH git mine",
  },
];
