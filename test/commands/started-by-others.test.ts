import { testCommands } from "../support/compare-with-git/test-cases.ts";

const change = "echo changed >>deep/c; git add deep/c";

testCommands([
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
]);
