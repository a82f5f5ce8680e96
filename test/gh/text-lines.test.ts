import { expect, test } from "vitest";
import { readGhLine } from "../../shim/gh/command-line.ts";
import { readGhConfig } from "../../shim/gh/config-file.ts";
import { joinMessage, joinTitledText, splitMessage, splitTitledText } from "../../shim/gh/commit-text.ts";
import {
  editLine,
  mostInArgument,
  mustGoByFile,
  spellWords,
  type LineEdit,
} from "../../shim/gh/edit-line.ts";
import { withMessage } from "../../shim/gh/merge-line.ts";
import { withBody, withLabels } from "../../shim/gh/text-line.ts";

const plain = readGhConfig("");

function read(words: string[], config = plain) {
  return readGhLine(["gh", ...words], config).does;
}

const bodies: [words: string, body: object | string][] = [
  ["pr create -t T -b B", { from: "argument", text: "B" }],
  ["pr create -t T -F notes.md", { from: "file", path: "notes.md" }],
  ["pr create -t T --body-file -", { from: "stdin" }],
  // A file wins over --body, an empty name is none.
  ["pr create -t T -b B -F notes.md", { from: "file", path: "notes.md" }],
  ["pr create -t T -b B -F=", { from: "file", path: "=" }],
  ["pr create -t T -b B --body-file=", { from: "argument", text: "B" }],
  ["pr create --fill", { from: "fill", style: "fill" }],
  ["pr create -f -b B", { from: "argument", text: "B" }],
  ["pr create --fill-first", { from: "fill", style: "first" }],
  ["pr create --fill-verbose", { from: "fill", style: "verbose" }],
  ["pr create --fill --fill-first", "pass"],
  ["pr create --fill=false", { from: "prompt" }],
  ["pr create -b B", { from: "argument", text: "B" }],
  ["pr create", { from: "prompt" }],
  ["pr create -t T", { from: "prompt" }],
  ["pr create --recover x.json", { from: "recover", path: "x.json" }],
  ["pr create --web -b B", { from: "web" }],
  ["pr create --web --editor", "pass"],
  ["pr create --editor", { from: "editor", given: null }],
  ["pr create -e -b B", { from: "editor", given: { from: "argument", text: "B" } }],
  ["pr create -T t.md -b B", "pass"],
  ["pr create -T t.md", { from: "prompt" }],
  ["pr create B", "pass"],
  ["pr create --help", "pass"],
  ["pr create --brand-new", "unreadable"],
  ["pr edit 1 -b B", { from: "argument", text: "B" }],
  ["pr edit 1 -b B -F x", "pass"],
  ["pr edit 1 --add-label x", { from: "nowhere" }],
  ["pr edit 1", { from: "prompt" }],
  ["pr edit -R o/r 1", { from: "prompt" }],
  ["pr revert 1 -b B", { from: "argument", text: "B" }],
  ["pr revert 1", { from: "nowhere" }],
  ["issue create -t T -b B", { from: "argument", text: "B" }],
  ["issue edit 1 --remove-label x", { from: "nowhere" }],
];

test.each(bodies)("gh %s: %j", (words, body) => {
  const does = read(words.split(" "));
  expect(does.kind === "text" ? does.body : does.kind).toEqual(body);
});

test("a setting of gh's opens the editor", () => {
  const config = readGhConfig("prefer_editor_prompt: enabled\n");
  expect(read(["pr", "create", "--fill"], config)).toMatchObject({
    body: { from: "editor", given: { from: "fill" } },
  });
});

test("labels, repository and branches are read", () => {
  const line = "pr create -R o/r -l a,b --label c -B main -H me:topic --dry-run -f";
  expect(read(line.split(" "))).toMatchObject({
    labels: ["a", "b", "c"],
    removedLabels: [],
    repo: "o/r",
    base: "main",
    head: "me:topic",
    dryRun: true,
  });
  expect(read(["issue", "edit", "1", "--add-label", "x", "--remove-label", "y,z"])).toMatchObject({
    labels: ["x"],
    removedLabels: ["y", "z"],
  });
  expect(read(["issue", "create", "-t", "T", "-b", "B"])).toMatchObject({ labels: null });
});

type Edit = (line: ReturnType<typeof read>) => LineEdit[];

function edited(words: string[], edit: Edit): string[] {
  const { argv, does } = readGhLine(["gh", ...words], plain);
  if (does.kind !== "text" && does.kind !== "merge") throw new Error(does.kind);
  return spellWords(argv, editLine(argv, does.at, edit(does))).slice(1);
}

const newBody: Edit = (line) => [
  withBody(line as Parameters<typeof withBody>[0], { by: "argument", text: "new" }),
];

