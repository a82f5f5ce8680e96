import { testCommands } from "../support/compare-with-git/test-cases.ts";

const change = "echo changed >>deep/c; git add deep/c";
const editing = (editor: string): string => `GIT_EDITOR=$tools/${editor}; export GIT_EDITOR; ${change}`;

testCommands([
  { title: "commit --amend", run: `${editing("edit-first")}; git commit --amend` },
  {
    title: "commit --amend with an editor that changes nothing",
    run: `${editing("edit-nothing")}; git commit --amend`,
  },
  { title: "commit --amend --no-edit", run: `${change}; git commit --amend --no-edit` },
  { title: "commit --amend -m", run: `${change}; git commit --amend -m new` },
  {
    title: "commit --amend --author --date",
    run: `git commit --amend --no-edit --author 'X <x@y>' --date 2018-01-01T00:00Z`,
  },
  {
    title: "commit --amend of a root",
    setup: "git checkout -q --orphan new; git commit -qm root",
    run: `${change}; git commit --amend --no-edit`,
  },
  {
    title: "commit --amend twice",
    run: `git commit --amend --no-edit; ${change}; git commit --amend --no-edit`,
  },
  { title: "commit -s --amend --no-edit", run: `git commit -s --amend --no-edit` },
  { title: "commit --amend -v", run: "GIT_EDITOR=$tools/edit-first git commit --amend -v" },
  { title: "commit --amend -C", run: "git commit --amend -C side" },
]);
