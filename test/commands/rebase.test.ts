import { testCommands } from "../support/compare-with-git/test-cases.ts";

const resolved = "seq 1 12 >a; git add a";
/** Edits git's list of steps with sed. */
const steps = (script: string): string =>
  `GIT_SEQUENCE_EDITOR="sed -i -e '${script}'"; export GIT_SEQUENCE_EDITOR`;
const editing = (editor: string): string => `GIT_EDITOR=$tools/${editor}; export GIT_EDITOR`;
const fixups =
  "echo x >>deep/c; git commit -qa --fixup HEAD~1; echo y >>deep/c; git commit -qa --squash HEAD~1 -m 'And more'";
const later = "sed -i 's/^main$/later/' a; git commit -qam Later";
const merged = "git merge -q --no-edit third";

testCommands([
  { title: "rebase", run: "git rebase side", commits: 2 },
  { title: "rebase -q", run: "git rebase -q side", commits: 2 },
  { title: "rebase --merge of a branch by name", run: "git rebase --merge side main", commits: 2 },
  { title: "rebase --apply", run: "git rebase --apply side", commits: 2 },
  { title: "rebase with rebase.backend=apply", run: "git -c rebase.backend=apply rebase side", commits: 2 },
  { title: "rebase --apply -q", run: "git rebase --apply -q side", commits: 2 },
  { title: "rebase --onto", run: "git rebase --onto third HEAD~1", commits: 1 },
  { title: "rebase --no-verify", run: "git rebase --no-verify side", commits: 2 },
  { title: "rebase --force-rebase", run: "git rebase --force-rebase HEAD~2", commits: 2 },
  { title: "rebase --signoff", run: "git rebase --signoff side", commits: 2 },
  { title: "rebase --signoff --apply", run: "git rebase --apply --signoff side", commits: 2 },
  {
    title: "rebase --committer-date-is-author-date",
    run: "git rebase --committer-date-is-author-date side",
    commits: 2,
  },
  { title: "rebase --reset-author-date", run: "git rebase --reset-author-date side", commits: 2 },
  {
    title: "rebase --committer-date-is-author-date --apply",
    run: "git rebase --apply --committer-date-is-author-date side",
    commits: 2,
  },
  { title: "rebase --root", run: "git rebase --root --force-rebase", commits: 3 },
  { title: "rebase --root --onto", run: "git rebase --root --onto third", commits: 2 },
  { title: "rebase --autostash", run: "echo x >>deep/c; git rebase --autostash side", commits: 2 },
  {
    title: "rebase --keep-empty",
    setup: "git commit -q --allow-empty -m Empty",
    run: "git rebase side",
    commits: 3,
  },
  {
    title: "rebase of an empty message",
    setup: "git commit -q --allow-empty --allow-empty-message -m ''",
    run: "git rebase side",
    commits: 3,
    untouched: { count: 1, because: "nothing is added to an empty message" },
  },
  { title: "rebase --strategy=ort -X theirs", run: "git rebase -X theirs clash", commits: 2 },
  { title: "rebase --strategy=resolve", run: "git rebase --strategy=resolve side", commits: 2 },
  {
    title: "rebase -i reword",
    run: `${steps("1s/^pick/reword/")}; ${editing("edit-first")}; git rebase -i side`,
    commits: 2,
  },
  {
    title: "rebase -i reword of both",
    run: `${steps("s/^pick/reword/")}; ${editing("edit-above")}; git rebase -i side`,
    commits: 2,
  },
  {
    title: "rebase -i reword without other base",
    run: `${steps("2s/^pick/reword/")}; ${editing("edit-first")}; git rebase -i HEAD~2`,
    commits: 1,
  },
  {
    title: "rebase -i reword with an editor that changes nothing",
    run: `${steps("2s/^pick/reword/")}; ${editing("edit-nothing")}; git rebase -i side`,
    commits: 2,
  },
  {
    title: "rebase -i squash",
    run: `${steps("2s/^pick/squash/")}; ${editing("edit-first")}; git rebase -i side`,
    commits: 1,
    early: "the pick that is squashed into",
  },
  {
    title: "rebase -i squash with an editor that changes nothing",
    run: `${steps("2s/^pick/squash/")}; ${editing("edit-nothing")}; git rebase -i HEAD~2`,
    commits: 1,
  },
  {
    title: "rebase -i squash of three",
    setup: "echo x >>deep/c; git commit -qam Third",
    run: `${steps("2,3s/^pick/squash/")}; ${editing("edit-nothing")}; git rebase -i side`,
    commits: 1,
    early: "the pick that is squashed into",
  },
  { title: "rebase -i fixup", run: `${steps("2s/^pick/fixup/")}; git rebase -i side`, commits: 1 },
  {
    title: "rebase -i fixup of two",
    setup: "echo x >>deep/c; git commit -qam Third",
    run: `${steps("2,3s/^pick/fixup/")}; git rebase -i side`,
    commits: 1,
  },
  {
    title: "rebase -i fixup after squash",
    setup: "echo x >>deep/c; git commit -qam Third",
    run: `${steps("2s/^pick/squash/;3s/^pick/fixup/")}; ${editing("edit-nothing")}; git rebase -i side`,
    commits: 1,
    early: "the pick that is squashed into",
  },
  { title: "rebase -i fixup -C", run: `${steps("2s/^pick/fixup -C/")}; git rebase -i side`, commits: 1 },
  {
    title: "rebase -i fixup -c",
    run: `${steps("2s/^pick/fixup -c/")}; ${editing("edit-first")}; git rebase -i side`,
    commits: 1,
  },
  {
    title: "rebase -i fixup -C, then fixup",
    setup: "echo x >>deep/c; git commit -qam Third",
    run: `${steps("2s/^pick/fixup -C/;3s/^pick/fixup/")}; git rebase -i side`,
    commits: 1,
  },
  {
    title: "rebase -i edit, then --continue",
    run: `${steps("1s/^pick/edit/")}; git rebase -i side; git rebase --continue`,
    commits: 2,
  },
  {
    title: "rebase -i edit, stage, then --continue",
    run: `${steps("1s/^pick/edit/")}; ${editing("edit-first")}; git rebase -i side; echo x >>deep/c; git add deep/c; git rebase --continue`,
    commits: 2,
  },
  {
    title: "rebase -i edit, commit --amend, then --continue",
    run: `${steps("1s/^pick/edit/")}; git rebase -i side; git commit --amend -m new; git rebase --continue`,
    commits: 2,
  },
  {
    title: "rebase -i edit, commit more, then --continue",
    run: `${steps("1s/^pick/edit/")}; git rebase -i side; echo x >>deep/c; git commit -qam more; git rebase --continue`,
    commits: 3,
  },
  {
    title: "rebase -i break, commit, then --continue",
    run: `${steps("1a break")}; git rebase -i side; git commit --allow-empty -m more; git rebase --continue`,
    commits: 3,
  },
  { title: "rebase -i with the order changed", run: `${steps("1{h;d};2G")}; git rebase -i side`, commits: 2 },
  { title: "rebase -i drop", run: `${steps("1s/^pick/drop/")}; git rebase -i side`, commits: 1 },
  {
    title: "rebase --exec commit --amend -m",
    run: "git rebase --exec 'git commit --amend -m amended' side",
    commits: 2,
  },
  {
    title: "rebase --exec commit --amend --no-edit -n",
    run: "git rebase --exec 'git commit -n --amend --no-edit --reset-author' side",
    commits: 2,
  },
  {
    title: "rebase --exec that makes a commit of its own",
    run: "git rebase --exec 'git commit --allow-empty -m between' side",
    commits: 4,
  },
  {
    title: "rebase --exec that calls git through a shell function and env",
    run: "git rebase --exec 'sh -c \"env git commit --allow-empty -m between\"' side",
    commits: 4,
  },
  {
    title: "rebase --exec with a failure, then --continue",
    run: "git rebase --exec 'test -e ../ok' HEAD~2; touch ../ok; git commit --amend -m new; git rebase --continue",
    commits: 2,
  },
  { title: "rebase -r with a merge", setup: merged, run: "git rebase -r side", commits: 4 },
  {
    title: "rebase -r with a merge and its message in the editor",
    setup: merged,
    run: `${steps("s/^merge -C/merge -c/")}; ${editing("edit-first")}; git rebase -r -i side`,
    commits: 4,
  },
  {
    title: "rebase -r with an octopus",
    setup: "git checkout -q -b o main~2; git merge -q --no-edit --no-ff side third",
    run: "git rebase -r main",
    commits: 4,
  },
  {
    title: "rebase -r with a merge that conflicts",
    setup: "git checkout -q -b m side; git merge -q --no-edit clash; git checkout -q -b n HEAD",
    run: `git rebase -r third; GIT_EDITOR=: git rebase --continue; true`,
    commits: 4,
  },
  {
    title: "rebase -r without another base",
    setup: merged,
    run: "git rebase -r --force-rebase HEAD~2",
    commits: 3,
  },
  {
    title: "rebase --autosquash",
    setup: fixups,
    run: `GIT_SEQUENCE_EDITOR=:; export GIT_SEQUENCE_EDITOR; ${editing("edit-nothing")}; git rebase -i --autosquash side`,
    commits: 2,
    early: "the pick that is squashed into",
  },
  {
    title: "rebase --autosquash with amend!",
    setup: "echo x >>deep/c; git add deep/c; GIT_EDITOR='sed -i 3s/^/X/' git commit -q --fixup amend:HEAD~1",
    run: "GIT_SEQUENCE_EDITOR=: git rebase -i --autosquash side",
    commits: 2,
  },
  {
    title: "rebase --autosquash with reword",
    setup: "GIT_EDITOR='sed -i 3s/^/X/' git commit -q --fixup reword:HEAD~1",
    run: "GIT_SEQUENCE_EDITOR=: git rebase -i --autosquash side",
    commits: 2,
  },
  {
    title: "rebase with a conflict, then --continue",
    run: `git rebase clash; ${resolved}; ${editing("edit-first")}; git rebase --continue`,
    commits: 2,
  },
  {
    title: "rebase with a conflict, then --continue without an editor",
    run: `git rebase clash; ${resolved}; GIT_EDITOR=true git rebase --continue`,
    commits: 2,
  },
  {
    title: "rebase with a conflict, then commit and --continue",
    run: `git rebase clash; ${resolved}; git commit --no-edit; git rebase --continue`,
    commits: 2,
  },
  { title: "rebase with a conflict, then --skip", run: "git rebase clash; git rebase --skip", commits: 1 },
  {
    title: "rebase --apply with a conflict, then --continue",
    run: `git rebase --apply clash; ${resolved}; git rebase --continue`,
    commits: 2,
  },
  {
    title: "rebase --apply with a conflict, then --skip",
    run: "git rebase --apply clash; git rebase --skip",
    commits: 1,
  },
  {
    title: "rebase -i with a conflict in a squash, then --continue",
    setup: later,
    run: `${steps("1s/^pick/drop/;3s/^pick/squash/")}; ${editing("edit-nothing")}; git rebase -i side; ${resolved}; git rebase --continue`,
    commits: 1,
    early: "the pick that is squashed into",
  },
  {
    title: "rebase -i with a conflict in a squash, then --skip",
    setup: later,
    run: `${steps("1s/^pick/drop/;3s/^pick/squash/")}; ${editing("edit-nothing")}; git rebase -i side; git rebase --skip`,
    commits: 1,
  },
  {
    title: "rebase -i with a conflict in a fixup, then --continue",
    setup: later,
    run: `${steps("1s/^pick/drop/;3s/^pick/fixup/")}; ${editing("edit-nothing")}; git rebase -i side; ${resolved}; git rebase --continue`,
    commits: 1,
  },
  {
    title: "rebase -i reword with a conflict, then --continue",
    run: `${steps("1s/^pick/reword/")}; ${editing("edit-first")}; git rebase -i clash; ${resolved}; git rebase --continue`,
    commits: 2,
  },
  {
    title: "rebase with commit.cleanup=verbatim, reword",
    run: `${steps("1s/^pick/reword/")}; ${editing("edit-first")}; git -c commit.cleanup=verbatim rebase -i side`,
    commits: 2,
    early: "the pick that is reworded",
  },
  {
    title: "rebase with core.commentChar=; and a squash",
    setup: "git config core.commentChar ';'",
    run: `${steps("2s/^pick/squash/")}; ${editing("edit-nothing")}; git rebase -i side`,
    commits: 1,
    early: "the pick that is squashed into",
  },
  {
    title: "rebase with core.commentChar=; and a fixup of two",
    setup: "git config core.commentChar ';'; echo x >>deep/c; git commit -qam Third",
    run: `${steps("2,3s/^pick/fixup/")}; git rebase -i side`,
    commits: 1,
  },
  {
    title: "rebase --update-refs",
    setup: "git branch middle HEAD~1",
    run: "git rebase --update-refs side",
    commits: 2,
  },
]);
