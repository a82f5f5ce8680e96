import { describe, expect } from "vitest";
import { inEmptyRepository, type CommandCase } from "../support/compare-with-git/command-case.ts";
import { testCommands } from "../support/compare-with-git/test-cases.ts";

const base = "git commit -q --allow-empty -m base; mkdir -p .git/hooks\n";
const parted = `git checkout -qb side; echo 1 >b; git add b; git commit -qm side; echo 2 >b; git commit -qam 'side two'
git checkout -q main; echo 1 >a; git add a; git commit -qm ours\n`;

/** Commands that commit once each. */
const inner: [title: string, command: string][] = [
  ["plain", "git commit -q --allow-empty -m inner"],
  ["with an option", "git commit -q --allow-empty -s -m inner"],
  ["amend", "git commit -q --amend --no-edit --date=2022-02-02T00:00:00Z"],
  ["-n", "git commit -q -n --allow-empty -m inner"],
  ["other hooks", "git -c core.hooksPath=/dev/null commit -q --allow-empty -m inner"],
  ["other hooks and -s", "git -c core.hooksPath=/dev/null commit -q -s --allow-empty -m inner"],
  ["without our settings", "env -u GIT_CONFIG_PARAMETERS git commit -q -s --allow-empty -m inner"],
  ["merge", "git merge -q --no-edit side"],
  ["cherry-pick", "git cherry-pick side~1 >/dev/null"],
  ["commit-tree", "git update-ref HEAD $(echo inner | git commit-tree -p HEAD HEAD^{tree})"],
];

function hook(name: string, lines: string): string {
  return `cat >.git/hooks/${name} <<'END'\n#!/bin/sh\n${lines}\nEND\nchmod 755 .git/hooks/${name}\n`;
}

describe("a commit inside a hook gets the trailer", () => {
  const names = ["post-merge", "post-rewrite"];
  const commit = 'git commit -q --allow-empty -m "in ${0##*/}"';
  const outer = {
    injected: "git commit -q -s --allow-empty -m outer",
    rewritten: "git commit -q --allow-empty -m outer",
  };
  testCommands(
    inEmptyRepository([
      ...Object.entries(outer).flatMap(([kind, run]) =>
        inner.map(([title, command]): CommandCase => {
          const once = `[ -z "$INNER" ] || exit 0; export INNER=1; unset GIT_INDEX_FILE; ${command}`;
          return {
            title: `${title}, in post-commit of a commit that is ${kind}`,
            setup: base + parted + hook("post-commit", once),
            run,
            // An amend takes the place of the outer one.
            commits: command.includes("--amend") ? 1 : 2,
          };
        }),
      ),
      {
        title: "in post-merge and post-rewrite",
        setup: base + parted + names.map((name) => hook(name, commit)).join(""),
        run: "git merge -q --no-edit side; git commit -q --allow-empty --amend -m again --date=2022-02-02T00:00:00Z",
        commits: 3,
      },
    ]),
  );
});

