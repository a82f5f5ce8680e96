import { testCommands } from "../support/compare-with-git/test-cases.ts";

const resolved = "seq 1 12 >a; git add a";
const conflict = `git cherry-pick clash; ${resolved}`;

testCommands([
  { title: "cherry-pick", run: "git cherry-pick side" },
  { title: "cherry-pick -e", run: "GIT_EDITOR=$tools/edit-first git cherry-pick -e side" },
  {
    title: "cherry-pick -e with an editor that changes nothing",
    run: "GIT_EDITOR=$tools/edit-nothing git cherry-pick -e side",
  },
  { title: "cherry-pick -x", run: "git cherry-pick -x side" },
  { title: "cherry-pick -x -e", run: "GIT_EDITOR=$tools/edit-first git cherry-pick -x -e side" },
  { title: "cherry-pick -x of a message without trailers", run: "git cherry-pick -x side~1" },
  { title: "cherry-pick -s", run: "git cherry-pick -s side" },
  { title: "cherry-pick -x -s", run: "git cherry-pick -x -s side" },
  { title: "cherry-pick -n, then commit -m", run: "git cherry-pick -n side; git commit -m one" },
  {
    title: "cherry-pick -n, then commit",
    run: "git cherry-pick -n side; GIT_EDITOR=$tools/edit-first git commit",
  },
  {
    title: "cherry-pick -n of two, then commit -C",
    run: "git cherry-pick -n main..side; git commit -C side",
  },
  { title: "cherry-pick of a range", run: "git cherry-pick main..side", commits: 2 },
  {
    title: "cherry-pick -e of a range",
    run: "GIT_EDITOR=$tools/edit-first git cherry-pick -e main..side",
    commits: 2,
  },
  { title: "cherry-pick -x of a range", run: "git cherry-pick -x main..side", commits: 2 },
  {
    title: "cherry-pick --ff",
    setup: "git checkout -q -b new side~1",
    run: "git cherry-pick --ff side",
    commits: 0,
  },
  {
    title: "cherry-pick of a child of HEAD",
    setup: "git checkout -q -b new side~1",
    run: "GIT_COMMITTER_DATE=2021-01-01T00:00Z git cherry-pick side",
  },
  {
    title: "cherry-pick --allow-empty",
    setup: "git commit -q --allow-empty -m Empty; git branch empty; git reset -q --hard HEAD~1",
    run: "git cherry-pick --allow-empty third empty",
    commits: 2,
  },
  { title: "cherry-pick --keep-redundant-commits", run: "git cherry-pick --keep-redundant-commits HEAD" },
  {
    title: "cherry-pick -m 1 of a merge",
    setup: "git checkout -q -b m third; git merge -q --no-edit side; git checkout -q main",
    run: "git cherry-pick -m 1 m",
  },
  {
    title: "cherry-pick --strategy=ours",
    run: "git cherry-pick --strategy=ours --keep-redundant-commits side",
  },
  { title: "cherry-pick -X theirs", run: "git cherry-pick -X theirs clash" },
  { title: "cherry-pick --strategy=recursive", run: "git cherry-pick --strategy=recursive side" },
  { title: "cherry-pick --cleanup=strip", run: "git cherry-pick --cleanup=strip side" },
  {
    title: "cherry-pick --cleanup=scissors -e",
    run: "GIT_EDITOR=$tools/edit-first git cherry-pick --cleanup=scissors -e side",
  },
  {
    title: "cherry-pick of a message with comments and blank lines",
    setup:
      "git checkout -q third; echo x >x; git add x; printf 'odd \\n\\n\\n# comment\\n\\n\\n' | git commit -q --cleanup=verbatim -F -; git checkout -q main",
    run: "git cherry-pick third",
  },
  {
    title: "cherry-pick with a conflict, then --continue",
    run: `${conflict}; GIT_EDITOR=$tools/edit-first git cherry-pick --continue`,
  },
  {
    title: "cherry-pick with a conflict, then --continue without an editor",
    run: `${conflict}; GIT_EDITOR=: git cherry-pick --continue`,
  },
  {
    title: "cherry-pick -x with a conflict, then --continue",
    run: `git cherry-pick -x clash; ${resolved}; git -c core.editor=true cherry-pick --continue`,
  },
  {
    title: "cherry-pick with a conflict, then commit",
    run: `${conflict}; GIT_EDITOR=$tools/edit-first git commit`,
  },
  { title: "cherry-pick with a conflict, then commit --no-edit", run: `${conflict}; git commit --no-edit` },
  {
    title: "cherry-pick with a conflict, then commit -n --no-edit",
    run: `${conflict}; git commit -n --no-edit`,
  },
  {
    title: "cherry-pick of three with a conflict, then --continue",
    run: `git cherry-pick third clash side; ${resolved}; GIT_EDITOR=$tools/edit-nothing git cherry-pick --continue`,
    commits: 3,
  },
  {
    title: "cherry-pick of three with a conflict, commit, then --continue",
    run: `git cherry-pick third clash side; ${resolved}; git commit --no-edit; git cherry-pick --continue`,
    commits: 3,
  },
  {
    title: "cherry-pick of three with a conflict, then --skip",
    run: "git cherry-pick third clash side; git cherry-pick --skip",
    commits: 2,
  },
  {
    title: "cherry-pick of two that becomes empty, then commit --allow-empty",
    run: "git cherry-pick HEAD third; git commit --allow-empty --no-edit; git cherry-pick --continue",
    commits: 2,
  },
]);
