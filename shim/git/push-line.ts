/**
 * What a `git push` command line asks for, as builtin/push.c understands it.
 */
import { pushOptions } from "./options/push.ts";
import { isOn, parseOptions, type OptionUse } from "./parse-options.ts";

export interface PushLine {
  /** pre-push does not run. */
  noVerify: boolean;
  /** Every `--no-verify` and `--verify`, to be taken out. */
  verifyUses: OptionUse[];
  dryRun: boolean;
  /** The words that name remote and refs. */
  operands: number[];
}

/** null: git rejects the line, or answers it with help. */
export function readPushLine(argv: readonly string[], first: number): PushLine | null {
  const parsed = parseOptions(argv, first, pushOptions);
  return (
    parsed && {
      noVerify: isOn(parsed, "no-verify"),
      verifyUses: parsed.uses.filter((use) => use.name === "no-verify"),
      dryRun: isOn(parsed, "dry-run"),
      operands: parsed.operands,
    }
  );
}
