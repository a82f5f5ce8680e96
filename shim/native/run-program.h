/*
 * Running another program as a child, and waiting for it.
 */
#ifndef INTERLOCK_RUN_PROGRAM_H
#define INTERLOCK_RUN_PROGRAM_H

#include <stddef.h>

struct output {
	char *bytes;
	size_t length;
	/* A descriptor that the child reads from; -1 for nothing to read. */
	int input;
};

enum { NOT_STARTED = -1000 };

/*
 * `environment`: pairs of a name and a value (NULL: taken away), ended by a NULL name. With `output` the child
 * reads its `input`, its standard output is collected and its standard error dropped; without, all three are ours.
 * The exit status; minus n after signal n; NOT_STARTED.
 */
int run_program(const char *path, char **argv, char *const *environment, struct output *output);

/* Applies such pairs to our own environment. */
void change_environment(char *const *pairs);

/* Ends this process by a signal, as a child was ended. */
_Noreturn void raise_and_end(int signal_number);

#endif