describe("a commit that another git command starts gets the trailer", () => {
  const cases: [title: string, run: string, commits: number, env?: { [name: string]: string }][] = [
    ...inner
      .filter(([title]) => title !== "merge" && title !== "cherry-pick")
      .map(([title, command]): [string, string, number] => [
        `rebase --exec: ${title}`,
        `git rebase -q --exec '${command}' side`,
        title === "amend" ? 1 : 2,
      ]),
    [
      "rebase -i: every verb",
      `GIT_SEQUENCE_EDITOR='sed -i -e s/^pick/reword/' GIT_EDITOR='sed -i -e s/ours/changed/' git rebase -q -i side`,
      1,
    ],
    [
      "rebase -i: squash",
      `git checkout -q side; GIT_SEQUENCE_EDITOR='sed -i -e 2s/^pick/squash/' GIT_EDITOR=true git rebase -q -i HEAD~2`,
      1,
    ],
    [
      "rebase -i: edit, amend and continue",
      `GIT_SEQUENCE_EDITOR='sed -i -e s/^pick/edit/' git rebase -q -i side; git commit -q --amend -m changed; git rebase --continue`,
      1,
    ],
    [
      "rebase --rebase-merges",
      "git merge -q --no-edit side; GIT_COMMITTER_DATE=2022-02-02T00:00:00Z git rebase -q --force-rebase -r HEAD~2",
      4,
    ],
    [
      "bisect run",
      "git bisect start side main~1 >/dev/null; git bisect run sh -c 'git commit -q --allow-empty -m inner; git branch -f keep; exit 128' >/dev/null 2>&1; git bisect reset 2>/dev/null",
      1,
    ],
    [
      "an editor that runs git",
      `cat >"$now/ed" <<'END'\n#!/bin/sh\ngit config a.b c\ngit commit-tree -m inner HEAD^{tree} >"$now/id"; git branch keep $(cat "$now/id")\necho edited >>"$1"\nEND\nchmod 755 "$now/ed"; GIT_EDITOR="$now/ed" git commit -q --allow-empty`,
      2,
    ],
    [
      "filter-branch --commit-filter that composes",
      `git filter-branch -f --commit-filter 'unset GIT_COMMITTER_DATE; git commit-tree "$@"' HEAD~1..HEAD >/dev/null 2>&1`,
      1,
      { FILTER_BRANCH_SQUELCH_WARNING: "1" },
    ],
    [
      "submodule foreach",
      "git submodule foreach --quiet 'git commit -q --allow-empty -m inner'; git commit -q --allow-empty -m x",
      1,
    ],
    [
      "stash makes commits that are nobody's",
      "echo 5 >a; git stash -q; git stash pop -q; git commit -q --allow-empty -m x",
      1,
    ],
    ["pull --rebase", "git pull -q --rebase . side", 1],
  ];
  testCommands(
    inEmptyRepository(
      cases.map(([title, run, commits, env = {}]) => ({ title, setup: base + parted, run, commits, env })),
    ),
  );
});

describe("aliases", () => {
  const cases: [title: string, run: string, commits: number, env?: { [name: string]: string }][] = [
    ["plain", "git config alias.ci 'commit -q --allow-empty'; git ci -m fix", 1],
    ["with -s", "git config alias.ci 'commit -q -s --allow-empty'; git ci -m fix", 1],
    [
      "a chain",
      "git config alias.a b; git config alias.b 'c -q'; git config alias.c 'commit --allow-empty'; git a -m fix",
      1,
    ],
    ["a loop", "git config alias.a b; git config alias.b 'a -q'; git a -m fix", 0],
    ["a loop of one", "git config alias.a a; git a -m fix", 0],
    [
      "quoting",
      `git config alias.ci "commit --allow-empty -m 'two  words' -m \\"it's\\" -m a\\\\ b"; git ci`,
      1,
    ],
    ["an open quote", `git config alias.ci "commit -m 'x"; git ci`, 0],
    ["empty", "git config alias.ci ''; git ci -m x", 0],
    [
      "other hooks inside",
      "git config alias.ci '-c core.hooksPath=/dev/null commit -q -s --allow-empty'; git ci -m fix",
      1,
    ],
    [
      "--config-env inside",
      "git config alias.ci '--config-env=user.name=WHO commit -q -s --allow-empty'; WHO=Bea git ci -m fix",
      1,
    ],
    ["an option that git refuses there", "git config alias.ci '-C . commit -q'; git ci -m fix", 0],
    ["case", "git config alias.ci 'commit -q --allow-empty'; git CI -m fix", 1],
    ["given with -c", "git -c alias.ci='commit -q --allow-empty' ci -m fix", 1],
    ["given with --config-env", "A='commit -q --allow-empty' git --config-env=alias.ci=A ci -m fix", 1],
    [
      "given with GIT_CONFIG_COUNT",
      "git ci -m fix",
      1,
      { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "alias.ci", GIT_CONFIG_VALUE_0: "commit -q --allow-empty" },
    ],
    [
      "given with GIT_CONFIG_PARAMETERS",
      "git ci -m fix",
      1,
      { GIT_CONFIG_PARAMETERS: "'alias.ci'='commit -q -s --allow-empty'" },
    ],
    ["in the user's file", "git config --global alias.ci 'commit -q --allow-empty'; git ci -m fix", 1],
    [
      "one that names a command of git has no effect",
      "git config alias.commit 'log'; git config alias.status 'commit -m x'; git commit -q --allow-empty -m fix; git status -s",
      1,
    ],
    ["a shell line", "git config alias.ci '!git commit -q --allow-empty -m'; git ci fix", 1],
    ["a shell line with -s", "git config alias.ci '!git commit -q -s --allow-empty'; git ci -m fix", 1],
    [
      "a shell function",
      `git config alias.ci '!f() { git commit -q -s --allow-empty -m "$1"; git commit -q --amend --no-edit --date=2022-02-02T00:00:00Z; }; f'; git ci fix`,
      1,
    ],
    [
      "a shell line in a folder below",
      "git config alias.ci '!pwd; echo \"$GIT_PREFIX\"; git commit -q --allow-empty -m'; mkdir s; cd s; git ci fix",
      1,
    ],
    [
      "a shell line that calls an alias",
      "git config alias.a '!git b'; git config alias.b 'commit -q --allow-empty'; git a -m fix",
      1,
    ],
    ["a shell line that fails", "git config alias.ci '!exit 7'; git ci", 0],
    ["a shell line that a signal ends", "git config alias.ci '!kill -TERM $$'; git ci", 0],
    ["one that makes no commit", "git config alias.l 'log --format=%s'; git l", 0],
    ["outside of a repository", "git config --global alias.v version; cd /; git v >/dev/null", 0],
    ["help of one", "git config alias.ci 'commit -q'; git ci -h | head -1", 0],
  ];
  testCommands(
    inEmptyRepository(
      cases.map(([title, run, commits, env = {}]) => ({ title, setup: base, run, commits, env })),
    ),
  );
});

