/**
 * Messages that git itself writes pass the bundled checks, and what a commit is judged as while it is made is what
 * it is judged as later. Every way runs through the shim and with the real git; of the latter's commit, verify and the
 * gate must say what the shim said as it was made.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPushing, type Pushing } from "../push/pushing.ts";
import { root } from "../support/paths.ts";

interface Command {
  title: string;
  run: string;
  /** Is the commit one that the check lets pass? */
  passes: boolean;
}

const passes = (title: string, run: string): Command => ({ title, run, passes: true });
const refused = (title: string, run: string): Command => ({ title, run, passes: false });

/** `clash` cannot be merged, and `HEAD~1` not be undone, without a hand. */
const conflict = "git merge -q clash; echo 1 >a; git add a";
const undo = "git revert --no-edit HEAD~1; echo 1 >a; git add a";
const merged = "git merge -q --no-edit side";
const edit = (command: string): string => `GIT_EDITOR="${command}" git`;
const todo = (command: string): string => `GIT_SEQUENCE_EDITOR="${command}" git`;

const commands: readonly Command[] = [
  refused("commit -m", "git commit -q --allow-empty -m foo"),
  refused("commit with an editor", `${edit("echo foo >")} commit -q --allow-empty`),
  passes("merge", merged),
  passes("merge -m", "git merge -q -m foo side"),
  passes("merge --no-ff -m", "git merge -q --no-ff -m foo side"),
  passes("merge --edit", `${edit("echo foo >")} merge -q --edit side`),
  passes("pull", "git pull -q --no-rebase --no-edit . side"),
  passes("a merge with a conflict, then commit", `${conflict}; git commit -q --no-edit`),
  passes("a merge with a conflict, then commit -m", `${conflict}; git commit -q -m foo`),
  passes("a merge with a conflict, then --continue", `${conflict}; GIT_EDITOR=: git merge --continue`),
  passes("a merge that is amended by -m", `${merged}; git commit -q --amend -m foo`),
  passes("a merge that is amended in an editor", `${merged}; ${edit("echo foo >")} commit -q --amend`),
  refused("merge --squash", "git merge -q --squash side; git commit -q --no-edit"),
  passes("revert", "git revert --no-edit HEAD"),
  passes("revert with a reason", `${edit("echo Because >>")} revert -e HEAD`),
  refused("revert with a title of one's own", `${edit("sed -i 1s/.*/foo/")} revert -e HEAD`),
  passes("revert of a revert", "git revert --no-edit HEAD && git revert --no-edit HEAD"),
  passes("revert -m 1 of a merge", `${merged}; git revert --no-edit -m 1 HEAD`),
  passes("a revert with a conflict, then commit", `${undo}; git commit -q --no-edit`),
  passes("a revert with a conflict, then --continue", `${undo}; GIT_EDITOR=: git revert --continue`),
  refused("a revert with a conflict, then commit -m", `${undo}; git commit -q -m foo`),
  passes("revert -n, then commit", "git revert -n HEAD; git commit -q --no-edit"),
  passes("commit --fixup", "git commit -q --allow-empty --fixup HEAD"),
  passes("commit --squash", "git commit -q --allow-empty --squash HEAD -m foo"),
  passes("commit --fixup=amend:", `${edit("echo foo >>")} commit -q --allow-empty --fixup=amend:HEAD`),
  passes("a fixup by hand", "git commit -q --allow-empty -m 'fixup! foo'"),
  refused("a fixup whose mark is taken out", `${edit("echo foo >")} commit -q --allow-empty -e --fixup HEAD`),
  passes(
    "an amended fixup",
    "git commit -q --allow-empty --fixup HEAD; git commit -q --amend --allow-empty -m 'squash! foo'",
  ),
  passes("cherry-pick of a revert", "git cherry-pick others~1"),
  passes("cherry-pick of a fixup", "git cherry-pick others"),
  passes("cherry-pick -x", "git cherry-pick -x side"),
  refused("cherry-pick -m 1 of a merge", "git cherry-pick -m 1 merge"),
  passes("rebase of a revert and a fixup", "git checkout -q others; git rebase -q side"),
  passes("rebase --apply of both", "git checkout -q others; git rebase -q --apply side"),
  passes("rebase -r", "git checkout -q merge; git rebase -q -r --onto third main"),
  passes(
    "rebase -r that rewords the merge",
    `git checkout -q merge
    GIT_EDITOR='echo foo >' ${todo("sed -i s/-C/-c/")} rebase -q -i -r --onto third main`,
  ),
  passes(
    "rebase -r with a fixup of the merge",
    `git checkout -q merge; echo 2 >s; git commit -q -a --fixup HEAD
    ${todo(":")} rebase -q -i -r --autosquash --onto third main`,
  ),
  passes("am of a revert and a fixup", "git format-patch -q -2 -o ../patches others; git am -q ../patches/*"),
  passes("commit-tree of a merge", "git reset -q $(git commit-tree -p HEAD -p side -m foo HEAD^{tree})"),
  refused(
    "commit-tree with one parent, named twice",
    "id=$(git commit-tree -p HEAD -p main -m foo HEAD^{tree}) && git reset -q $id",
  ),
];

