import { testCommands } from "../support/compare-with-git/test-cases.ts";

const resolved = "seq 1 12 >a; git add a";
/** To undo the first of the two, and one that somebody has built upon. */
const undoClash = "sed -i 's/^main$/later/' a; git commit -qam Later";

testCommands([
  { title: "revert --no-edit", run: "git revert --no-edit HEAD" },
  { title: "revert without a terminal", run: "git revert HEAD" },
  { title: "revert -e", run: "GIT_EDITOR=$tools/edit-first git revert -e HEAD" },
  {
    title: "revert -e with an editor that changes nothing",
    run: "GIT_EDITOR=$tools/edit-nothing git revert -e HEAD",
  },
  { title: "revert -s --no-edit", run: "git revert -s --no-edit HEAD" },
  { title: "revert of several", run: "git revert --no-edit HEAD HEAD~1", commits: 2 },
  {
    title: "revert -e of several",
    run: "GIT_EDITOR=$tools/edit-first git revert -e HEAD HEAD~1",
    commits: 2,
  },
  { title: "revert of a revert", run: "git revert --no-edit HEAD; git revert --no-edit HEAD", commits: 2 },
  { title: "revert --reference", run: "GIT_EDITOR=$tools/edit-above git revert --reference HEAD" },
  {
    title: "revert -m 1 of a merge",
    setup: "git merge -q --no-edit side",
    run: "git revert --no-edit -m 1 HEAD",
  },
  {
    title: "revert with a conflict, then --continue",
    setup: undoClash,
    run: `git revert --no-edit HEAD~2; ${resolved}; GIT_EDITOR=$tools/edit-first git revert --continue`,
  },
  {
    title: "revert with a conflict, then --continue without an editor",
    setup: undoClash,
    run: `git revert HEAD~2; ${resolved}; git -c core.editor=: revert --continue`,
  },
  {
    title: "revert with a conflict, then commit",
    setup: undoClash,
    run: `git revert HEAD~2; ${resolved}; git commit --no-edit`,
  },
  {
    title: "revert of two with a conflict, then --continue",
    setup: undoClash,
    run: `git revert --no-edit HEAD~2 HEAD~1; ${resolved}; GIT_EDITOR=: git revert --continue`,
    commits: 2,
  },
  { title: "revert -n, then commit", run: "git revert -n HEAD; GIT_EDITOR=$tools/edit-first git commit" },
  { title: "revert -n, then commit --no-edit", run: "git revert -n HEAD; git commit --no-edit" },
  {
    title: "revert -n, then revert --continue",
    run: "git revert -n HEAD; GIT_EDITOR=: git revert --continue",
  },
  { title: "revert -n of two, then commit -m", run: "git revert -n HEAD HEAD~1; git commit -m one" },
]);
