/*
 * Objects as `git cat-file --batch` writes them, one after the other, while it writes them. One stream at a time.
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

/* 0 at the end: of all, or of what can be understood. */
int next_object(struct found_object *found);

/* Ends git's processes, if there are any, and waits for them. Async-signal-safe. */
void end_stream(void);

#endif
