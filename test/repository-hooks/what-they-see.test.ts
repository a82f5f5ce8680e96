import { describe, expect } from "vitest";
import { hookNames } from "../../shim/git/hook-names.ts";
import { inEmptyRepository } from "../support/compare-with-git/command-case.ts";
import { testCommands } from "../support/compare-with-git/test-cases.ts";

/** Notes how it was called: name, words, place, environment, standard input. */
const recorder = `#!/bin/sh
{
  echo "hook $0"
  for word; do echo "word $word"; done
  echo "at $(pwd)"
  env | grep -v -e '^PATH=' -e '^GIT_EXEC_PATH=' | LC_ALL=C sort
  sed 's/^/input /'
} >>"$hook_log"
`;

/** When git refreshes its index depends on the clock, where files are as new as it. */
const recorded = hookNames.filter((name) => name !== "post-index-change");

const recordAll = `cat >"$now/recorder" <<'END'
${recorder}END
for name in ${recorded.join(" ")}; do install -m 755 "$now/recorder" .git/hooks/$name; done
`;

/** main and side have parted; side has two commits of its own. */
const parted = `
echo 1 >a; git add a; git commit -qm base
git checkout -qb side
echo 2 >b; git add b; git commit -qm 'side one'
echo 3 >c; git add c; git commit -qm 'side two'
git checkout -q main
echo 4 >d; git add d; git commit -qm 'main one'
git format-patch -q -o "$now/patches" -2 side
`;

describe("the repository's own hooks run as with the real git: words, place, input, order, environment", () => {
  const commands: [script: string, made: number, hooks: string[]][] = [
    [
      "echo 5 >a; git commit -am fix",
      1,
      ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "reference-transaction"],
    ],
    [
      "GIT_COMMITTER_DATE=2022-02-02T00:00:00Z git commit --amend --no-edit",
      1,
      ["post-rewrite", "commit-msg"],
    ],
    ["git commit -n --allow-empty -m fix", 1, ["prepare-commit-msg", "post-commit"]],
    ["GIT_EDITOR='echo edited >>' git commit --allow-empty", 1, ["prepare-commit-msg", "commit-msg"]],
    ["git merge side", 1, ["pre-merge-commit", "prepare-commit-msg", "commit-msg", "post-merge"]],
    ["git merge --no-verify -m merged side", 1, ["prepare-commit-msg", "post-merge"]],
    ["git merge --no-ff --no-commit side; git commit --no-edit", 1, ["pre-commit", "commit-msg"]],
    ["git cherry-pick side~1 side", 2, ["prepare-commit-msg", "post-commit"]],
    ["git cherry-pick --edit side", 1, ["prepare-commit-msg", "post-commit"]],
    ["git revert --no-edit HEAD", 1, ["prepare-commit-msg", "post-commit"]],
    ["git rebase side", 1, ["pre-rebase", "post-checkout", "prepare-commit-msg", "post-rewrite"]],
    ["git rebase --apply side", 1, ["pre-rebase", "applypatch-msg", "pre-applypatch", "post-applypatch"]],
    ["git rebase --no-verify --signoff side", 1, ["post-checkout", "prepare-commit-msg", "post-rewrite"]],
    ['git am "$now"/patches/*', 2, ["applypatch-msg", "pre-applypatch", "post-applypatch"]],
    ["git pull -q --no-rebase . side", 1, ["pre-merge-commit", "commit-msg", "post-merge"]],
  ];
  testCommands(
    inEmptyRepository(
      commands.map(([run, commits, hooks]) => ({
        title: run,
        setup: parted + recordAll,
        run,
        commits,
        env: { GIT_EDITOR: "true" },
        check: ({ real }) => {
          for (const name of hooks) expect(real.hooks).toContain(`hook .git/hooks/${name}\n`);
        },
      })),
    ),
  );
});

/** Makes the files older than the index, so that git does not look at them again. */
const settled = `find . -path ./.git -prune -o -type f -exec touch -d 2020-01-01 {} +
git update-index -q --refresh`;

describe("hooks that run only at times", () => {
  const times: [hook: string, setup: string, run: string, commits: number][] = [
    [
      "post-index-change",
      `${parted}${recordAll}${settled}; install -m 755 "$now/recorder" .git/hooks/post-index-change`,
      "echo 5 >a; git commit -q -s -am fix",
      1,
    ],
    [
      "pre-auto-gc",
      `${parted}git repack -q; git commit -q --allow-empty -m more; git repack -q; git config gc.autoPackLimit 1; git config maintenance.auto true
${recordAll}echo 'exit 1' >>.git/hooks/pre-auto-gc`,
      "git merge -q --no-edit side; git commit -q -s --allow-empty -m fix",
      2,
    ],
  ];
  testCommands(
    inEmptyRepository(
      times.map(([title, setup, run, commits]) => ({
        title,
        setup,
        run,
        commits,
        check: ({ real }) => expect(real.hooks).toContain(`hook .git/hooks/${title}\n`),
      })),
    ),
  );
});
