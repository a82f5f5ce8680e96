/*
 * Runs another program as a child and waits for it.
 */
#ifndef INTERLOCK_RUN_PROGRAM_H
#define INTERLOCK_RUN_PROGRAM_H

#include <stddef.h>

struct output {
	char *bytes;
	size_t length;
	int of_errors; /* collect standard error instead of standard output */
};

enum { NOT_STARTED = -1000 };

/*
 * `environment`: pairs of a name and a value (NULL: unset), ended by a NULL name. `input`: a descriptor for the
 * child's standard input, or -1. With `output`, one of its outputs is collected and the other dropped, and without
 * `input` its standard input is empty. Without `output` it inherits our standard files. Returns the exit status,
 * minus n after signal n, or NOT_STARTED.
 */
int run_program(const char *path, char **argv, char *const *environment, int input, struct output *output);

/*
 * The child's part, for other kinds of children: execs the program with these files. If `to` is -1, it inherits our
 * own. `at`: which standard file `to` becomes, 1 or 2. `other`: for the other one; -1 if it is dropped. Exits if a
 * file cannot be set up.
 */
_Noreturn void become_program(const char *path, char **argv, char *const *environment, int from, int to, int at,
			      int other);

/* Converts the status of waitpid to that of `run_program`. */
int status_of(int waited);

/* Applies such pairs to our own environment. */
void change_environment(char *const *pairs);

/* Ends this process by the signal that ended a child. */
_Noreturn void raise_and_end(int signal_number);

#endif
