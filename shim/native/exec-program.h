/*
 * Becoming another program, as a shell would start it.
 */
#ifndef INTERLOCK_EXEC_PROGRAM_H
#define INTERLOCK_EXEC_PROGRAM_H

/* Ends the process with a message if that fails. Async-signal-safe but for the failure. */
_Noreturn void exec_program(const char *path, char **argv);

/* The same for a hook or an editor, which git would have started: in git's words. */
_Noreturn void exec_for_git(const char *path, char **argv);

#endif
