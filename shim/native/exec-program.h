/*
 * Becoming another program, as a shell would start it.
 */
#ifndef INTERLOCK_EXEC_PROGRAM_H
#define INTERLOCK_EXEC_PROGRAM_H

/* Ends the process with a message if that fails. Async-signal-safe but for the failure. */
_Noreturn void exec_program(const char *path, char **argv);

/* A hook or an editor that git would have run itself: if it cannot be run, git's own words say so. */
_Noreturn void exec_for_git(const char *path, char **argv);

#endif
