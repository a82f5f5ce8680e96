import type { Vector } from "../vector.ts";

/** What the line says beyond the defaults: nulls, falses and empty lists are left out. */
function says(command: string, words: string[], output: unknown): Vector {
  return { title: [command].concat(words).join(" "), input: [command, words], output };
}

function rejects(command: string, words: string[]): Vector {
  return says(command, words, "rejected");
}

export const commandLineCases: readonly Vector[] = [
  says("commit", [], { on: {}, usesEditor: true }),
  says("commit", ["-m", "x", "-e"], { on: { message: true, edit: true }, messages: ["x"], usesEditor: true }),
  says("commit", ["--amend", "--no-edit"], { on: { amend: true } }),
  says("commit", ["-c", "A"], {
    on: { "reedit-message": true },
    reedit: "A",
    reuses: ["A"],
    usesEditor: true,
  }),
  says("commit", ["-CA"], { on: { "reuse-message": true }, reuse: "A", reuses: ["A"] }),
  says("commit", ["--fixup=A"], { on: { fixup: true }, fixup: "plain" }),
  says("commit", ["--fixup=amend:A"], { on: { fixup: true }, fixup: "amend", usesEditor: true }),
  says("commit", ["--fixup", "reword:A"], { on: { fixup: true }, fixup: "reword", usesEditor: true }),
  says("commit", ["-tf", "--author=A <a>"], {
    on: { template: true, author: true },
    template: "f",
    author: "A <a>",
    usesEditor: true,
  }),

  says("merge", ["a", "-m", "x", "b", "-m", "y", "--log"], {
    messages: ["x", "y"],
    isGiven: true,
    log: 20,
    heads: [0, 3],
  }),
  says("merge", ["-m", "x", "-Ff", "--no-message", "a"], { isGiven: true, heads: [4] }),
  says("merge", ["-n", "--no-verify", "--signoff", "--log=3", "-qvq", "a"], {
    skipsVerify: [1],
    signoff: true,
    log: 3,
    quiet: true,
    heads: [5],
  }),
  says("merge", ["--ff", "--no-ff", "--squash", "a"], {
    fastForward: "never",
    squash: true,
    noCommit: true,
    heads: [3],
  }),
  says("merge", ["--no-commit", "--ff-only", "--no-log"], { noCommit: true, fastForward: "only", log: 0 }),
  says("merge", ["--edi", "--cleanup", "strip", "-"], { edit: true, cleanup: "strip", heads: [3] }),
  says("merge", ["--cont"], { mode: "continue" }),
  says("merge", ["--abort", "--no-abort", "a"], { heads: [2] }),
  rejects("merge", ["--abort", "a"]),
  rejects("merge", ["--no-ff-only"]),
  rejects("merge", ["--no-file"]),

  says("commit-tree", ["T"], { readsStdin: true, tree: 0 }),
  says("commit-tree", ["-m", "", "T", "-p", "P"], { parts: [""], readsStdin: true, parents: ["P"], tree: 2 }),
  says("commit-tree", ["-mx", "-F", "f", "-m", "y", "T"], { parts: ["x", "f", "y"], tree: 5 }),
  says("commit-tree", ["-Sk", "T", "--no"], { readsStdin: true, tree: 1 }),
  says("commit-tree", ["--=k", "T"], { readsStdin: true, sign: true, tree: 1 }),
  rejects("commit-tree", []),
  rejects("commit-tree", ["-m", "x"]),
  rejects("commit-tree", ["--message=x", "T"]),
  rejects("commit-tree", ["-gpg", "T"]),

  says("cherry-pick", ["-xsn", "A", "-e"], {
    recordsOrigin: true,
    signoff: true,
    noCommit: true,
    edit: true,
    revisions: [1],
  }),
  says("cherry-pick", ["--continue", "--continue"], { mode: "continue" }),
  says("cherry-pick", ["--reverse", "-3x", "A"], { revisions: [0, 1, 2] }),
  says("cherry-pick", ["--edi", "--no-edi", "--no-comm", "A"], { edit: false, revisions: [0, 2, 3] }),
  says("cherry-pick", ["--empty=keep", "A"], { revisions: [1] }),
  rejects("cherry-pick", ["--continue", "--abort"]),
  rejects("cherry-pick", ["--continue", "A"]),
  rejects("cherry-pick", ["--no", "A"]),
  rejects("cherry-pick", ["A", "--help"]),
  rejects("cherry-pick", ["-eh", "A"]),
  rejects("cherry-pick", ["-quit"]),
  rejects("cherry-pick", ["--git-completion-helper"]),
  rejects("cherry-pick", []),
  says("revert", ["--no-edit", "--commit", "--cleanup=strip", "A"], {
    edit: false,
    cleanup: "strip",
    revisions: [3],
  }),
  says("revert", ["-x", "A"], { revisions: [0, 1] }),

  says("am", ["-3is", "f"], { interactive: true, signoff: true, mailboxes: [1] }),
  says("am", ["-r"], { mode: "continue" }),
  says("am", ["--resolved", "--continue"], { mode: "continue" }),
  says("am", ["--show-current-patch=diff"], { mode: "show-current-patch" }),
  says("am", ["--retry"], { mode: "retry" }),
  says("am", ["-n", "--no-keep-cr"], { skipsVerify: [0] }),
  rejects("am", ["--skip", "-r"]),
  rejects("am", ["--no-continue"]),

  says("rebase", ["-i", "up", "branch"], { interactive: true, backend: "merge", operands: [1, 2] }),
  says("rebase", ["-i", "--apply"], { backend: "apply" }),
  says("rebase", ["--whitespace=fix", "up"], { backend: "apply", operands: [1] }),
  says("rebase", ["-x", "make", "up"], { backend: "merge", operands: [2] }),
  says("rebase", ["--root"], { backend: "merge" }),
  says("rebase", ["--root", "--onto", "x"], {}),
  says("rebase", ["--no-keep-empty"], { backend: "merge" }),
  says("rebase", ["--edit-t"], { mode: "edit-todo" }),
  rejects("rebase", ["--continue", "-q"]),
  rejects("rebase", ["--root", "a", "b"]),
  rejects("rebase", ["a", "b", "c"]),

  says("push", ["-n", "origin"], { dryRun: true, operands: [1] }),
  says("push", ["--no-verify", "--verify", "--no-veri", "origin"], {
    noVerify: true,
    verifyUses: [0, 1, 2],
    operands: [3],
  }),
  says("push", ["--br"], {}),
  rejects("push", ["--branches=x"]),
];

export const joinMergeCases: readonly Vector[] = [
  { title: "none", input: [[]], output: "" },
  { title: "a blank line between", input: [["a", "b\n", "c"]], output: "a\n\nb\n\n\nc" },
  { title: "empty ones at the start", input: [["", "", "a", ""]], output: "a\n\n" },
];

export const joinPartsCases: readonly Vector[] = [
  {
    title: "arguments are completed, files are not",
    input: [
      [
        { kind: "argument", text: "a" },
        { kind: "file", text: "f" },
        { kind: "argument", text: "b" },
        { kind: "file", text: "g" },
      ],
    ],
    output: "a\n\nf\nb\n\ng",
  },
  {
    title: "nothing comes of empty ones at the start",
    input: [
      [
        { kind: "argument", text: "" },
        { kind: "file", text: "" },
        { kind: "argument", text: "a\n" },
      ],
    ],
    output: "a\n",
  },
];
