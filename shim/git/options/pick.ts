/** The options of `git cherry-pick` and `git revert` (builtin/revert.c). */
import type { OptionTable } from "../option-table.ts";

const both =
  " ,quit* ,continue* ,abort* ,skip* ,cleanup= n,no-commit e,edit r, s,signoff m,mainline=" +
  " ,rerere-autoupdate ,strategy= X,strategy-option= S,gpg-sign?";

export const cherryPickOptions: OptionTable = {
  options: both + " x, ,ff ,allow-empty ,allow-empty-message ,keep-redundant-commits",
  // 2.45.
  newer: " ,empty=!",
};

export const revertOptions: OptionTable = { options: both + " ,reference", newer: "" };
