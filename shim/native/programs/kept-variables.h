/*
 * The part of the caller's environment that a child gets, such as a git which we run for ourselves.
 */
#pragma once

/*
 * The environment of a child: of ours, the variables that `only` names (a final `*` is a wildcard), then `changes`: pairs of a name
 * and a value (NULL: unset), ended by a NULL name. With `trace`, git writes its packets there. Without `only`, everything stays except the
 * traces, which are meant for the caller's own commands. The result is one block of memory that points into our environment.
 */
char **keep_variables(char *const *only, char *const *changes, const char *trace);

/* The same with all of our variables. */
char **change_variables(char *const *changes);
