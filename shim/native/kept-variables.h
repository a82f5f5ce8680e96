/*
 * The part of the caller's environment that a git gets which we run for ourselves.
 */
#ifndef INTERLOCK_KEPT_VARIABLES_H
#define INTERLOCK_KEPT_VARIABLES_H

/*
 * Pairs for `change_environment` that keep only the variables that `only` names (a final `*` is a wildcard), then
 * apply `changes`, and with `trace` make git write its packets there. Without `only`, everything stays except the
 * traces, which are meant for the caller's own commands. The result is one block of memory that points into
 * `changes`.
 */
char **keep_variables(char *const *only, char *const *changes, const char *trace);

#endif
