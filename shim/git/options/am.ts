/** The options of `git am` (builtin/am.c). */
import type { OptionTable } from "../option-table.ts";

export const amOptions: OptionTable = {
  options:
    " i,interactive b,binary 3,3way q,quiet s,signoff u,utf8 k,keep ,keep-non-patch m,message-id" +
    " ,keep-cr! ,no-keep-cr! c,scissors ,quoted-cr=! ,whitespace= ,ignore-space-change ,ignore-whitespace" +
    " ,directory= ,exclude= ,include= C,= p,= ,patch-format= ,reject ,resolvemsg= ,continue*" +
    " r,resolved*continue ,skip* ,abort* ,quit* ,show-current-patch?* ,allow-empty*" +
    " ,committer-date-is-author-date ,ignore-date ,rerere-autoupdate S,gpg-sign? ,empty=! ,rebasing",
  // 2.40: `-n`; 2.46: `--retry`.
  newer: " n,no-verify ,retry*",
};
