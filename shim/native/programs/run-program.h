/*
 * Runs another program as a child and waits for it.
 */
#pragma once

#include <stddef.h>
#include <sys/types.h>

struct output {
	char *bytes;
	size_t length;
	int of_errors; /* collect standard error instead of standard output */
};

/* Reads to the end; -1 if it could not all be read. */
int collect_output(int from, struct output *output);

enum { NOT_STARTED = -1000 };

/*
 * `environment`: all of it (kept-variables.h). `input`: a descriptor for the
 * child's standard input, or -1. With `output`, one of its outputs is collected and the other dropped, and without
 * `input` its standard input is empty. Without `output` it inherits our standard files. Returns the exit status,
 * minus n after signal n, or NOT_STARTED.
 */
int run_program(const char *path, char **argv, char **environment, int input, struct output *output);

/*
 * The standard files of a child. `from`: its input, or -1. `to` becomes its standard file `at`, 1 or 2, and `other` the other
 * output; if `other` is -1, that is dropped, and without `from` the input is empty. If `to` is -1, it inherits ours.
 */
struct files {
	int from, to, at, other;
};

/* Starts such a child, and does not wait for its end: its number, or -1. `restore_signals`: what the child calls; it must not write to memory. */
pid_t start_program(const char *path, char **argv, char **environment, const struct files *files, void (*restore_signals)(void));

/* Converts the status of waitpid to that of `run_program`. */
int status_of(int waited);

/* Changes our own environment: pairs of a name and a value (NULL: unset), ended by a NULL name. */
void change_environment(char *const *pairs);

/* Ends this process by the signal that ended a child. */
_Noreturn void raise_and_end(int signal_number);
