/**
 * Ways to make one commit that changes the file $P, in a repository $R with four commits, each of which added one file. $GIT is
 * the real git; `git` in `commit` is the one to be tested.
 */
export interface Spelling {
  title: string;
  prepare: string;
  commit: string;
  /** git's own hook that sees the index there; empty if git runs none. */
  hook: string;
}

const edit = "echo changed >>$P";
const staged = `${edit}; $GIT add $P`;
/** On the branch `side`, from the commit before the last. */
const side = `$GIT checkout -q -b side HEAD~1; ${edit}; $GIT commit -q -am 'fix: side'; $GIT checkout -q main`;
const hook = "commit-msg";

export const spellings: Spelling[] = [
  {
    title: "commit -F",
    prepare: `${staged}; echo 'fix: x' >../message`,
    commit: "git commit -q -F ../message",
    hook,
  },
  { title: "commit -m", prepare: staged, commit: "git commit -q -m 'fix: x'", hook },
  { title: "commit -am", prepare: edit, commit: "git commit -q -am 'fix: x'", hook },
  {
    title: "commit <path> -m",
    prepare: `${edit}; echo more >>other; $GIT add other`,
    commit: 'git commit -q "$P" -m "fix: x"',
    hook,
  },
  {
    title: "commit -i <path>, from a folder below",
    prepare: `${edit}; echo more >>other; $GIT add other`,
    commit: 'cd docs; git commit -q -i "../$P" -m "fix: x"',
    hook,
  },
  {
    title: "commit --amend --no-edit",
    prepare: staged,
    commit: "git commit -q --amend --no-edit",
    hook,
  },
  { title: "commit --amend -m", prepare: edit, commit: "git commit -q -a --amend -m 'fix: x'", hook },
  { title: "an editor", prepare: staged, commit: "git commit -q", hook },
  {
    title: "commit --no-verify",
    prepare: staged,
    commit: "git commit -q --no-verify -m 'fix: x'",
    hook: "prepare-commit-msg",
  },
  { title: "-C", prepare: staged, commit: 'cd /; git -C "$R" commit -q -m "fix: x"', hook },
  {
    title: "--git-dir and --work-tree",
    prepare: edit,
    commit: 'cd /; git --git-dir "$R/.git" --work-tree "$R" commit -q -am "fix: x"',
    hook,
  },
  {
    title: "GIT_DIR and GIT_WORK_TREE",
    prepare: staged,
    commit: 'cd /; export GIT_DIR="$R/.git" GIT_WORK_TREE="$R"; git commit -q -m "fix: x"',
    hook,
  },
  {
    title: "GIT_INDEX_FILE",
    prepare: `cp .git/index ../index; ${edit}; GIT_INDEX_FILE=../index $GIT add $P`,
    commit: "export GIT_INDEX_FILE=../index; git commit -q -m 'fix: x'",
    hook,
  },
  {
    title: "a linked work tree",
    prepare: `$GIT worktree add -q ../linked; cd ../linked; ${staged}`,
    commit: "git commit -q -m 'fix: x'",
    hook,
  },
  { title: "merge", prepare: side, commit: "git merge -q --no-ff -m 'merge: x' side", hook },
  {
    title: "merge, then commit",
    prepare: `${side}; $GIT merge -q --no-commit --no-ff side`,
    commit: "git commit -q -m 'merge: x'",
    hook,
  },
  { title: "cherry-pick", prepare: side, commit: "git cherry-pick side", hook: "prepare-commit-msg" },
  {
    title: "revert",
    prepare: `${edit}; $GIT commit -q -am 'fix: y'`,
    commit: "git revert --no-edit HEAD",
    hook: "prepare-commit-msg",
  },
  {
    title: "rebase",
    prepare: `${side}; $GIT checkout -q side`,
    commit: "git rebase -q main",
    hook: "prepare-commit-msg",
  },
  {
    title: "rebase --apply",
    prepare: `${side}; $GIT checkout -q side`,
    commit: "git rebase -q --apply main",
    hook: "pre-applypatch",
  },
  {
    title: "rebase with a fixup",
    prepare: `echo more >>second; $GIT commit -q -am 'fix: y'; ${edit}; $GIT commit -q -a --fixup HEAD`,
    commit: "GIT_SEQUENCE_EDITOR=: git rebase -q -i --autosquash HEAD~2",
    hook: "prepare-commit-msg",
  },
  {
    title: "am",
    prepare: `${side}; $GIT format-patch -q -1 --stdout side >../patch`,
    commit: "git am -q ../patch",
    hook: "pre-applypatch",
  },
  {
    title: "am -3 --directory, from a folder below",
    prepare: `${side}; $GIT format-patch -q -1 --stdout --relative="\${P%/*}" side >../patch`,
    commit: 'mkdir deep; cd deep; git am -q -3 --directory="${P%/*}" ../../patch',
    hook: "pre-applypatch",
  },
  {
    title: "commit-tree",
    prepare: `${staged}; tree=$($GIT write-tree)`,
    commit: "git commit-tree -p HEAD -m 'fix: x' $tree >../id",
    hook: "",
  },
];
