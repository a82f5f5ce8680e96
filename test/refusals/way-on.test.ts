import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Sandbox } from "../support/sandbox.ts";
import { createRepositoryWithBadCommits, createCheckedRepository } from "./checked-repository.ts";

const unfinished = [
  "rebase-merge",
  "rebase-apply",
  "sequencer",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "MERGE_HEAD",
];

interface RefusedCommand {
  title: string;
  /** Refused. */
  run: string;
  /** What the hint says; the folder is `<folder>`. */
  hint: string;
  /** Titles of the commits that are new when it was followed, oldest first; `good` is the message that was given. */
  made: string[];
  /** Whose the commit is that the hint makes. */
  author?: "Olga";
  setup?: string;
  env?: { [name: string]: string };
}

const commit = "git commit -m '...'";
const typesBad = { GIT_EDITOR: "echo 'bad text' >" };
const dropsStep = (command: string): string =>
  `${command} && GIT_SEQUENCE_EDITOR='sed -i "1s/^[a-z]* \\(-[cC] \\)*<id>/drop <id>/"' git rebase --edit-todo && git rebase --continue`;
const patch = (apply: string, goOn: string): string =>
  `printf '%s\\n' '...' >/<folder>/.git/rebase-apply/final-commit${apply} && ${goOn}`;
const apply = " && git -C /<folder> apply -3 /<folder>/.git/rebase-apply/patch";
const rebased = ["ours 1", "good", "ours 3"];

