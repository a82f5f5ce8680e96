import { testCommands } from "../support/compare-with-git/test-cases.ts";

const change = "echo changed >>deep/c; git add deep/c";
const alias = (name: string, value: string): string => `git config alias.${name} "${value}"`;
const tree = "HEAD^{tree}";

testCommands([
  { title: "alias of commit", setup: alias("ci", "commit"), run: `${change}; git ci -m one` },
  { title: "alias with options", setup: alias("ci", "commit -n -m"), run: `${change}; git ci one` },
  {
    title: "alias with quotes",
    setup: alias("ci", "commit -m 'one two' -m \\\"three 'four'\\\""),
    run: `${change}; git ci`,
  },
  {
    title: "chain of aliases",
    setup: `${alias("ci", "cc -m")}; ${alias("cc", "commit")}`,
    run: `${change}; git ci one`,
  },
  {
    title: "alias with a leading -c",
    setup: alias("ci", "-c user.name=Other commit"),
    run: `${change}; git ci -m one`,
  },
  {
    title: "alias with an editor",
    setup: alias("ci", "commit -v"),
    run: `${change}; GIT_EDITOR=$tools/edit-above git ci`,
  },
  { title: "alias with !", setup: alias("ci", "!git commit"), run: `${change}; git ci -m one` },
  {
    title: "alias with ! and a function",
    setup: alias("ci", '!f() { git commit -m \\"\\$1\\"; }; f'),
    run: `${change}; git ci one`,
  },
  {
    title: "alias with ! from a subdirectory",
    setup: alias("ci", "!git add . && git commit"),
    run: "cd deep; echo x >>c; git ci -m one",
  },
  {
    title: "alias with ! that commits twice",
    setup: alias("two", "!git commit --allow-empty -m one && git commit --allow-empty -m two"),
    run: "git two",
    commits: 2,
  },
  { title: "alias of merge", setup: alias("m", "merge --no-verify"), run: "git m side" },
  { title: "alias of cherry-pick", setup: alias("cp", "cherry-pick -x"), run: "git cp side" },
  { title: "alias of rebase", setup: alias("rb", "rebase -q"), run: "git rb side", commits: 2 },
  { title: "alias of am", setup: alias("apply-mail", "am"), run: "git apply-mail $patches/0001*" },
  {
    title: "alias of commit-tree",
    setup: alias("ct", "commit-tree -m one"),
    run: `git update-ref refs/heads/new $(git ct ${tree} -p HEAD)`,
  },
  { title: "alias of revert", setup: alias("undo", "revert --no-edit"), run: "git undo HEAD" },
  { title: "alias from -c", run: `${change}; git -c alias.ci='commit -m one' ci` },
  {
    title: "alias beside an alias of a builtin's name",
    setup: alias("commit", "status"),
    run: `${change}; git commit -m one`,
  },
  {
    title: "help.autocorrect",
    setup: "git config help.autocorrect immediate",
    run: `${change}; git comit -m one`,
  },
  {
    title: "help.autocorrect of a merge",
    setup: "git config help.autocorrect immediate",
    run: "git marge side",
  },
  {
    title: "help.autocorrect with -n",
    setup: "git config help.autocorrect immediate",
    run: `${change}; git comit -n -m one`,
  },
  {
    title: "help.autocorrect of a cherry-pick",
    setup: "git config help.autocorrect immediate",
    run: "git cherry-pik side",
  },
]);
