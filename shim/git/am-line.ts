/** Parses a `git am` command line as builtin/am.c does. */
import { optionTable, type OptionTable } from "./option-table.ts";
import { isOn, parseOptions, usesInForce, type OptionUse } from "./parse-options.ts";

export const amOptions: OptionTable = optionTable(
  " i,interactive b,binary 3,3way q,quiet s,signoff u,utf8 k,keep ,keep-non-patch m,message-id" +
    " ,keep-cr! ,no-keep-cr! c,scissors ,quoted-cr=! ,whitespace= ,ignore-space-change ,ignore-whitespace" +
    " ,directory= ,exclude= ,include= C,= p,= ,patch-format= ,reject ,resolvemsg= ,continue*" +
    " r,resolved*continue ,skip* ,abort* ,quit* ,show-current-patch?* ,allow-empty*" +
    " ,committer-date-is-author-date ,ignore-date ,rerere-autoupdate S,gpg-sign? ,empty=! ,rebasing",
  // 2.40: `-n`; 2.46: `--retry`.
  " n,no-verify ,retry*",
);

export interface AmLine {
  /**
   * `continue` (also for `--resolved`), `skip`, `abort`, `quit`, `retry`, `allow-empty` or
   * `show-current-patch`; null if patches are applied.
   */
  mode: string | null;
  interactive: boolean;
  /** The `--no-verify` in force: neither applypatch-msg nor pre-applypatch runs. */
  skipsVerify: OptionUse[];
  signoff: boolean;
  quiet: boolean;
  /** Indexes of the words that name mailboxes; empty if git reads standard input. */
  mailboxes: number[];
}

/** Null if git rejects the line, or answers it with help. */
export function readAmLine(argv: readonly string[], first: number): AmLine | null {
  const parsed = parseOptions(argv, first, amOptions);
  return (
    parsed && {
      mode: parsed.mode,
      interactive: isOn(parsed, "interactive"),
      skipsVerify: usesInForce(parsed, "no-verify"),
      signoff: isOn(parsed, "signoff"),
      quiet: isOn(parsed, "quiet"),
      mailboxes: parsed.operands,
    }
  );
}
