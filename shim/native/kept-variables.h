/*
 * What a git that we run for ourselves gets of the caller's environment.
 */
#ifndef INTERLOCK_KEPT_VARIABLES_H
#define INTERLOCK_KEPT_VARIABLES_H

/*
 * Pairs for `change_environment` that leave only the variables that `only` names (`*` at the end: all that begin so),
 * then make the `changes`, and with `trace` have git's packets written there. Without `only`, all but traces stay: these are of the caller's commands. One block of
 * memory, which names `changes` and does not copy them.
 */
char **keep_variables(char *const *only, char *const *changes, const char *trace);

#endif
