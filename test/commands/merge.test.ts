import { testCommands } from "../support/compare-with-git/test-cases.ts";

const resolved = "seq 1 12 >a; git add a";
const conflict = `git merge clash; ${resolved}`;

testCommands([
  { title: "merge with git's own message", run: "git merge side" },
  { title: "merge --no-ff", setup: "git checkout -q -b new side~1", run: "git merge --no-ff side" },
  {
    title: "merge --no-ff --no-edit",
    setup: "git checkout -q -b new side~1",
    run: "git merge --no-ff --no-edit side",
  },
  { title: "merge -m", run: "git merge -m one side" },
  { title: "merge with several -m", run: "git merge -m one -m two side" },
  { title: "merge -F", run: "printf 'one\\n\\ntwo\\n' >../m; git merge -F ../m side" },
  { title: "merge --log", run: "git merge --log side" },
  { title: "merge --log -m", run: "git merge --log -m one side" },
  { title: "merge with merge.log", run: "git -c merge.log=true merge -m one side" },
  { title: "merge --edit", run: "GIT_EDITOR=$tools/edit-first git merge --edit side" },
  {
    title: "merge --edit with an editor that changes nothing",
    run: "GIT_EDITOR=$tools/edit-nothing git merge --edit side",
  },
  { title: "merge --edit -m", run: "GIT_EDITOR=$tools/edit-first git merge --edit -m one side" },
  {
    title: "merge with GIT_MERGE_AUTOEDIT",
    run: "GIT_MERGE_AUTOEDIT=yes GIT_EDITOR=$tools/edit-first git merge side",
  },
  { title: "merge --no-verify", run: "git merge --no-verify side" },
  { title: "merge --no-verify -m", run: "git merge --no-verify -m one side" },
  { title: "merge -s ours", run: "git merge -s ours clash" },
  { title: "merge -X theirs", run: "git merge -X theirs clash" },
  { title: "merge --signoff", run: "git merge --signoff side" },
  { title: "merge --signoff -m", run: "git merge --signoff -m one side" },
  { title: "merge --stat -q", run: "git merge -q --stat side" },
  {
    title: "merge --cleanup=verbatim",
    run: "printf 'one\\n\\n\\n# two\\n\\n' >../m; git merge --cleanup=verbatim -F ../m side",
  },
  {
    title: "merge --cleanup=scissors --edit",
    run: "GIT_EDITOR=$tools/edit-first git merge --cleanup=scissors --edit side",
  },
  {
    title: "merge --cleanup=strip -F",
    run: "printf 'one\\n\\n\\n# two\\n\\n' >../m; git merge --cleanup=strip -F ../m side",
  },
  {
    title: "merge of an annotated tag",
    setup: "git tag -m 'The tag' -m 'Its text' v1 side",
    run: "git merge --no-edit v1",
  },
  { title: "merge --into-name", run: "git merge --into-name other side" },
  { title: "merge --autostash", run: "echo x >>deep/c; git merge --autostash side" },
  { title: "octopus merge", run: "git merge side third" },
  { title: "octopus merge -m", run: "git merge -m one side third" },
  { title: "octopus merge --edit", run: "GIT_EDITOR=$tools/edit-first git merge --edit side third" },
  { title: "octopus merge --no-verify", run: "git merge --no-verify side third" },
  {
    title: "merge with a conflict, then commit",
    run: `${conflict}; GIT_EDITOR=$tools/edit-first git commit`,
  },
  { title: "merge with a conflict, then commit --no-edit", run: `${conflict}; git commit --no-edit` },
  { title: "merge with a conflict, then commit -m", run: `${conflict}; git commit -m one` },
  {
    title: "merge with a conflict, then merge --continue",
    run: `${conflict}; GIT_EDITOR=$tools/edit-first git merge --continue`,
  },
  {
    title: "merge with a conflict, then merge --continue without change",
    run: `${conflict}; GIT_EDITOR=$tools/edit-nothing git merge --continue`,
  },
  {
    title: "merge -m with a conflict, then commit",
    run: `git merge -m one clash; ${resolved}; GIT_EDITOR=$tools/edit-nothing git commit`,
  },
  {
    title: "merge --no-verify with a conflict, then merge --continue",
    run: `git merge --no-verify clash; ${resolved}; GIT_EDITOR=: git merge --continue`,
  },
  {
    title: "merge --cleanup=scissors with a conflict, then commit",
    run: `git merge --cleanup=scissors clash; ${resolved}; GIT_EDITOR=$tools/edit-first git commit --cleanup=scissors`,
  },
  {
    title: "merge with commit.cleanup=scissors, a conflict, then commit",
    setup: "git config commit.cleanup scissors",
    run: `${conflict}; GIT_EDITOR=$tools/edit-nothing git commit`,
  },
  {
    title: "merge with a conflict and rerere",
    setup: "git config rerere.enabled true",
    run: `${conflict}; git commit --no-edit`,
  },
  {
    title: "merge --no-commit, then commit",
    run: "git merge --no-commit side; GIT_EDITOR=$tools/edit-first git commit",
  },
  {
    title: "merge --no-commit, then commit --no-edit",
    run: "git merge --no-commit side; git commit --no-edit",
  },
  {
    title: "merge --squash, then commit",
    run: "git merge --squash side; GIT_EDITOR=$tools/edit-first git commit",
  },
  { title: "merge --squash, then commit --no-edit", run: "git merge --squash side; git commit --no-edit" },
  { title: "merge --squash, then commit -m", run: "git merge --squash side; git commit -m one" },
  {
    title: "branch.main.mergeOptions=--no-verify",
    setup: "git config branch.main.mergeOptions --no-verify",
    run: "git merge side",
  },
  {
    title: "branch.main.mergeOptions=--no-verify and -m",
    setup: "git config branch.main.mergeOptions --no-verify",
    run: "git merge -m one side",
  },
  {
    title: "branch.main.mergeOptions=--edit",
    setup: "git config branch.main.mergeOptions --edit",
    run: "GIT_EDITOR=$tools/edit-first git merge side",
  },
  {
    title: "branch.main.mergeOptions=--squash, then commit",
    setup: "git config branch.main.mergeOptions --squash",
    run: "git merge side; git commit --no-edit",
  },
  {
    title: "branch.main.mergeOptions=--log --no-ff",
    setup: "git checkout -q -b new side~1; git config branch.new.mergeOptions '--log --no-ff'",
    run: "git merge side",
  },
  {
    title: "branch.main.mergeOptions=--cleanup=verbatim",
    setup: "git config branch.main.mergeOptions --cleanup=verbatim; printf 'one\\n\\n\\n' >../m",
    run: "git merge -F ../m side",
  },
  {
    title: "merge of unrelated histories",
    setup:
      "git checkout -q --orphan other; git rm -rqf .; echo o >o; git add o; git commit -qm other; git checkout -q main",
    run: "git merge --allow-unrelated-histories other",
  },
  { title: "merge -s subtree", run: "git merge -s subtree side" },
  { title: "merge -s recursive", run: "git merge -s recursive side" },
  { title: "merge -s resolve", run: "git merge -s resolve side" },
]);