const commands: RefusedCommand[] = [
  {
    title: "commit -m",
    setup: "echo 1 >new; git add new",
    run: "git commit -m 'bad text'",
    hint: commit,
    made: ["good"],
  },
  {
    title: "commit -am, with a path of its own",
    setup: "echo 2 >base",
    run: "git -C . commit -qam 'bad text'",
    hint: "git -C . commit -qam '...'",
    made: ["good"],
  },
  {
    title: "commit with several -m, and paths",
    setup: "echo 2 >'o 1'; git add .",
    run: "git commit -m bad -m more -- 'o 1'",
    hint: "git commit -m '...' -- 'o 1'",
    made: ["good"],
  },
  {
    title: "commit -F",
    setup: "echo bad >../text; echo 2 >base",
    run: "git commit -aF ../text",
    hint: "git commit -am '...'",
    made: ["good"],
  },
  {
    title: "commit -s, in a hook",
    setup: "echo 2 >base",
    run: "git commit -asm bad",
    hint: "git commit -asm '...'",
    made: ["good"],
  },
  {
    title: "commit --amend -m",
    run: "git commit --amend -m bad",
    hint: "git commit --amend -m '...'",
    made: ["good"],
    author: "Olga",
  },
  {
    title: "commit --amend --no-edit",
    setup: "git reset -q --hard HEAD~1",
    run: "git commit --amend --no-edit",
    hint: "git commit -m '...' --amend --no-edit",
    made: ["good"],
    author: "Olga",
  },
  {
    title: "commit -C",
    setup: "echo 2 >base; git add base",
    run: "git commit -C HEAD~1",
    hint: commit,
    made: ["good"],
  },
  {
    title: "commit -C, with paths",
    setup: "echo 2 >base",
    run: "git commit -C HEAD~1 -- base",
    hint: "git commit -m '...' -- base",
    made: ["good"],
  },
  {
    title: "commit -c",
    setup: "echo 2 >base",
    run: "git commit -c HEAD~1 base",
    env: typesBad,
    hint: "git commit -m '...' base",
    made: ["good"],
  },
  {
    title: "commit -C in a cluster, with an author",
    setup: "echo 2 >base",
    run: "git commit -saCHEAD~1 --author='Olga <olga@example.org>'",
    hint: "git commit -sam '...' '--author=Olga <olga@example.org>'",
    made: ["good"],
    author: "Olga",
  },
  {
    title: "commit --reuse-message, with an author of its own",
    run: "git commit --allow-empty --reuse-message=HEAD~1 --reset-author",
    hint: "git commit --allow-empty -m '...'",
    made: ["good"],
  },
  {
    title: "commit --amend --reedit-message",
    setup: "echo 2 >base",
    run: "git commit --amend --reedit-message HEAD~1 --reset-author -a",
    env: typesBad,
    hint: "git commit --amend -m '...' --reset-author -a",
    made: ["good"],
  },
  {
    title: "commit in an editor",
    setup: "echo 2 >base",
    run: "git commit -a",
    env: typesBad,
    hint: "git commit -e -F /<folder>/.git/COMMIT_EDITMSG -a",
    made: ["good text"],
  },
  {
    title: "merge --no-ff -m",
    run: "git merge --no-ff -m 'bad merge' side~2",
    hint: "git merge --no-ff -m '...' 'side~2'",
    made: ["side 1", "good"],
  },
  {
    title: "merge -m that may be a fast-forward",
    run: "git merge -m 'bad merge' side~2",
    hint: commit,
    made: ["side 1", "good"],
  },
  {
    title: "merge with a message of git's own",
    run: "git merge --no-edit --log side",
    hint: commit,
    made: ["side 1", "bad side 2", "side 3", "good"],
  },
  {
    title: "a merge with a conflict, concluded",
    setup:
      "git checkout -q -b clash side~2; echo x >o1; git add o1; git commit -qm clash; git checkout -q main; git merge clash >/dev/null; git add o1",
    run: "git commit -m 'bad merge'",
    hint: commit,
    made: ["side 1", "clash", "good"],
  },
  {
    title: "merge --continue",
    setup:
      "git checkout -q -b clash side~2; echo x >o1; git add o1; git commit -qm clash; git checkout -q main; git merge clash >/dev/null; git add o1",
    run: "git merge --continue",
    env: typesBad,
    hint: commit,
    made: ["side 1", "clash", "good"],
  },
  {
    title: "cherry-pick of one",
    run: "git cherry-pick side~1",
    hint: commit,
    made: ["good"],
    author: "Olga",
  },
  {
    title: "cherry-pick of a range",
    run: "git cherry-pick main..side",
    hint: `${commit} && git cherry-pick --continue`,
    made: ["side 1", "good", "side 3"],
    author: "Olga",
  },
  {
    title: "cherry-pick of a range, at its last",
    run: "git cherry-pick side~2 side~1",
    hint: commit,
    made: ["side 1", "good"],
    author: "Olga",
  },
  {
    title: "cherry-pick -e",
    run: "git cherry-pick -e side~2",
    env: typesBad,
    hint: commit,
    made: ["good"],
    author: "Olga",
  },
  { title: "revert", run: "git revert --no-edit HEAD~1", hint: commit, made: ["good"] },
  {
    title: "revert of a range",
    run: "git revert --no-edit HEAD~3..HEAD",
    hint: `${commit} && git revert --continue`,
    made: ['Revert "ours 3"', "good", 'Revert "ours 1"'],
  },
  {
    title: "revert of a range, at its last",
    run: "git revert --no-edit HEAD HEAD~1",
    hint: `${commit} && git revert --continue`,
    made: ['Revert "ours 3"', "good"],
  },
  {
    title: "rebase, at a pick",
    run: "git rebase side",
    hint: `${commit} && git rebase --continue`,
    made: rebased,
    author: "Olga",
  },
  {
    title: "rebase -i, at a pick",
    run: "git rebase -i side",
    env: { GIT_SEQUENCE_EDITOR: "true" },
    hint: dropsStep(commit),
    made: rebased,
    author: "Olga",
  },
  {
    title: "rebase -i, at the last pick",
    setup: "git reset -q --hard HEAD~1",
    run: "git rebase -i side",
    env: { GIT_SEQUENCE_EDITOR: "true" },
    hint: dropsStep(commit),
    made: ["ours 1", "good"],
    author: "Olga",
  },
  {
    title: "rebase -i, reword",
    setup: "git reset -q --hard HEAD~2",
    run: "git rebase -i side",
    env: { ...typesBad, GIT_SEQUENCE_EDITOR: "sed -i s/^pick/reword/" },
    hint: "git commit --amend -m '...' && git rebase --continue",
    made: ["good"],
    author: "Olga",
  },
  {
    title: "rebase -i, squash",
    run: "git rebase -i side",
    env: { ...typesBad, GIT_SEQUENCE_EDITOR: "sed -i -e 2d -e 3s/pick/squash/" },
    hint: "git commit --amend -m '...' && git rebase --continue",
    made: ["good"],
    author: "Olga",
  },
  {
    title: "rebase -i, fixup -C",
    run: "git rebase -i side",
    env: { GIT_SEQUENCE_EDITOR: "sed -i -e '2s/pick/fixup -C/'" },
    hint: dropsStep("git commit --amend -m '...'"),
    made: ["good", "ours 3"],
    author: "Olga",
  },
  {
    title: "rebase --continue after a conflict",
    setup:
      "git checkout -q -b clash side~2; echo x >o1; git add o1; git commit -qm clash; git rebase main >/dev/null 2>&1; echo y >o1; git add o1",
    run: "git rebase --continue",
    env: typesBad,
    hint: `${commit} && git rebase --continue`,
    made: ["side 1", "good"],
  },
  {
    title: "commit in a rebase that was refused before",
    setup: "git rebase side >/dev/null 2>&1",
    run: "git commit -m 'still bad'",
    hint: `${commit} && git rebase --continue`,
    made: rebased,
    author: "Olga",
  },
  {
    title: "commit in a rebase -i that was refused before",
    setup: "GIT_SEQUENCE_EDITOR=true git rebase -i side >/dev/null 2>&1",
    run: "git commit -m 'still bad'",
    hint: dropsStep(commit),
    made: rebased,
    author: "Olga",
  },
  {
    title: "rebase --apply",
    run: "git rebase --apply side",
    hint: patch(apply, "git rebase --continue"),
    made: rebased,
    author: "Olga",
  },
  {
    title: "am",
    run: "git am ../patches/*",
    hint: patch(apply, "git am --continue"),
    made: ["side 1", "good", "side 3"],
    author: "Olga",
  },
  {
    title: "am --continue",
    setup: "git am ../patches/* >/dev/null 2>&1; git apply --index .git/rebase-apply/patch",
    run: "git am --continue",
    hint: patch("", "git am --continue"),
    made: ["side 1", "good", "side 3"],
    author: "Olga",
  },
];

