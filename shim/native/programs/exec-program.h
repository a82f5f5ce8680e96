/*
 * Execs another program as a shell would start it.
 */
#pragma once

/* Exits with a message on failure. Async-signal-safe except on failure. */
_Noreturn void exec_program(const char *path, char **argv);

/* The same for a hook or an editor that git would have started: the error message is git's. */
_Noreturn void exec_for_git(const char *path, char **argv);

/* The same with this environment, which is not changed even before a script. It writes to nothing but its stack and errno. */
_Noreturn void exec_child(const char *path, char **argv, char **environment);
