/** Parses a `git commit` command line as parse_and_validate_options in builtin/commit.c does. */
import { optionTable, type OptionTable } from "./option-table.ts";
import { choiceOf, parseOptions, usesInForce, valueOf, type OptionUse } from "./parse-options.ts";

export const commitOptions: OptionTable = optionTable(
  " q,quiet v,verbose F,file= ,author= ,date= m,message= c,reedit-message= C,reuse-message= ,fixup=" +
    " ,squash= ,reset-author ,trailer=! s,signoff t,template= e,edit ,cleanup= ,status S,gpg-sign?" +
    " a,all i,include ,interactive p,patch o,only n,no-verify ,dry-run ,short ,branch ,ahead-behind" +
    " ,porcelain ,long z,null ,amend ,no-post-rewrite u,untracked-files? ,pathspec-from-file=" +
    " ,pathspec-file-nul ,allow-empty ,allow-empty-message",
  // 2.51: the context of `-v` and `-p` diffs; 2.54: `--no-trailer`.
  " ,trailer= U,unified=! ,inter-hunk-context=!",
);

export interface CommitLine {
  /** The `-m` in force, in order. */
  messages: OptionUse[];
  /** Is there a `--no-message`, which drops every -m before it? */
  dropsMessages: boolean;
  /** All `-F`; git uses the last. */
  files: OptionUse[];
  /** All `-C` and `-c`. */
  reuses: OptionUse[];
  /** Long names of the options in force, for `has`. */
  on: { [longName: string]: true };
  cleanup: string | null;
  /** git only reports and commits nothing. */
  isDryRun: boolean;
  /** Does git open an editor, if it accepts the line? */
  usesEditor: boolean;
  /** `-v` as given, null if the config decides. */
  verbose: boolean | null;
  /** `--status` as given, null if the config decides. */
  status: boolean | null;
  pathspecFile: string | null;
  /** The kind of commit that `--fixup` makes: a `fixup!`, or an `amend!` with its own message. */
  fixup: "plain" | "amend" | "reword" | null;
  /** The commit of `-C`. */
  reuse: string | null;
  /** The commit of `-c`. */
  reedit: string | null;
  template: string | null;
  author: string | null;
  /** The `-n` and `--no-verify` in force. */
  skipsVerify: OptionUse[];
  resetsAuthor: OptionUse[];
}

const statusFormats = ["short", "porcelain", "long"];

/** Null if git rejects the line, or answers it with help. */
export function readCommitLine(argv: readonly string[], first: number): CommitLine | null {
  const parsed = parseOptions(argv, first, commitOptions);
  if (parsed === null) return null;

  const line: CommitLine = {
    messages: [],
    dropsMessages: false,
    files: [],
    reuses: [],
    on: {},
    cleanup: null,
    isDryRun: false,
    usesEditor: true,
    verbose: choiceOf(parsed, "verbose"),
    status: choiceOf(parsed, "status"),
    pathspecFile: valueOf(parsed, "pathspec-from-file"),
    fixup: fixupKind(valueOf(parsed, "fixup")),
    reuse: valueOf(parsed, "reuse-message"),
    reedit: valueOf(parsed, "reedit-message"),
    template: valueOf(parsed, "template"),
    author: valueOf(parsed, "author"),
    skipsVerify: usesInForce(parsed, "no-verify"),
    resetsAuthor: usesInForce(parsed, "reset-author"),
  };
  let statusFormat = false;
  for (const use of parsed.uses) {
    const name = use.name;
    if (use.negated) delete line.on[name];
    else line.on[name] = true;

    if (name === "message") {
      line.dropsMessages = line.dropsMessages || use.negated;
      if (use.negated) line.messages = [];
      else line.messages.push(use);
    } else if (name === "file") line.files.push(use);
    else if (name === "reuse-message" || name === "reedit-message") line.reuses.push(use);
    else if (name === "cleanup") line.cleanup = use.negated ? "default" : use.value;
    else if (statusFormats.indexOf(name) >= 0) statusFormat = !use.negated;
  }
  line.isDryRun = statusFormat || has(line, "null") || has(line, "dry-run");

  const composed = has(line, "message") || has(line, "file") || has(line, "reuse-message");
  const edit = choiceOf(parsed, "edit");
  line.usesEditor = edit === null ? !composed && line.fixup !== "plain" : edit;
  return line;
}

export function has(line: CommitLine, longName: string): boolean {
  return line.on[longName] === true;
}

function fixupKind(value: string | null): CommitLine["fixup"] {
  if (value === null) return null;
  return value.startsWith("amend:") ? "amend" : value.startsWith("reword:") ? "reword" : "plain";
}

/** Options that make git add to the message, open an editor, or take it from elsewhere. */
const notPlain = ["edit", "signoff", "trailer", "fixup", "squash", "reedit-message", "reuse-message"];

/** Does git commit the message of HEAD again, as for `--amend --no-edit`? */
export function keepsMessage(line: CommitLine): boolean {
  return has(line, "amend") && !line.usesEditor && line.messages.length === 0 && line.files.length === 0;
}

/** Why the message is not simply the value of `-m` or `-F`, or that of HEAD; null if it is. */
export function whyNotPlain(line: CommitLine): string | null {
  for (const name of notPlain) if (line.on[name] === true) return "--" + name + " is given";
  if (keepsMessage(line)) {
    // git aborts if the message is still that of the template; with our -m it would commit.
    if (has(line, "template")) return "--template is given";
    return line.dropsMessages ? "--no-message is given" : null;
  }
  if (line.messages.length > 0 && line.files.length > 0) return "-m and -F do not mix";
  if (line.messages.length === 0 && line.files.length === 0) return "the message is neither in -m nor in -F";
  if (line.files.some((use) => use.negated)) return "--no-file is given";
  // It would drop the -m that is to replace the -F.
  if (line.dropsMessages && line.files.length > 0) return "--no-message is given";
  return null;
}
