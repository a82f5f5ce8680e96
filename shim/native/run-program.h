/*
 * Running another program as a child, and waiting for it.
 */
#ifndef INTERLOCK_RUN_PROGRAM_H
#define INTERLOCK_RUN_PROGRAM_H

#include <stddef.h>

struct output {
	char *bytes;
	size_t length;
	int of_errors; /* what it writes on standard error, in place of standard output */
};

enum { NOT_STARTED = -1000 };

/*
 * `environment`: pairs of a name and a value (NULL: taken away), ended by a NULL name. `input`: a
 * descriptor that the child reads from, or -1. With `output` one of its two outputs is collected and the other dropped,
 * and without input it has nothing to read; without `output` the standard files are ours. The exit status; minus n
 * after signal n; NOT_STARTED.
 */
int run_program(const char *path, char **argv, char *const *environment, int input, struct output *output);

/*
 * The child's part of it, for a child of another kind: becomes the program with these files, -1 for `to`: on our own.
 * `at`: the standard file that `to` is put at, 1 or 2; the other one is dropped. A child that cannot have them ends.
 */
_Noreturn void become_program(const char *path, char **argv, char *const *environment, int from, int to, int at);

/* The exit status as `run_program` gives it, from that of waitpid. */
int status_of(int waited);

/* Applies such pairs to our own environment. */
void change_environment(char *const *pairs);

/* Ends this process by a signal, as a child was ended. */
_Noreturn void raise_and_end(int signal_number);

#endif
