import { expect, test } from "vitest";
import { expandAlias, expandLine } from "../../shim/gh/aliases.ts";
import { editorOf, ghConfigFile, readGhConfig } from "../../shim/gh/config-file.ts";
import { splitShellWords } from "../../shim/gh/shell-words.ts";

const config = readGhConfig(`# What protocol to use
git_protocol: https
# What editor gh should run when creating issues
editor: vim -f
prompt: enabled
# Aliases allow you to create nicknames for gh commands
aliases:
    co: pr checkout
    mine: pr create --fill --label "from agent"
    say: pr create --title "$1" --body "$2"
    'two words': pr edit
    pr mine: pr create -f
    both: mine --draft
    circle: circle
    --flag: pr list
    "quoted": "issue create --title \\"x\\""
    sh: '!gh pr create "$@"'
    bang: '!echo ''hi'''
    long: |-
        pr create
        --fill
# The path to a unix socket
http_unix_socket:
browser:
`);

test("the aliases, the editor and the setting are read out of gh's own file", () => {
  expect(config.problem).toBe("");
  expect(config.editor).toBe("vim -f");
  expect(config.prefersEditor).toBe(false);
  expect(config.aliases).toEqual({
    co: "pr checkout",
    mine: 'pr create --fill --label "from agent"',
    say: 'pr create --title "$1" --body "$2"',
    "two words": "pr edit",
    "pr mine": "pr create -f",
    both: "mine --draft",
    circle: "circle",
    "--flag": "pr list",
    quoted: 'issue create --title "x"',
    sh: '!gh pr create "$@"',
    bang: "!echo 'hi'",
    long: "pr create\n--fill",
  });
});

test.each([
  ["aliases: {co: pr checkout}\n", "'aliases' is not written as a block"],
  ["aliases:\n  - co\n", "line 2 is no 'key: value'"],
  ["aliases:\n  co: &x pr checkout\n", "the alias 'co' is not written simply"],
  ["aliases: {}\n", ""],
  ["hosts:\n  - a\n  - b\naliases:\n  co: pr checkout\n", ""],
  ["", ""],
])("%j: %j", (text, problem) => {
  expect(readGhConfig(text).problem).toBe(problem);
});

test.each<[string[], string[] | string]>([
  [["mine"], ["pr", "create", "--fill", "--label", "from agent"]],
  [
    ["mine", "--draft"],
    ["pr", "create", "--fill", "--label", "from agent", "--draft"],
  ],
  [
    ["say", "T", "B"],
    ["pr", "create", "--title", "T", "--body", "B"],
  ],
  [
    ["say", "T", "B", "-d"],
    ["pr", "create", "--title", "T", "--body", "B", "-d"],
  ],
  [["say", "T"], "refused"],
  [["both"], ["pr", "create", "--fill", "--label", "from agent", "--draft"]],
  [
    ["pr", "mine", "-d"],
    ["pr", "create", "-f", "-d"],
  ],
  [["circle"], "unclear"],
  [["sh", "x"], "shell"],
  [["long"], ["pr", "create", "--fill"]],
  [
    ["unknown", "x"],
    ["unknown", "x"],
  ],
  [
    ["pr", "create"],
    ["pr", "create"],
  ],
])("gh %j becomes %j", (words, expected) => {
  const expanded = expandLine(["gh", ...words], config, () => false);
  expect(expanded.kind === "line" ? expanded.argv.slice(1) : expanded.kind).toEqual(expected);
});

test.each<[string[], string]>([
  [["mine"], "pr create --fill --label from agent"],
  [["both"], "refused"],
  [["pr", "mine"], "refused"],
  [["-R", "o/r", "mine"], "refused"],
  [["--flag"], "unclear"],
])("before 2.30, gh %j becomes: %s", (words, expected) => {
  const expanded = expandLine(["gh", ...words], config, () => true);
  expect(expanded.kind === "line" ? expanded.argv.slice(1).join(" ") : expanded.kind).toBe(expected);
});

test.each<[string, string, string[], string]>([
  ["auth mine", "pr create -b B", ["auth", "mine", "-d"], "pr create -b B -d"],
  ["ext mine", "pr create", ["ext", "mine"], "pr create"],
  ["repo deploy-key mine", "pr create", ["repo", "deploy-key", "mine"], "pr create"],
  // Below a group that is newer than our tables.
  ["cache mine", "pr create", ["cache", "mine"], "pr create"],
  ["cache", "pr create", ["-R", "o/r", "cache", "x"], "pr create -R o/r x"],
  // gh heeds none of these: they have the name of a command, or stand below one that has no others.
  ["auth login", "pr create", ["auth", "login"], "auth login"],
  ["pr create", "pr list", ["pr", "create"], "pr create"],
  ["browse mine", "pr create", ["browse", "mine"], "browse mine"],
  ["codespace ports mine", "pr create", ["codespace", "ports", "mine"], "codespace ports mine"],
  ["auth", "pr create", ["auth", "status"], "auth status"],
])("the alias '%s' for '%s': gh %j becomes %s", (name, value, words, expected) => {
  const expanded = expandLine(["gh", ...words], { ...config, aliases: { [name]: value } }, () => false);
  expect(expanded.kind === "line" ? expanded.argv.slice(1).join(" ") : expanded.kind).toBe(expected);
});

test("an argument is put in before the alias is split", () => {
  expect(expandAlias("pr create -t $1", ["two words"])).toEqual(["pr", "create", "-t", "two", "words"]);
  expect(expandAlias("pr create -t '$1'", ["two words"])).toEqual(["pr", "create", "-t", "two words"]);
  expect(expandAlias("pr create -t '", [])).toBe(null);
});

test.each<[string, string[] | null]>([
  ["a  b\tc\nd", ["a", "b", "c", "d"]],
  [`a'b c'd "e \\" f"`, ["ab cd", 'e " f']],
  ["'a\\b' a\\ b", ["a\\b", "a b"]],
  ["a #b\nc", ["a", "c"]],
  ["a#b", ["a#b"]],
  ["''", [""]],
  ["'a", null],
  ["a\\", null],
])("%j splits into %j", (text, words) => {
  expect(splitShellWords(text)).toEqual(words);
});

test("gh's config file and editor are found where gh looks", () => {
  const env = (set: { [name: string]: string }) => (name: string) => set[name];
  expect(ghConfigFile(env({ GH_CONFIG_DIR: "/a", XDG_CONFIG_HOME: "/b", HOME: "/c" }))).toBe("/a/config.yml");
  expect(ghConfigFile(env({ XDG_CONFIG_HOME: "/b", HOME: "/c" }))).toBe("/b/gh/config.yml");
  expect(ghConfigFile(env({ HOME: "/c" }))).toBe("/c/.config/gh/config.yml");
  expect(ghConfigFile(env({ HOME: "" }))).toBe(".config/gh/config.yml");
  expect(editorOf(env({ GH_EDITOR: "a", GIT_EDITOR: "b" }), config)).toBe("a");
  expect(editorOf(env({ GIT_EDITOR: "b" }), config)).toBe("vim -f");
  expect(editorOf(env({ EDITOR: "e", VISUAL: "v" }), readGhConfig(""))).toBe("v");
  expect(editorOf(env({}), readGhConfig(""))).toBe("nano");
});
