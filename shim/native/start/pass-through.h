/*
 * Decides, without a script, whether a command can go straight to the real git or gh. The tables are
 * generated from shim/git/commands.ts, shim/git/global-options.ts and shim/gh/commands.ts.
 */
#pragma once

/* The command word if git would run one, else NULL (help, version, an option git rejects). */
const char *find_command(int argc, char **argv);

/* Is it the name of a git hook, or of our editor? */
int is_hook_name(const char *name);

/* Can it never make a commit? */
int is_pass_command(const char *command);

/*
 * The same of a line of gh. Not every line of which it is true is found: an option may stand before the command, and a
 * command whose name is in gh's settings may be an alias, or have one below it.
 */
int is_gh_pass_line(int argc, char **argv);
