import type { Vector } from "../vector.ts";

interface Line {
  messages?: string[];
  files?: string[];
  on?: string[];
  dryRun?: boolean;
  cleanup?: string;
  whyNotPlain?: string;
}

function accepted(title: string, words: string[], line: Line): Vector {
  return {
    title: words.join(" ") + " (" + title + ")",
    input: [words],
    output: {
      messages: line.messages || [],
      files: line.files || [],
      on: line.on || [],
      dryRun: line.dryRun || false,
      cleanup: line.cleanup || null,
      whyNotPlain: line.whyNotPlain || null,
    },
  };
}

function rejected(title: string, words: string[]): Vector {
  return { title: words.join(" ") + " (" + title + ")", input: [words], output: "rejected" };
}

const noMessage = "the message is neither in -m nor in -F";

export const commitLineCases: readonly Vector[] = [
  accepted("separate", ["-m", "x"], { messages: ["x"], on: ["message"] }),
  accepted("attached", ["-mx"], { messages: ["x"], on: ["message"] }),
  accepted("cluster", ["-qam", "x"], { messages: ["x"], on: ["all", "message", "quiet"] }),
  accepted("cluster with attached value", ["-amx y"], { messages: ["x y"], on: ["all", "message"] }),
  accepted("long, attached", ["--message=x"], { messages: ["x"], on: ["message"] }),
  accepted("long, separate", ["--message", "x"], { messages: ["x"], on: ["message"] }),
  accepted("abbreviated", ["--mess", "x"], { messages: ["x"], on: ["message"] }),
  accepted("shortest abbreviation", ["--m=x"], { messages: ["x"], on: ["message"] }),
  accepted("a value that looks like an option", ["-m", "-F"], { messages: ["-F"], on: ["message"] }),
  accepted("repeated", ["-m", "a", "-m", "b"], { messages: ["a", "b"], on: ["message"] }),
  accepted("cleared", ["-m", "a", "--no-message", "-m", "b"], { messages: ["b"], on: ["message"] }),
  accepted("empty", ["-m", ""], { messages: [""], on: ["message"] }),
  accepted("after --", ["-m", "a", "--", "-m", "b"], { messages: ["a"], on: ["message"] }),
  accepted("after --end-of-options", ["-m", "a", "--end-of-options", "-m"], {
    messages: ["a"],
    on: ["message"],
  }),
  accepted("options after operands", ["file", "-m", "a"], { messages: ["a"], on: ["message"] }),
  accepted("a lone dash is an operand", ["-", "-m", "a"], { messages: ["a"], on: ["message"] }),
  accepted("file", ["-F", "f"], { files: ["f"], on: ["file"] }),
  accepted("file twice", ["-Ff", "--file=g"], { files: ["f", "g"], on: ["file"] }),
  accepted("cluster of -F", ["-aFf"], { files: ["f"], on: ["all", "file"] }),
  accepted("optional value takes the rest", ["-Skey", "-m", "x"], {
    messages: ["x"],
    on: ["gpg-sign", "message"],
  }),
  accepted("optional value takes no next word", ["-u", "-m", "x"], {
    messages: ["x"],
    on: ["message", "untracked-files"],
  }),
  accepted("-u swallows an m", ["-um", "x"], { on: ["untracked-files"], whyNotPlain: noMessage }),
  accepted("sign-off", ["-sm", "x"], {
    messages: ["x"],
    on: ["message", "signoff"],
    whyNotPlain: "--signoff is given",
  }),
  accepted("sign-off undone", ["-sm", "x", "--no-signoff"], { messages: ["x"], on: ["message"] }),
  accepted("editor", ["-m", "x", "-e"], {
    messages: ["x"],
    on: ["edit", "message"],
    whyNotPlain: "--edit is given",
  }),
  accepted("no editor", ["-m", "x", "--no-edit"], { messages: ["x"], on: ["message"] }),
  accepted("trailer", ["-m", "x", "--trailer", "a:b"], {
    messages: ["x"],
    on: ["message", "trailer"],
    whyNotPlain: "--trailer is given",
  }),
  accepted("fixup", ["--fixup=HEAD", "-m", "x"], {
    messages: ["x"],
    on: ["fixup", "message"],
    whyNotPlain: "--fixup is given",
  }),
  accepted("-m and -F", ["-m", "x", "-F", "f"], {
    messages: ["x"],
    files: ["f"],
    on: ["file", "message"],
    whyNotPlain: "-m and -F do not mix",
  }),
  accepted("an editor decides", [], { whyNotPlain: noMessage }),
  accepted("dry run", ["--dry-run", "-m", "x"], {
    messages: ["x"],
    on: ["dry-run", "message"],
    dryRun: true,
  }),
  accepted("dry run undone", ["--dry-run", "-m", "x", "--no-dry-run"], { messages: ["x"], on: ["message"] }),
  accepted("short", ["--short", "-m", "x"], { messages: ["x"], on: ["message", "short"], dryRun: true }),
  accepted("porcelain undone by a later format", ["--porcelain", "--no-long", "-m", "x"], {
    messages: ["x"],
    on: ["message", "porcelain"],
  }),
  accepted("-z reports too", ["-zm", "x"], { messages: ["x"], on: ["message", "null"], dryRun: true }),
  accepted("--verify undoes -n", ["-nm", "x", "--verify"], { messages: ["x"], on: ["message"] }),
  accepted("cleanup", ["--cleanup=verbatim", "-m", "x"], {
    messages: ["x"],
    on: ["cleanup", "message"],
    cleanup: "verbatim",
  }),
  accepted("an option of later versions", ["-U3", "-m", "x"], {
    messages: ["x"],
    on: ["message", "unified"],
  }),
  accepted("an abbreviation that later versions made ambiguous", ["--un", "-m", "x"], {
    messages: ["x"],
    on: ["message", "untracked-files"],
  }),
  rejected("no value", ["-m"]),
  rejected("ambiguous although one is a prefix of the other", ["--allow-e"]),
  rejected("one dash for two", ["-amend"]),
  rejected("unknown long option", ["--nope", "-m", "x"]),
  rejected("unknown letter", ["-mx", "-k"]),
  rejected("a value where none is taken", ["--all=yes", "-m", "x"]),
  rejected("a value on a negation", ["--no-message=x"]),
  rejected("--no abbreviates too much", ["--no", "-m", "x"]),
  rejected("--ver: verbose or verify", ["--ver", "-m", "x"]),
  rejected("help", ["-h"]),
  rejected("help in a cluster", ["-ah"]),
  rejected("completion", ["--git-completion-helper"]),
];

