/** The options of `git commit` (builtin/commit.c). */
import type { OptionTable } from "../option-table.ts";

export const commitOptions: OptionTable = {
  options:
    " q,quiet v,verbose F,file= ,author= ,date= m,message= c,reedit-message= C,reuse-message= ,fixup=" +
    " ,squash= ,reset-author ,trailer=! s,signoff t,template= e,edit ,cleanup= ,status S,gpg-sign?" +
    " a,all i,include ,interactive p,patch o,only n,no-verify ,dry-run ,short ,branch ,ahead-behind" +
    " ,porcelain ,long z,null ,amend ,no-post-rewrite u,untracked-files? ,pathspec-from-file=" +
    " ,pathspec-file-nul ,allow-empty ,allow-empty-message",
  // 2.51: the context of `-v` and `-p` diffs; 2.54: `--no-trailer`.
  newer: " ,trailer= U,unified=! ,inter-hunk-context=!",
};
