/**
 * What a `git merge` command line asks for, as cmd_merge in builtin/merge.c understands it. The config
 * (branch.<name>.mergeOptions) may say more.
 */
import type { OptionTable } from "./option-table.ts";
import {
  choiceOf,
  isOn,
  parseOptions,
  usesInForce,
  valueOf,
  type OptionUse,
  type ParsedOptions,
} from "./parse-options.ts";

export const mergeOptions: OptionTable = {
  options:
    " n, ,stat ,summary ,log? ,squash ,commit e,edit ,cleanup= ,ff ,ff-only! ,rerere-autoupdate" +
    " ,verify-signatures s,strategy= X,strategy-option= m,message= F,file=! ,into-name= v,verbose q,quiet" +
    " ,abort ,quit ,continue ,allow-unrelated-histories ,progress S,gpg-sign? ,autostash" +
    " ,overwrite-ignore ,signoff ,no-verify",
  // 2.51.
  newer: " ,compact-summary",
};

export interface MergeLine {
  /** The one thing asked for; the rest of the line is then empty. */
  mode: "abort" | "quit" | "continue" | null;
  /** The `-m` that count, in order. `-F` may stand among them: `word` tells. */
  messages: OptionUse[];
  /** The `-F` that count, in order; git reads them all. */
  files: OptionUse[];
  /** A message was given, even if `--no-message` emptied it: git then makes none and opens no editor. */
  isGiven: boolean;
  /** How many subjects `--log` adds below the message, null if the config decides. */
  log: number | null;
  edit: boolean | null;
  fastForward: "allow" | "never" | "only" | null;
  /** `--squash` or `--no-commit`: no commit comes of it. */
  noCommit: boolean;
  squash: boolean;
  /** The `--no-verify` in force. */
  skipsVerify: OptionUse[];
  /** Null if neither it nor `--verify` is given. */
  verify: boolean | null;
  signoff: boolean;
  cleanup: string | null;
  quiet: boolean;
  /** The words that name what is merged. */
  heads: number[];
}

/** null: git rejects the line, or answers it with help. */
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
    // parse_opt_verbosity_cb: the first -v after any number of -q ends them, and the other way round.
    else if (use.name === "verbose") verbosity = use.negated ? 0 : Math.max(verbosity, 0) + 1;
    else if (use.name === "quiet") verbosity = use.negated ? 0 : Math.min(verbosity, 0) - 1;
  }
  line.quiet = verbosity < 0;
  return line;
}

/** These are plain flags here: the first of them in git's code wins. */
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

/** option_parse_message: what several `-m` make. git completes the last line later, by its cleanup. */
export function joinMergeMessages(values: readonly string[]): string {
  return values.reduce((text, value) => text + (text === "" ? "" : "\n\n") + value, "");
}
