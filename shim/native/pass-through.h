/*
 * Decides, without a script, whether a command can be handed to the real git at once. Its tables
 * are generated from shim/git/commands.ts and shim/git/global-options.ts.
 */
#ifndef INTERLOCK_PASS_THROUGH_H
#define INTERLOCK_PASS_THROUGH_H

/* The command word if git would run one, else NULL (help, version, an option git rejects). */
const char *find_command(int argc, char **argv);

/* Is it one that git gives to a hook, or our editor's? */
int is_hook_name(const char *name);

/* No commit can come of it. */
int is_pass_command(const char *command);

#endif
