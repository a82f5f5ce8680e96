/*
 * Objects as `git cat-file --batch` writes them, or commits as `git rev-list --header` prints them, one after the other,
 * while git writes them. One stream at a time.
 */
#ifndef INTERLOCK_OBJECT_STREAM_H
#define INTERLOCK_OBJECT_STREAM_H

#include <stddef.h>

#include "object-id.h"

struct found_object {
	char id[MOST_DIGITS + 1];
	const char *type; /* as in shim/host.ts */
	const char *body; /* until the next one is asked for */
	size_t length;
};

/*
 * `lister`: the command line of a git that names the objects, or NULL if `input` does. The environment as
 * `run_program` has it. Ends the stream before. 0, or NOT_STARTED.
 */
int start_stream(const char *git, char **lister, char *const *environment, int input);

/* The same for what the command line `printer` prints in the form of `git rev-list --header --encoding=none`. */
int start_print(const char *git, char **printer, char *const *environment, int input);

/* How many bytes git has written that were not read yet. */
size_t stream_waiting(void);

/* How the git ended that listed or printed the last stream; NOT_STARTED unless it was read to its end. */
int stream_status(void);

/* 0 at the end: of all, or of what can be understood. */
int next_object(struct found_object *found);

/* Ends git's processes, if there are any, and waits for them. Async-signal-safe. */
void end_stream(void);

#endif
