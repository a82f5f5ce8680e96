/** Parses a `git rebase` command line as cmd_rebase in builtin/rebase.c does. */
import { optionTable, type OptionTable } from "./option-table.ts";
import { isOn, parseOptions, type ParsedOptions } from "./parse-options.ts";

export const rebaseOptions: OptionTable = optionTable(
  " ,onto= ,keep-base ,no-verify q,quiet v,verbose n,no-stat ,signoff ,committer-date-is-author-date" +
    " ,reset-author-date ,ignore-date C,= ,ignore-whitespace ,whitespace= f,force-rebase ,no-ff ,continue*" +
    " ,skip* ,abort* ,quit* ,edit-todo* ,show-current-patch* ,apply! m,merge! i,interactive!" +
    " p,preserve-merges ,rerere-autoupdate ,empty=! k,keep-empty ,autosquash ,update-refs S,gpg-sign?" +
    " ,autostash x,exec= ,allow-empty-message r,rebase-merges? ,fork-point s,strategy= X,strategy-option=" +
    " ,root ,reschedule-failed-exec ,reapply-cherry-picks",
  // 2.54.
  " ,trailer=",
);

export interface RebaseLine {
  /**
   * `continue`, `skip`, `abort`, `quit`, `edit-todo` or
   * `show-current-patch`; null if the line starts a rebase.
   */
  mode: string | null;
  /** What applies the commits; null if rebase.backend or the rebase in progress decides. */
  backend: "apply" | "merge" | null;
  /** git opens the list of commits in an editor. */
  interactive: boolean;
  /** Indexes of the words that name upstream and branch. */
  operands: number[];
}

/** Null if git rejects the line, or answers it with help. */
export function readRebaseLine(argv: readonly string[], first: number): RebaseLine | null {
  const parsed = parseOptions(argv, first, rebaseOptions);
  // With --root there is no upstream to name.
  if (parsed === null || parsed.operands.length > (isOn(parsed, "root") ? 1 : 2)) return null;
  if (parsed.mode !== null && argv.length - first !== 1) return null;
  const backend = backendOf(parsed);
  return {
    mode: parsed.mode,
    backend,
    interactive: backend === "merge" && isOn(parsed, "interactive"),
    operands: parsed.operands,
  };
}

const needMerge = ["empty", "exec", "rebase-merges", "strategy", "strategy-option"];

/** git rejects a mix of options for both backends. */
function backendOf(parsed: ParsedOptions): RebaseLine["backend"] {
  let backend: RebaseLine["backend"] = null;
  for (const { name } of parsed.uses) {
    if (name === "apply") backend = "apply";
    else if (name === "merge" || name === "interactive" || name === "keep-empty") backend = "merge";
  }
  if (backend !== null) return backend;
  if (needMerge.some((name) => isOn(parsed, name))) return "merge";
  if (isOn(parsed, "reapply-cherry-picks") && !isOn(parsed, "keep-base")) return "merge";
  if (isOn(parsed, "root") && !isOn(parsed, "onto")) return "merge";
  return parsed.uses.some(({ name }) => name === "C" || name === "whitespace") ? "apply" : null;
}
