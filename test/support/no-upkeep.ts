/**
 * Settings of git for a home. After each commit, merge, fetch and push git starts another git to see whether there is
 * something to tidy up; in a repository of a few commits there never is, and it takes as long as the commit.
 */
export const noUpkeep = "[maintenance]\n\tauto = false\n[receive]\n\tautogc = false\n";