export const editCases: readonly Vector[] = [
  { title: "-m x", input: [["-m", "x"], "N"], output: [0, 1, "-m", "N"] },
  { title: "-mx", input: [["-mx"], "N"], output: [0, 1, "-m", "N"] },
  { title: "-am x keeps -a", input: [["-am", "x", "f"], "N"], output: [0, 1, "-am", "N", 4] },
  { title: "-amx keeps -a", input: [["-amx"], "N"], output: [0, 1, "-am", "N"] },
  { title: "--message=x", input: [["--message=x", "-q"], "N"], output: [0, 1, "-m", "N", 3] },
  {
    title: "several -m become one",
    input: [["-m", "a", "-qmb", "-nm", "c", "--mess", "d", "--", "p"], "N"],
    output: [0, 1, "-m", "N", "-q", "-n", 9, 10],
  },
  { title: "-F f becomes -m", input: [["-F", "f", "-a"], "N"], output: [0, 1, "-m", "N", 4] },
  { title: "-aFf becomes -am", input: [["-aFf"], "N"], output: [0, 1, "-am", "N"] },
  { title: "a long message becomes -F -", input: [["-am", "x"], null], output: [0, 1, "-aF", "-"] },
  { title: "two -F become one", input: [["-F", "f", "--file=g"], "N"], output: [0, 1, "-m", "N"] },
];
