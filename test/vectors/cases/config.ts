import type { Vector } from "../vector.ts";

export const globalOptionCases: readonly Vector[] = [
  { title: "a bare command", input: [["git", "status"]], output: { options: [], commandIndex: 1 } },
  {
    title: "options with separate and attached values",
    input: [["git", "-C", "a", "-c", "k=v", "--git-dir=x", "--work-tree", "y", "-P", "commit"]],
    output: {
      options: [
        { name: "-C", value: "a", at: 2 },
        { name: "-c", value: "k=v", at: 4 },
        { name: "--git-dir", value: "x", at: 5 },
        { name: "--work-tree", value: "y", at: 7 },
        { name: "-P", value: "", at: 8 },
      ],
      commandIndex: 9,
    },
  },
  {
    title: "the value of -C may look like a command",
    input: [["git", "-C", "commit", "status"]],
    output: { options: [{ name: "-C", value: "commit", at: 2 }], commandIndex: 3 },
  },
  { title: "-Cdir is not git's spelling", input: [["git", "-Cdir", "commit"]], output: null },
  { title: "-ck=v is not git's spelling", input: [["git", "-ck=v", "commit"]], output: null },
  { title: "no abbreviations", input: [["git", "--git-d", "x", "commit"]], output: null },
  { title: "--version is answered by git", input: [["git", "--version"]], output: null },
  { title: "--exec-path alone prints", input: [["git", "--exec-path"]], output: null },
  {
    title: "--exec-path=x goes on",
    input: [["git", "--exec-path=x", "commit"]],
    output: { options: [{ name: "--exec-path", value: "x", at: 1 }], commandIndex: 2 },
  },
  { title: "a missing value is git's to refuse", input: [["git", "-C"]], output: null },
  { title: "nothing at all", input: [["git"]], output: null },
];

export const configFileCases: readonly Vector[] = [
  { title: "a file without a word of interest is not parsed", input: ["[user]\n\tname = x\n"], output: [] },
  {
    title: "keys without interest are left out",
    input: ["[alias]\n\thook = x\n[core]\n\tbare = false\n"],
    output: [],
  },
  {
    title: "keys and sections ignore case",
    input: ["[Core]\n\tHooksPath = /x\n"],
    output: [{ key: "core.hookspath", value: "/x" }],
  },
  {
    title: "section and key on one line",
    input: ["[core] hooksPath=/x"],
    output: [{ key: "core.hookspath", value: "/x" }],
  },
  {
    title: "a subsection keeps its case",
    input: ['[hook "My \\"x\\""]\n command = y'],
    output: [{ key: 'hook.My "x".command', value: "y" }],
  },
  {
    title: "quotes, escapes, comments",
    input: ['[hook]\na = " a # b " c\\t; d\n'],
    output: [{ key: "hook.a", value: " a # b  c\t" }],
  },
  { title: "a line continued", input: ["[hook]\na = b\\\nc\n"], output: [{ key: "hook.a", value: "bc" }] },
  {
    title: "an escaped backslash does not continue",
    input: ["[hook]\na = b\\\\\nx = c\n"],
    output: [
      { key: "hook.a", value: "b\\" },
      { key: "hook.x", value: "c" },
    ],
  },
  {
    title: "a bare key is true",
    input: ["[commit]\nverbose\n"],
    output: [{ key: "commit.verbose", value: "true" }],
  },
  {
    title: "an empty value is empty",
    input: ["[commit]\nverbose =\n"],
    output: [{ key: "commit.verbose", value: "" }],
  },
  {
    title: "CRLF",
    input: ["[core]\r\nhooksPath = /x\r\n[commit]\r\nverbose\r\n"],
    output: [
      { key: "core.hookspath", value: "/x" },
      { key: "commit.verbose", value: "true" },
    ],
  },
  {
    title: "an unquoted ; begins a comment",
    input: ["[core]\ncommentChar = ;  \n"],
    output: [{ key: "core.commentchar", value: "" }],
  },
  { title: "what is not understood is not guessed", input: ["[core\nhooksPath = /x\n"], output: null },
  { title: "a key outside a section", input: ["hooksPath = /x\n"], output: null },
];

export const planDirCases: readonly Vector[] = [
  { title: "none", input: ["version: 1\n"], output: "" },
  {
    title: "an absolute path",
    input: ["version: 1\nplanDir: /var/cache/interlock\n"],
    output: "/var/cache/interlock",
  },
  { title: "not in a nested map", input: ["config:\n  planDir: /x\n"], output: "" },
  { title: "not a relative path", input: ["planDir: x\n"], output: "" },
];