test.each(commands)("the hint goes on from there: $title", (command) => {
  const sandbox = createRepositoryWithBadCommits();
  const env = { GIT_EDITOR: "sed -i s/bad/good/", GIT_MERGE_AUTOEDIT: "no" };
  const quiet = sandbox.shell(command.setup ?? "true", { env });
  const before = new Set(sandbox.realGit(["rev-list", "--all", "--reflog"]).stdout.split("\n"));
  const refused = sandbox.shell(command.run, { env: { ...env, ...command.env } });
  expect(refused.status, quiet.stderr + refused.stderr).not.toBe(0);
  const hint = /^hint: change the message: (.*)$/m.exec(refused.stderr)?.[1] ?? refused.stderr;
  expect(redact(sandbox, hint)).toBe(command.hint);
  expect(refused.stderr.match(/no bad commits/g)).toHaveLength(1);

  const followed = sandbox.shell(hint.replace("'...'", "good"), { env });
  expect(followed.status, followed.stderr).toBe(0);
  for (const name of unfinished) expect(existsSync(join(sandbox.repository, ".git", name)), name).toBe(false);
  expect(sandbox.realGit(["status", "--porcelain", "-uno"]).stdout).toBe("");
  const log = sandbox
    .realGit(["log", "--topo-order", "--reverse", "--format=%H%x09%an%x09%s"])
    .stdout.trimEnd();
  const made = log
    .split("\n")
    .map((line) => line.split("\t") as [string, string, string])
    .filter(([id]) => !before.has(id));
  const picked = command.made.filter((title) => made.some(([, , subject]) => subject === title));
  expect(made.map(([, , subject]) => subject)).toEqual(picked);
  expect(log.split("\n").map((line) => line.split("\t")[2])).toEqual(expect.arrayContaining(command.made));
  const good = made.find(([, , subject]) => subject.startsWith("good"));
  expect(good?.[1]).toBe(command.author ?? "Ann Author");
});

