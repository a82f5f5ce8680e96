/** The options of `git rebase` (builtin/rebase.c). */
import type { OptionTable } from "../option-table.ts";

export const rebaseOptions: OptionTable = {
  options:
    " ,onto= ,keep-base ,no-verify q,quiet v,verbose n,no-stat ,signoff ,committer-date-is-author-date" +
    " ,reset-author-date ,ignore-date C,= ,ignore-whitespace ,whitespace= f,force-rebase ,no-ff ,continue*" +
    " ,skip* ,abort* ,quit* ,edit-todo* ,show-current-patch* ,apply! m,merge! i,interactive!" +
    " p,preserve-merges ,rerere-autoupdate ,empty=! k,keep-empty ,autosquash ,update-refs S,gpg-sign?" +
    " ,autostash x,exec= ,allow-empty-message r,rebase-merges? ,fork-point s,strategy= X,strategy-option=" +
    " ,root ,reschedule-failed-exec ,reapply-cherry-picks",
  // 2.54.
  newer: " ,trailer=",
};
