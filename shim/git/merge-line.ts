/**
 * Parses a `git merge` command line as cmd_merge in builtin/merge.c does. The config
 * (branch.<name>.mergeOptions) may add options.
 */
import { optionTable, type OptionTable } from "./option-table.ts";
import {
  choiceOf,
  isOn,
  parseOptions,
  usesInForce,
  valueOf,
  type OptionUse,
  type ParsedOptions,
} from "./parse-options.ts";

export const mergeOptions: OptionTable = optionTable(
  " n, ,stat ,summary ,log? ,squash ,commit e,edit ,cleanup= ,ff ,ff-only! ,rerere-autoupdate" +
    " ,verify-signatures s,strategy= X,strategy-option= m,message= F,file=! ,into-name= v,verbose q,quiet" +
    " ,abort ,quit ,continue ,allow-unrelated-histories ,progress S,gpg-sign? ,autostash" +
    " ,overwrite-ignore ,signoff ,no-verify",
  // 2.51.
  " ,compact-summary",
);

export interface MergeLine {
  /** If set, the rest of the line is empty. */
  mode: "abort" | "quit" | "continue" | null;
  /** The `-m` in force, in order. `-F` may be interleaved: compare `word`. */
  messages: OptionUse[];
  /** The `-F` in force, in order; git reads all of them. */
  files: OptionUse[];
  /** A message was given, even if `--no-message` cleared it: git then composes none and opens no editor. */
  isGiven: boolean;
  /** How many subjects `--log` adds below the message; null if the config decides. */
  log: number | null;
  edit: boolean | null;
  fastForward: "allow" | "never" | "only" | null;
  /** `--squash` or `--no-commit`: git makes no commit. */
  noCommit: boolean;
  squash: boolean;
  /** The `--no-verify` in force. */
  skipsVerify: OptionUse[];
  /** Null if neither it nor `--verify` is given. */
  verify: boolean | null;
  signoff: boolean;
  cleanup: string | null;
  quiet: boolean;
  /** Indexes of the words that name what is merged. */
  heads: number[];
}

/** Null if git rejects the line, or answers it with help. */
export function readMergeLine(argv: readonly string[], first: number): MergeLine | null {
  const parsed = parseOptions(argv, first, mergeOptions);
  if (parsed === null) return null;
  const mode = modeOf(parsed);
  if (mode !== null && argv.length - first !== 1) return null;

  const squash = isOn(parsed, "squash");
  const line: MergeLine = {
    mode,
    messages: [],
    files: [],
    isGiven: false,
    log: logCount(parsed),
    edit: choiceOf(parsed, "edit"),
    fastForward: null,
    noCommit: squash || choiceOf(parsed, "commit") === false,
    squash,
    skipsVerify: usesInForce(parsed, "no-verify"),
    verify: negate(choiceOf(parsed, "no-verify")),
    signoff: isOn(parsed, "signoff"),
    cleanup: valueOf(parsed, "cleanup"),
    quiet: false,
    heads: parsed.operands,
  };
  let verbosity = 0;
  for (const use of parsed.uses) {
    if (use.name === "message" && use.negated) {
      line.messages = [];
      line.files = [];
    } else if (use.name === "message" || use.name === "file") {
      line.isGiven = true;
      (use.name === "file" ? line.files : line.messages).push(use);
    } else if (use.name === "ff") line.fastForward = use.negated ? "never" : "allow";
    else if (use.name === "ff-only") line.fastForward = "only";
    // As parse_opt_verbosity_cb: the first -v after any number of -q cancels them, and vice versa.
    else if (use.name === "verbose") verbosity = use.negated ? 0 : Math.max(verbosity, 0) + 1;
    else if (use.name === "quiet") verbosity = use.negated ? 0 : Math.min(verbosity, 0) - 1;
  }
  line.quiet = verbosity < 0;
  return line;
}

/** git merge declares these as plain flags, not as OPT_CMDMODE: the first one that git's code checks wins. */
function modeOf(parsed: ParsedOptions): MergeLine["mode"] {
  if (isOn(parsed, "abort")) return "abort";
  if (isOn(parsed, "quit")) return "quit";
  return isOn(parsed, "continue") ? "continue" : null;
}

function negate(choice: boolean | null): boolean | null {
  return choice === null ? null : !choice;
}

function logCount(parsed: ParsedOptions): number | null {
  const given = choiceOf(parsed, "log");
  if (!given) return given === null ? null : 0;
  const value = valueOf(parsed, "log");
  return value === null ? 20 : parseInt(value, 10) || 0;
}

/** As option_parse_message: joins several `-m`. git's cleanup adds the final LF later. */
export function joinMergeMessages(values: readonly string[]): string {
  return values.reduce((text, value) => text + (text === "" ? "" : "\n\n") + value, "");
}