const config = `version: 1
plugins:
  dirs: [${join(root, "plugins", "conventional-commits")}, ${join(root, "plugins", "ticket-prefix")}]
`;

/** Made by the real git, and published. */
const base = `
  record() { git add .; git commit -q -m "$1"; }
  seq 9 >a; record 'feat: base'; git branch side; git branch clash
  sed -i s/9/x/ a; record 'feat: one'; sed -i s/x/y/ a; record 'feat: two'
  git checkout -q side; echo 1 >s; record 'feat: side'
  git checkout -q clash; sed -i s/9/z/ a; record 'feat: clash'
  git checkout -q -b merge main; git merge -q --no-edit side
  git checkout -q -b third main; echo 2 >t; record 'feat: third'
  git checkout -q -b others main; git revert --no-edit HEAD >/dev/null; echo 3 >o; git add o; git commit -q --fixup HEAD~1
  git checkout -q main; git push -q origin main side clash third
  cp -r . "$OUT/start"`;

/** Leaves the tip as branch w<i> of the repository `all`, and prints the status. */
function script(i: number, run: string): string {
  return `cd "$OUT"; rm -rf repo patches; cp -r start repo; cd repo
    (${run.replaceAll("foo", `foo${i}`)}) >/dev/null 2>&1; echo $?; $REAL push -q "$OUT/all" HEAD:refs/heads/w${i} 2>/dev/null`;
}

test("passes a check or not, at commit, verify and push alike", () => {
  const pushing = createPushing(config);
  pushing.prepare(`${base}; git init -q --bare "$OUT/all"`);
  const statuses = (run: (script: string) => { stdout: string }): string[] =>
    run(commands.map((command, i) => script(i, command.run)).join("\n")).stdout.split("\n");
  const shim = statuses((lines) => pushing.run(lines));
  pushing.prepare('cd "$OUT"; mv all shim; git init -q --bare all');
  const real = statuses((lines) => ({ stdout: pushing.prepare(lines.replace(/^/, "set +e\n")) }));
  expect(real.slice(0, commands.length)).toEqual(commands.map(() => "0"));

  // All of the real git's commits, and those of the shim that were made.
  pushing.prepare(`cd "$OUT"; rm -rf repo; cp -r start repo; cd repo
    git fetch -q "$OUT/all" '+refs/heads/*:refs/heads/real/*'; git fetch -q "$OUT/shim" '+refs/heads/*:refs/heads/shim/*'`);
  const broken = brokenTips(pushing);
  const table = commands.map(({ title }, i) => ({
    title,
    commit: shim[i] === "0",
    verify: !broken(`real/w${i}`),
    "verify of what was made": shim[i] !== "0" || !broken(`shim/w${i}`),
  }));
  // Those first that must not pass: a copy of what is published would.
  const isPushed = (branches: readonly string[]): boolean =>
    pushing.run(`git push -q origin ${branches.join(" ")}`).status === 0;
  const stopped = commands.map((command, i) => command.passes || !isPushed([`real/w${i}`]));
  const arePushed = isPushed(commands.flatMap((command, i) => (command.passes ? [`real/w${i}`] : [])));
  const pushed = table.map((row, i) => ({ ...row, push: commands[i]?.passes ? arePushed : !stopped[i] }));
  expect(pushed).toEqual(
    commands.map((command) => ({
      title: command.title,
      commit: command.passes,
      verify: command.passes,
      push: command.passes,
      "verify of what was made": true,
    })),
  );
}, 180_000);

/** Does a branch have a commit that breaks the check, and that is not published? */
function brokenTips(pushing: Pushing): (branch: string) => boolean {
  const { stdout } = pushing.sandbox.interlock(["verify", "--all", "--format=json"]);
  const { violations, notJudged } = JSON.parse(stdout) as {
    violations: { commit: string }[];
    notJudged: unknown[];
  };
  expect(notJudged).toEqual([]);
  const ids = violations.map(({ commit }) => commit);
  return (branch) => {
    const { stdout: list } = pushing.sandbox.realGit(["rev-list", branch, "--not", "--remotes"]);
    return list.split("\n").some((id) => ids.includes(id));
  };
}