function redact(sandbox: Sandbox, hint: string): string {
  return hint
    .replaceAll(sandbox.repository, "/<folder>")
    .replace(/\*([0-9a-f]{4})\/drop \1\//, "*<id>/drop <id>/");
}

describe("the step that the hint takes off a rebase's list is the only one", () => {
  /** Picks that are refused at `bad ours 2`, before commits whose titles quote its id. */
  function refusedPick(config: string): { sandbox: Sandbox; hint: string; titles: string[] } {
    const sandbox = createRepositoryWithBadCommits();
    const setup = sandbox.shell(
      `set -e; git reset -q --hard HEAD~1; id=$(git rev-parse HEAD); short=$(git rev-parse --short=7 HEAD)
for title in "follow up to $short" "pick $id" "$short again"; do git commit -q --allow-empty -m "$title"; done; ${config}`,
      { prefix: null },
    );
    expect(setup.status, setup.stderr).toBe(0);
    const titles = sandbox.realGit(["log", "-3", "--reverse", "--format=%s"]).stdout.trimEnd().split("\n");
    const refused = sandbox.git(["rebase", "-i", "side"], { env: { GIT_SEQUENCE_EDITOR: "true" } });
    const hint = /^hint: change the message: (.*)$/m.exec(refused.stderr)?.[1] ?? refused.stderr;
    return { sandbox, hint: hint.replace("'...'", "good"), titles };
  }

  test.each([
    ["sh", "true"],
    ["bash", "true"],
    ["sh", "git config core.abbrev 4"],
    ["sh", "git config core.abbrev 12"],
    ["sh", "git config core.abbrev no"],
    ["sh", "git config rebase.abbreviateCommands true"],
    ["sh", "git config rebase.missingCommitsCheck error"],
  ])("in %s, after %s", (shell, config) => {
    const { sandbox, hint, titles } = refusedPick(config);
    const followed = sandbox.run(shell, ["-c", hint], { env: { GIT_EDITOR: "false" } });
    expect(followed.status, followed.stderr).toBe(0);
    expect(existsSync(join(sandbox.repository, ".git/rebase-merge"))).toBe(false);
    const log = sandbox.realGit(["log", "--reverse", "--format=%s", "side.."]).stdout.trimEnd();
    expect(log.split("\n")).toEqual(["ours 1", "good", ...titles]);
  });
});

describe("a command line too long to be shown is named in words, not replaced by another", () => {
  const names = Array.from({ length: 40 }, (_, i) => `file-number-${i}`);
  const create = (): Sandbox => {
    const sandbox = createCheckedRepository();
    sandbox.shell(`touch ${names.join(" ")} other; git add .; git commit -qm base`, { prefix: null });
    sandbox.shell(`for f in ${names.join(" ")} other; do echo 2 >$f; done; git add other; echo bad >../text`);
    return sandbox;
  };

  test.each([
    ["-m bad", "-m '...'"],
    ["-s -m bad", "-m '...'"],
    ["-F ../text", "-m '...' instead of -F"],
    ["-e", "-e -F /<folder>/.git/COMMIT_EDITMSG"],
  ])("git commit %s", (options, change) => {
    const sandbox = create();
    const refused = sandbox.shell(`git commit ${options} -- ${names.join(" ")}`, { env: typesBad });
    const [hint, ...more] = refused.stderr.match(/^hint: .*$/gm) ?? [];
    expect(more).toEqual([]);
    expect(redact(sandbox, hint ?? "")).toBe(`hint: change the message: the same command with ${change}`);
  });

  test("git merge", () => {
    const sandbox = createRepositoryWithBadCommits();
    sandbox.realGit(["tag", "x".repeat(200), "side~2"]);
    const { stderr } = sandbox.shell(
      `git merge --no-ff -m 'bad merge' --into-name ${"y".repeat(200)} ${"x".repeat(200)}`,
    );
    expect(stderr).toMatch(/^hint: change the message: the same command with -m '...'$/m);
  });

  test("in a rebase, the commands that follow are commands", () => {
    const sandbox = createRepositoryWithBadCommits();
    const env = { GIT_SEQUENCE_EDITOR: "true" };
    sandbox.git(["rebase", "-i", "side"], { env });
    const { stderr } = sandbox.git([
      "commit",
      "-m",
      "still bad",
      "--author",
      `${"n".repeat(300)} <n@example.org>`,
    ]);
    const hint = /^hint: change the message: (.*)$/m.exec(stderr)?.[1] ?? stderr;
    expect(redact(sandbox, hint)).toBe(
      dropsStep("the same command with -m '...'").replace(" && ", ", then: "),
    );
  });
});
