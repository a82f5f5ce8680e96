/** The options of `git send-pack` (builtin/send-pack.c). */
import type { OptionTable } from "../option-table.ts";

export const sendPackOptions: OptionTable = {
  options:
    " v,verbose q,quiet ,receive-pack= ,exec= ,remote= ,all n,dry-run ,mirror f,force ,signed? ,push-option=" +
    " ,progress ,thin ,atomic ,stateless-rpc ,stdin ,helper-status ,force-with-lease? ,force-if-includes",
  newer: "",
};
