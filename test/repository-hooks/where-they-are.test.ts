import { describe, expect } from "vitest";
import { inEmptyRepository, type CommandCase } from "../support/compare-with-git/command-case.ts";
import { testCommands } from "../support/compare-with-git/test-cases.ts";

/** What a hook can ask git about itself. */
const asking = `#!/bin/sh
{
  echo "hook $0 at $(pwd)"
  git config core.hooksPath; git config --get-all core.hooksPath
  git rev-parse --git-path hooks; git rev-parse --git-path hooks/commit-msg
  git var GIT_EDITOR; git var -l | grep -v -e '^GIT_.*_IDENT' | LC_ALL=C sort
  git config --list --show-origin --show-scope
  env | grep -v -e '^PATH=' -e '^GIT_EXEC_PATH=' | LC_ALL=C sort
} >>"$hook_log" 2>&1
`;

const hooks = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"];

function install(folder: string): string {
  return `mkdir -p ${folder}; cat >"$now/asking" <<'END'
${asking}END
for name in ${hooks.join(" ")}; do install -m 755 "$now/asking" ${folder}/$name; done
`;
}

const base = "git commit -q --allow-empty -m base\n";
const commit = "git commit -s --allow-empty -m fix";

describe("wherever the hooks are, they run from there, and git tells them what it always does", () => {
  const cases: [title: string, setup: string, run: string, env?: { [name: string]: string }][] = [
    ["the usual folder", install(".git/hooks"), commit],
    ["from a folder below", `${install(".git/hooks")}mkdir sub`, `cd sub; ${commit}`],
    ["with -C", install(".git/hooks"), `cd ..; git -C repo ${commit.slice(4)}`],
    ["no folder at all", "rm -rf .git/hooks", commit],
    ["an absolute core.hooksPath", `${install('"$now/h"')}git config core.hooksPath "$now/h"`, commit],
    ["a relative one", `${install("h")}git config core.hooksPath h`, commit],
    [
      "a relative one, from a folder below",
      `${install("h")}git config core.hooksPath h; mkdir sub`,
      `cd sub; ${commit}`,
    ],
    ["one with a dot and a slash at its end", `${install("h")}git config core.hooksPath ./h/`, commit],
    ["one in the home folder", `${install('"$HOME/h"')}git config core.hooksPath '~/h'`, commit],
    ["one with spaces and quotes", `${install(`"it's h"`)}git config core.hooksPath "it's h"`, commit],
    ["one that is empty", `${install(".git/hooks")}git config core.hooksPath ''`, commit],
    ["one that does not exist", `${install(".git/hooks")}git config core.hooksPath /none`, commit],
    ["/dev/null", `${install(".git/hooks")}git config core.hooksPath /dev/null`, commit],
    ["/dev/null with -c", install(".git/hooks"), `git -c core.hooksPath=/dev/null ${commit.slice(4)}`],
    ["given with -c", install("h"), `git -c core.hooksPath=h -c user.name=Bea ${commit.slice(4)}`],
    ["given with -c in capitals", install("h"), `git -c CORE.HOOKSPATH=h ${commit.slice(4)}`],
    ["given with --config-env", install("h"), `H=h git --config-env=core.hooksPath=H ${commit.slice(4)}`],
    [
      "given with GIT_CONFIG_COUNT",
      install("h"),
      commit,
      { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.hooksPath", GIT_CONFIG_VALUE_0: "h" },
    ],
    [
      "given with GIT_CONFIG_PARAMETERS",
      install("h"),
      commit,
      { GIT_CONFIG_PARAMETERS: "'core.hooksPath'='h' 'a.b'='it'\\''s'" },
    ],
    [
      "given in the old form of it",
      install("h"),
      commit,
      { GIT_CONFIG_PARAMETERS: "'core.hooksPath=h' 'a.b=c'" },
    ],
    [
      "in an included file",
      `${install("h")}git config include.path more; printf '[core]\\n\\thooksPath = h\\n' >.git/more`,
      commit,
    ],
    ["set for the user", `${install('"$HOME/h"')}git config --global core.hooksPath '~/h'`, commit],
    ["set twice", `${install("h")}git config core.hooksPath x; git config --add core.hooksPath h`, commit],
    [
      "--git-dir and --work-tree",
      install(".git/hooks"),
      `cd ..; git --git-dir=repo/.git --work-tree=repo ${commit.slice(4)}`,
    ],
    ["GIT_DIR", install(".git/hooks"), `mkdir sub; cd sub; GIT_DIR=../.git GIT_WORK_TREE=.. ${commit}`],
    ["GIT_DIR=.git", install(".git/hooks"), `GIT_DIR=.git ${commit}`],
    ["a hooks folder that is a link", `${install("h")}rm -rf .git/hooks; ln -s ../h .git/hooks`, commit],
    ["a git folder elsewhere", `${install(".git/hooks")}mv .git ../g; echo "gitdir: ../g" >.git; `, commit],
  ];
  testCommands(
    inEmptyRepository([
      ...cases.map(([title, setup, run, env]): CommandCase => ({
        title,
        setup: base + setup,
        run,
        env: { GIT_EDITOR: "ed", ...env },
        check: ({ real }) => expect(real.status).toBe("0\n"),
      })),
      {
        title: "a work tree of its own",
        setup: `${base}${install(".git/hooks")}git worktree add -q ../tree`,
        run: `cd ../tree; ${commit}; git checkout -q -b x; git commit -q --amend --no-edit --date=2021-01-01T00:00:00Z; mkdir s; cd s; ${commit}`,
        commits: 2,
        check: ({ real }) => expect(real.hooks).toContain("/repo/.git/hooks/commit-msg at "),
      },
      {
        title: "a work tree with settings of its own",
        setup: `${base}${install("h")}git add h; git commit -qm h; git config extensions.worktreeConfig true
git worktree add -q ../tree; git -C ../tree config --worktree core.hooksPath h`,
        run: `cd ../tree; ${commit}`,
        check: ({ real }) => expect(real.hooks).toContain("hook h/commit-msg at "),
      },
      {
        title: "a submodule",
        setup: `${base}git init -q ../inner; git -C ../inner commit -q --allow-empty -m inner
git -c protocol.file.allow=always submodule --quiet add ../inner sub; git commit -qm sub
${install(".git/modules/sub/hooks")}`,
        run: `cd sub; ${commit}; git log -2 --format=%s`,
        where: "sub",
        check: ({ real }) => expect(real.hooks).toContain("/.git/modules/sub/hooks/commit-msg at "),
      },
      {
        title: "scripts as husky lays them out",
        setup: `${base}mkdir -p .husky/_; git config core.hooksPath .husky/_
cat >.husky/_/h <<'END'
#!/usr/bin/env sh
n=$(basename "$0")
s=$(dirname "$(dirname "$0")")/$n
[ ! -f "$s" ] && exit 0
export PATH="node_modules/.bin:$PATH"
sh -e "$s" "$@"
c=$?
[ $c != 0 ] && echo "husky - $n script failed (code $c)"
exit $c
END
for name in pre-commit commit-msg prepare-commit-msg post-merge; do
  printf '#!/usr/bin/env sh\\n. "\${0%%/*}/h"\\n' >.husky/_/$name; chmod 755 .husky/_/$name
done
echo 'echo "$0 $1" >>"$hook_log"; grep -q fix "$1"' >.husky/commit-msg`,
        run: "git commit --allow-empty -m fix; git commit --allow-empty -m other; git commit -n --allow-empty -m other",
        commits: 2,
        check: ({ real }) => expect(real.stderr).toContain("husky - commit-msg script failed (code 1)"),
      },
    ]),
  );
});

describe("what a program installs as a hook lands in the repository, and runs from the next command on", () => {
  const installing =
    'd=$(git rev-parse --git-path hooks); printf "#!/bin/sh\\ntest -f ../later && echo late >>\\"\\$hook_log\\"\\n" >$d/post-commit; chmod 755 $d/post-commit';
  const cases: [title: string, setup: string, run: string, commits: number][] = [
    [
      "in a hook",
      `cat >.git/hooks/pre-commit <<'END'\n#!/bin/sh\n${installing}\nEND\nchmod 755 .git/hooks/pre-commit`,
      `${commit}; touch ../later; ${commit}`,
      2,
    ],
    [
      "in rebase --exec",
      "git checkout -qb other; git commit -q --allow-empty -m other; git checkout -q main; git commit -q --allow-empty -m more",
      `git rebase -q --exec '${installing}' other; touch ../later; ${commit}`,
      2,
    ],
    [
      "in an alias",
      `git config alias.setup '!f() { ${installing.replaceAll("'", "'\\''")}; }; f'`,
      `git setup; touch ../later; ${commit}`,
      1,
    ],
  ];
  testCommands(
    inEmptyRepository(
      cases.map(([title, setup, run, commits]) => ({
        title,
        setup: `${base}mkdir -p .git/hooks; ${setup}`,
        run,
        commits,
        check({ real, shim }) {
          expect(shim.files).toContain("repo/.git/hooks/post-commit\n");
          expect(real.hooks).toBe("late\n");
        },
      })),
    ),
  );
});
