/** Parses a `git push` command line as builtin/push.c does, and lists the options of `git send-pack`. */
import { optionTable, type OptionTable } from "./option-table.ts";
import { isOn, parseOptions, valueOf, type OptionUse } from "./parse-options.ts";

export const pushOptions: OptionTable = optionTable(
  " v,verbose q,quiet ,repo= ,all ,mirror d,delete ,tags n,dry-run ,porcelain f,force" +
    " ,force-with-lease? ,force-if-includes ,recurse-submodules= ,thin ,receive-pack= ,exec=" +
    " u,set-upstream ,progress ,prune ,no-verify ,follow-tags ,signed? ,atomic o,push-option= 4,ipv4 6,ipv6",
  // 2.42.
  " ,branches@all",
);

export interface PushLine {
  /** The repository's own pre-push hook does not run. */
  noVerify: boolean;
  /** Every `--no-verify` and `--verify`, so that they can be removed. */
  verifyUses: OptionUse[];
  dryRun: boolean;
  /** Indexes of the words that name remote and refs. */
  operands: number[];
}

/** Does a line of `git push` or `git send-pack` ask for a certificate? One that is not understood may. */
export function asksToSign(argv: readonly string[], first: number, table: OptionTable): boolean {
  const parsed = parseOptions(argv, first, table);
  if (parsed === null) {
    const end = argv.indexOf("--", first);
    return argv.slice(first, end < 0 ? argv.length : end).some((word) => word.startsWith("--si"));
  }
  const value = valueOf(parsed, "signed");
  return isOn(parsed, "signed") && !/^(?:0|false|no|off)$/i.test(value ?? "");
}

/** Null if git rejects the line, or answers it with help. */
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

export const sendPackOptions: OptionTable = optionTable(
  " v,verbose q,quiet ,receive-pack= ,exec= ,remote= ,all n,dry-run ,mirror f,force ,signed? ,push-option=" +
    " ,progress ,thin ,atomic ,stateless-rpc ,stdin ,helper-status ,force-with-lease? ,force-if-includes",
);
