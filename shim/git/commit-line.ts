/**
 * What a `git commit` command line asks for, as parse_and_validate_options in builtin/commit.c
 * understands it.
 */
import { commitOptions, newerCommitOptions } from "./commit-options.ts";
import { parseOptions, type OptionUse } from "./parse-options.ts";

export interface CommitLine {
  /** The `-m` that count, in order. */
  messages: OptionUse[];
  /** All `-F`; git takes the last. */
  files: OptionUse[];
  /** Long names of the options in force, for the questions below. */
  on: { [longName: string]: true };
  cleanup: string | null;
  /** git only reports and commits nothing. */
  isDryRun: boolean;
  /** `-v` as given, null if the config decides. */
  verbose: boolean | null;
  pathspecFile: string | null;
  /** The value of `--author`. */
  author: string | null;
}

const statusFormats = ["short", "porcelain", "long"];

/** null: git rejects the line, or answers it with help. */
export function readCommitLine(argv: readonly string[], first: number): CommitLine | null {
  let parsed = parseOptions(argv, first, newerCommitOptions);
  if (parsed.kind === "rejected") parsed = parseOptions(argv, first, commitOptions);
  if (parsed.kind === "rejected") return null;

  const line: CommitLine = {
    messages: [],
    files: [],
    on: {},
    cleanup: null,
    isDryRun: false,
    verbose: null,
    pathspecFile: null,
    author: null,
  };
  let statusFormat = false;
  for (const use of parsed.uses) {
    const name = use.spec.long;
    if (use.negated) delete line.on[name];
    else line.on[name] = true;

    if (name === "message") {
      if (use.negated) line.messages = [];
      else line.messages.push(use);
    } else if (name === "file") line.files.push(use);
    else if (name === "cleanup") line.cleanup = use.negated ? "default" : use.value;
    else if (name === "verbose") line.verbose = !use.negated;
    else if (name === "author") line.author = use.negated ? null : use.value;
    else if (name === "pathspec-from-file") line.pathspecFile = use.value;
    else if (statusFormats.indexOf(name) >= 0) statusFormat = !use.negated;
    // `--no-edit` is not the absence of `--edit`, but neither opens an editor beside -m or -F.
  }
  line.isDryRun = statusFormat || has(line, "null") || has(line, "dry-run");
  return line;
}

export function has(line: CommitLine, longName: string): boolean {
  return line.on[longName] === true;
}

/** Options that make git add to the message, open an editor, or take it from elsewhere. */
const notPlain = ["edit", "signoff", "trailer", "fixup", "squash", "reedit-message", "reuse-message"];

/** Why the message does not simply stand in `-m` or `-F`, or null if it does. */
export function whyNotPlain(line: CommitLine): string | null {
  for (const name of notPlain) if (has(line, name)) return "--" + name + " is given";
  if (line.messages.length > 0 && line.files.length > 0) return "-m and -F do not mix";
  if (line.messages.length === 0 && line.files.length === 0) return "the message is neither in -m nor in -F";
  if (line.files.some((use) => use.negated)) return "--no-file is given";
  return null;
}
