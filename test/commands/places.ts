/** The usual commands in worktrees, submodules and the like, with and without hooks. */
import type { CommandCase } from "../support/compare-with-git/command-case.ts";

interface Flow {
  title: string;
  run: string;
  /** The same without the repository's verify hooks. */
  unverified?: string;
  commits?: number;
  early?: string;
}

const resolved = "seq 1 12 >$top/a; git add $top/a";
const change = "echo changed >>$top/deep/c; git add $top/deep/c";

const flows: readonly Flow[] = [
  { title: "commit -m", run: `${change}; git commit -m one`, unverified: `${change}; git commit -n -m one` },
  {
    title: "commit with an editor",
    run: `${change}; GIT_EDITOR=$tools/edit-above git commit -v`,
    unverified: `${change}; GIT_EDITOR=$tools/edit-above git commit -vn`,
  },
  {
    title: "commit -a -o with an editor",
    run: "echo x >>$top/a; GIT_EDITOR=$tools/edit-above git commit -o $top/a",
    unverified: "echo x >>$top/a; GIT_EDITOR=$tools/edit-above git commit --no-verify -o $top/a",
  },
  {
    title: "commit --amend",
    run: "GIT_EDITOR=$tools/edit-first git commit --amend",
    unverified: "git commit --amend --no-edit --no-verif",
  },
  { title: "merge", run: "git merge side", unverified: "git merge --no-verify side" },
  { title: "merge -m", run: "git merge -m one side", unverified: "git merge -m one --no-verify side" },
  {
    title: "merge with a conflict, then commit",
    run: `git merge clash; ${resolved}; git commit --no-edit`,
    unverified: `git merge clash; ${resolved}; git commit -n --no-edit`,
  },
  { title: "cherry-pick", run: "git cherry-pick main..side", commits: 2 },
  { title: "cherry-pick -e", run: "GIT_EDITOR=$tools/edit-first git cherry-pick -e side" },
  {
    title: "cherry-pick with a conflict, then --continue",
    run: `git cherry-pick clash; ${resolved}; GIT_EDITOR=$tools/edit-first git cherry-pick --continue`,
  },
  { title: "revert", run: "git revert --no-edit HEAD" },
  { title: "rebase", run: "git rebase side", unverified: "git rebase --no-verify side", commits: 2 },
  { title: "rebase --apply", run: "git rebase --apply side", commits: 2 },
  {
    title: "rebase -i reword",
    run: `GIT_SEQUENCE_EDITOR="sed -i s/^pick/reword/" GIT_EDITOR=$tools/edit-first git rebase -i side`,
    commits: 2,
    early: "the pick that is reworded",
  },
  { title: "am", run: "git am $patches/side.mbox", commits: 2 },
  {
    title: "am with a conflict, then --continue",
    run: `git am -3 $patches/clash.patch; ${resolved}; git am --continue`,
  },
  {
    title: "commit-tree",
    run: "git update-ref refs/heads/new $(git commit-tree 'HEAD^{tree}' -p HEAD -m one)",
  },
];

interface Place {
  title: string;
  setup?: string;
  /** Goes there, and sets `top` to the work tree's top as it is seen from there. */
  enter?: string;
  where?: string;
}

/** All of them do the same; `$hook_log` tells how they were called. */
const hooks =
  "for name in pre-commit prepare-commit-msg commit-msg post-commit pre-merge-commit post-merge post-checkout" +
  " post-rewrite pre-rebase applypatch-msg pre-applypatch post-applypatch reference-transaction; do";
const hooksIn = (folder: string): string => `${hooks} cp $tools/hook ${folder}/$name; done`;
const worktree = "git worktree add -q -b work ../work main";
/** Without its remote: what is published, and others', the rules leave alone. */
const submodule =
  "git init -q ../super; cd ../super; git -c protocol.file.allow=always submodule --quiet add ../repo sub;" +
  "cd sub; for name in side clash third; do git branch -q $name origin/$name; done; git remote remove origin";

const places: readonly Place[] = [
  { title: "with hooks of the repository", setup: hooksIn(".git/hooks") },
  {
    title: "with hooks in core.hooksPath",
    setup: `mkdir ../hooks; ${hooksIn("../hooks")}; git config core.hooksPath ../hooks`,
  },
  { title: "in a subdirectory with hooks", setup: hooksIn(".git/hooks"), enter: "cd deep; top=.." },
  {
    title: "in a linked worktree with hooks",
    setup: `${worktree}; ${hooksIn(".git/hooks")}`,
    enter: "cd ../work",
    where: "../work",
  },
  {
    title: "in a linked worktree of a submodule",
    setup: `${submodule}; git worktree add -q -b work ../../work main`,
    enter: "cd ../work",
    where: "../work",
  },
  {
    title: "in a submodule with hooks",
    setup: `${submodule}; ${hooksIn("../.git/modules/sub/hooks")}`,
    enter: "cd ../super/sub",
    where: "../super/sub",
  },
  {
    title: "by git -C, with hooks",
    setup: hooksIn(".git/hooks"),
    enter: "cd /; top=$now/repo folder_option=$now/repo",
  },
  {
    title: "with GIT_DIR and GIT_WORK_TREE, and hooks",
    setup: `${hooksIn(".git/hooks")}; mv .git ../bare.git; git --git-dir=../bare.git config core.bare false; echo 'gitdir: ../bare.git' >.git`,
    enter:
      "rm .git; GIT_DIR=$now/bare.git GIT_WORK_TREE=$now/repo; export GIT_DIR GIT_WORK_TREE; trap 'unset GIT_DIR GIT_WORK_TREE; echo gitdir: ../bare.git >$now/repo/.git' 0",
  },
];

function caseIn(place: Place, flow: Flow, run: string, title: string): CommandCase {
  const one: CommandCase = { title: `${title} ${place.title}`, run: `top=.; ${place.enter ?? ":"}; ${run}` };
  if (place.setup !== undefined) one.setup = place.setup;
  if (place.where !== undefined) one.where = place.where;
  if (flow.commits !== undefined) one.commits = flow.commits;
  if (flow.early !== undefined) one.early = flow.early;
  return one;
}

/** One for each way in which git makes commits. */
const usual = ["commit -m", "commit with an editor", "merge", "cherry-pick", "rebase", "am"];

/** The usual flows in all places, or all others. */
export const casesInPlaces = (which: "usual" | "other"): CommandCase[] =>
  places.flatMap((place) =>
    flows
      .filter(({ title }) => usual.includes(title) === (which === "usual"))
      .flatMap((flow) => [
        caseIn(place, flow, flow.run, flow.title),
        ...(flow.unverified !== undefined && place.title.includes("hooks")
          ? [caseIn(place, flow, flow.unverified, `${flow.title}, unverified,`)]
          : []),
      ]),
  );
