/** The options of `git push` (builtin/push.c). */
import type { OptionTable } from "../option-table.ts";

export const pushOptions: OptionTable = {
  options:
    " v,verbose q,quiet ,repo= ,all ,mirror d,delete ,tags n,dry-run ,porcelain f,force" +
    " ,force-with-lease? ,force-if-includes ,recurse-submodules= ,thin ,receive-pack= ,exec=" +
    " u,set-upstream ,progress ,prune ,no-verify ,follow-tags ,signed? ,atomic o,push-option= 4,ipv4 6,ipv6",
  // 2.42.
  newer: " ,branches@all",
};
