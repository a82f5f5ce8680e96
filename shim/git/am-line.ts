/**
 * What a `git am` command line asks for, as builtin/am.c understands it.
 */
import { amOptions } from "./options/am.ts";
import { isOn, parseOptions, usesInForce, type OptionUse } from "./parse-options.ts";

export interface AmLine {
  /**
   * `continue` (also for `--resolved`), `skip`, `abort`, `quit`, `retry`, `allow-empty` or
   * `show-current-patch`; null if patches are applied.
   */
  mode: string | null;
  interactive: boolean;
  /** Neither applypatch-msg nor pre-applypatch runs. */
  skipsVerify: OptionUse[];
  signoff: boolean;
  quiet: boolean;
  /** The words that name mailboxes; none: standard input. */
  mailboxes: number[];
}

/** null: git rejects the line, or answers it with help. */
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
