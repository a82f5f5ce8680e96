/** The options of `git commit-tree` (builtin/commit-tree.c). */
import type { OptionTable } from "../option-table.ts";

export const commitTreeOptions: OptionTable = {
  options: " p,=! m,=! F,=! S,gpg-sign?",
  newer: "",
};
