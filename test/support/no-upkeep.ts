/**
 * git settings that switch off maintenance. After each commit, merge, fetch and push git starts another git to check for
 * it, which takes as long as the commit and never finds anything in a small repository.
 */
export const noUpkeep = "[maintenance]\n\tauto = false\n[receive]\n\tautogc = false\n";