test.each<[string[], string[]]>([
  [
    ["pr", "create", "-t", "T", "-b", "B"],
    ["pr", "create", "--body=new", "-t", "T"],
  ],
  [
    ["pr", "create", "-db", "B", "-fbx", "-t=T"],
    ["pr", "create", "--body=new", "-d", "-f", "-t=T"],
  ],
  [
    ["pr", "create", "-dfF-", "--"],
    ["pr", "create", "--body=new", "-df", "--"],
  ],
  [
    ["pr", "-R", "o/r", "create", "--body=B"],
    ["pr", "-R", "o/r", "create", "--body=new"],
  ],
  [
    ["pr", "--body", "B", "create"],
    ["pr", "create", "--body=new"],
  ],
  [
    ["pr", "create", "--fill", "-T", "t.md"],
    ["pr", "create", "--body=new", "--fill"],
  ],
  [
    ["pr", "edit", "--body-file", "x", "1"],
    ["pr", "edit", "--body=new", "1"],
  ],
])("%j with another body is %j", (words, expected) => {
  expect(edited(words, newBody)).toEqual(expected);
});

test("words that are not edited are forwarded by number", () => {
  const { argv, does } = readGhLine(["gh", "pr", "create", "-t", "T", "-b", "B"], plain);
  if (does.kind !== "text") throw new Error(does.kind);
  const words = editLine(argv, does.at, [withBody(does, { by: "file", file: "/tmp/x" })]);
  expect(words).toEqual([0, 1, 2, "--body-file=/tmp/x", 3, 4]);
});

test("labels become one flag, and two edits go together", () => {
  const both: Edit = (line) => {
    const text = line as Parameters<typeof withBody>[0];
    return [withBody(text, { by: "argument", text: "" }), withLabels(text, ["a", "b,c"])];
  };
  expect(edited(["issue", "new", "-la", "--label", "x", "-t", "T"], both)).toEqual([
    "issue",
    "new",
    "--body=",
    '--label=a,"b,c"',
    "-t",
    "T",
  ]);
  expect(edited(["pr", "edit", "1", "--add-label", "x"], both)).toEqual([
    "pr",
    "edit",
    "--body=",
    '--add-label=a,"b,c"',
    "1",
  ]);
});

test("a text that no argument can hold goes by a file", () => {
  expect(mustGoByFile("x".repeat(mostInArgument))).toBe(false);
  expect(mustGoByFile("x".repeat(mostInArgument + 1))).toBe(true);
});

test.each<[string, object]>([
  ["pr merge 1 -s -t S -b B", { subject: "S", body: { from: "argument", text: "B" }, method: "squash" }],
  ["pr merge -m --auto -F -", { subject: null, body: { from: "stdin" }, method: "merge", auto: true }],
  ["pr merge 1", { subject: null, body: null, method: null, auto: false }],
  ["pr merge 1 --subject=", { subject: null }],
  ["pr merge 1 -r", { kind: "pass" }],
  // A merge queue may use it.
  ["pr merge 1 -r -b B", { kind: "merge", method: "rebase" }],
  ["pr merge 1 --disable-auto", { kind: "pass" }],
  ["pr merge 1 -sm", { kind: "pass" }],
  ["pr merge 1 -b B -F x", { kind: "pass" }],
  ["pr merge 1 2", { kind: "pass" }],
  ["pr merge 1 --new-flag", { kind: "unreadable" }],
])("gh %s: %j", (words, expected) => {
  expect(read(words.split(" "))).toMatchObject(expected);
});

test("a merge's message is replaced in its parts", () => {
  const both: Edit = (line) => [
    withMessage(line as Parameters<typeof withMessage>[0], "S2", { by: "argument", text: "B2" }),
  ];
  const line = ["pr", "merge", "1", "-st", "S", "-dbB"];
  expect(edited(line, both)).toEqual(["pr", "merge", "--subject=S2", "--body=B2", "1", "-s", "-d"]);
  const bodyOnly: Edit = (each) => [
    withMessage(each as Parameters<typeof withMessage>[0], null, { by: "file", file: "-" }),
  ];
  expect(edited(line, bodyOnly)).toEqual(["pr", "merge", "--body-file=-", "1", "-st", "S", "-d"]);
});

test("a message in two parts is one text and comes apart again", () => {
  for (const parts of [
    { subject: "S", body: "B\n\nKey: value" },
    { subject: "S", body: null },
    { subject: null, body: "B" },
  ]) {
    expect(splitMessage(joinMessage(parts), parts)).toEqual(parts);
  }
  expect(splitMessage("S\n\nKey: value\n", { subject: "S", body: null })).toEqual({
    subject: "S",
    body: "Key: value\n",
  });
  // Nobody can change a subject that the server composes.
  for (const parts of [
    { subject: "S", body: "\n\nB" },
    { subject: "S\nmore", body: "B" },
  ])
    expect(splitMessage(joinMessage(parts), parts)).toEqual(parts);
  expect(splitMessage("[x] Merge pull request\n\nB", { subject: null, body: "B" })).toBe(null);
});

test("the editor's file comes apart as gh takes it", () => {
  const file = "Title\nline 1\nline 2\n------------------------ >8 ------------------------\n\nPlease";
  const { title, body, tail } = splitTitledText(file);
  expect({ title, body }).toEqual({ title: "Title", body: "line 1\nline 2" });
  expect(joinTitledText(title, body, tail)).toBe(file);
  expect(splitTitledText("Only")).toEqual({ title: "Only", body: "", tail: "" });
});
