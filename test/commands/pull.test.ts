import { testCommands } from "../support/compare-with-git/test-cases.ts";

const resolved = "seq 1 12 >a; git add a";
/** A pull needs somewhere to pull from. */
const remote =
  "git clone -q --bare . ../remote; git remote add origin ../remote; git fetch -q origin; git branch -q -D side clash third";
/** Without it the commits that are rebased are published, and somebody else's: they would stay as they are. */
const unpublished = `${remote}; git update-ref -d refs/remotes/origin/main; git -C ../remote update-ref -d refs/heads/main`;

testCommands([
  { title: "pull, as a merge", setup: remote, run: "git pull --no-rebase origin side" },
  { title: "pull --no-rebase --no-edit", setup: remote, run: "git pull --no-rebase --no-edit origin side" },
  {
    title: "pull --no-rebase --edit",
    setup: remote,
    run: "GIT_EDITOR=$tools/edit-first git pull --no-rebase --edit origin side",
  },
  { title: "pull --no-verify", setup: remote, run: "git pull --no-rebase --no-verify origin side" },
  {
    title: "pull --no-ff",
    setup: `${remote}; git checkout -q -b new origin/side~1`,
    run: "git pull --no-ff origin side",
  },
  { title: "pull --signoff --log", setup: remote, run: "git pull --no-rebase --signoff --log origin side" },
  { title: "pull from two branches", setup: remote, run: "git pull --no-rebase origin side third" },
  {
    title: "pull with a conflict, then commit",
    setup: remote,
    run: `git pull --no-rebase origin clash; ${resolved}; git commit --no-edit`,
  },
  { title: "pull --rebase", setup: unpublished, run: "git pull --rebase origin side", commits: 2 },
  {
    title: "pull --rebase=merges",
    setup: `${unpublished}; git merge -q --no-edit origin/third; git update-ref -d refs/remotes/origin/third; git -C ../remote update-ref -d refs/heads/third`,
    run: "git pull --rebase=merges origin side",
    commits: 4,
  },
  {
    title: "pull --rebase=interactive",
    setup: unpublished,
    run: "GIT_SEQUENCE_EDITOR=: git pull --rebase=interactive origin side",
    commits: 2,
  },
  {
    title: "pull with pull.rebase",
    setup: `${unpublished}; git config pull.rebase true`,
    run: "git pull origin side",
    commits: 2,
  },
  {
    title: "pull --rebase --autostash",
    setup: unpublished,
    run: "echo x >>deep/c; git pull --rebase --autostash origin side",
    commits: 2,
  },
  {
    title: "pull --squash, then commit",
    setup: remote,
    run: "git pull --no-rebase --squash origin side; git commit --no-edit",
  },
]);
