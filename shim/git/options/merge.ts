/** The options of `git merge` (builtin/merge.c). */
import type { OptionTable } from "../option-table.ts";

export const mergeOptions: OptionTable = {
  options:
    " n, ,stat ,summary ,log? ,squash ,commit e,edit ,cleanup= ,ff ,ff-only! ,rerere-autoupdate" +
    " ,verify-signatures s,strategy= X,strategy-option= m,message= F,file=! ,into-name= v,verbose q,quiet" +
    " ,abort ,quit ,continue ,allow-unrelated-histories ,progress S,gpg-sign? ,autostash" +
    " ,overwrite-ignore ,signoff ,no-verify",
  // 2.51.
  newer: " ,compact-summary",
};