describe("programs of others", () => {
  const program = (folder: string, lines: string): string =>
    `mkdir -p ${folder}; cat >${folder}/git-foo <<'END'\n#!/bin/sh\n${lines}\nEND\nchmod 755 ${folder}/git-foo; PATH=$PATH:${folder}\n`;
  const cases: [title: string, run: string, commits: number][] = [
    ["on PATH", `${program('"$now/x"', 'git commit -q -s --allow-empty -m "$1"')}git foo fix`, 1],
    [
      "its words and status",
      `${program('"$now/x"', 'printf "[%s]" "$@"; exit 9')}git foo 'a b' ''; echo $?`,
      0,
    ],
    [
      "sees the repository's hooks",
      `${program('"$now/x"', "git rev-parse --git-path hooks; git config --list --show-origin; env | grep -e ^GIT -e ^INTERLOCK | grep -v EXEC_PATH")}git foo`,
      0,
    ],
    [
      "installs hooks",
      `${program('"$now/x"', 'printf "#!/bin/sh\\necho ran\\n" >$(git rev-parse --git-path hooks)/post-commit; chmod 755 .git/hooks/post-commit')}git foo; git commit -s --allow-empty -m fix`,
      1,
    ],
    [
      "an alias to one",
      `${program('"$now/x"', 'git commit -q --allow-empty -m "$@"')}git config alias.f foo; git f fix`,
      1,
    ],
    [
      "dashed commands of git in it",
      `${program('"$now/x"', "PATH=$(git --exec-path):$PATH; git-commit -q -s --allow-empty -m fix")}git foo`,
      1,
    ],
    [
      "scripts that source git-sh-setup",
      `${program('"$now/x"', '. "$(git --exec-path)/git-sh-setup"; require_work_tree; git commit -q --allow-empty -m fix')}git foo`,
      1,
    ],
    ["none of that name", "git foo; echo $?; git --no-pager foo", 0],
    ["a name close to a command", "git comit -m x; echo $?", 0],
    ["autocorrect", "git config help.autocorrect immediate; git comit -q --allow-empty -m fix", 1],
    ["autocorrect, -s", "git config help.autocorrect immediate; git comit -q -s --allow-empty -m fix", 1],
    [
      "autocorrect to merge",
      "git checkout -qb side; git commit -q --allow-empty -m s; git checkout -q -; git -c help.autocorrect=immediate mergee --no-ff --no-edit side",
      2,
    ],
    ["autocorrect that is off", "git config help.autocorrect never; git comit -q --allow-empty -m fix", 0],
  ];
  const line =
    '[ -z "$INNER" ] || exit 0; PATH=$(git --exec-path):$PATH; unset GIT_INDEX_FILE; INNER=1 git-commit -q -s --allow-empty -m inner';
  testCommands(
    inEmptyRepository([
      ...cases.map(([title, run, commits]): CommandCase => ({
        title,
        setup: base,
        run,
        commits,
        check: ({ shim }) => expect(shim.hooks).toBe(""),
      })),
      {
        title: "git-commit, called by its dashed name in a hook",
        setup: base + hook("post-commit", line),
        run: "git commit -q -s --allow-empty -m outer",
        commits: 2,
      },
    ]),
  );
});
