/*
 * Reads objects from `git cat-file --batch`, or commits from `git rev-list --header`, one after the other, while git
 * writes them. One stream at a time.
 */
#pragma once

#include <stddef.h>
#include <sys/types.h>

#include "objects/object-id.h"

struct found_object {
	char id[MOST_DIGITS + 1];
	const char *type; /* as in shim/host.ts */
	const char *body; /* valid until the next call */
	size_t length;
};

/*
 * `lister`: the command line of a git that lists the objects, or NULL if `input` does. `environment` as for
 * `run_program`. Ends the previous stream. Returns 0 or NOT_STARTED.
 */
int start_stream(const char *git, char **lister, char **environment, int input);

/* The same for the output of `printer`, a `git rev-list --header --encoding=none`. */
int start_print(const char *git, char **printer, char **environment, int input);

/* Waits for git's next output or its end, at most for this long; gives how long, in milliseconds. */
int await_stream(int most);

/* Can all that the printer wrote, and will write, still be passed on? */
int stream_is_whole(void);

/* Passes it on, whatever of it was read before, and waits for the printer: its `stream_status`. */
int pass_stream_on(int to);

/* For a forked child: the stream stays the parent's. */
void leave_stream(void);

/* Exit status of the git that listed or printed the last stream; NOT_STARTED unless it was read to the end. */
int stream_status(void);

/* What the last printer wrote to standard error, or its first `room` bytes; -1 if that is not known. */
ssize_t print_errors(char *bytes, size_t room);

/* 0 at the end, or if the rest cannot be parsed. */
int next_object(struct found_object *found);

/* Kills git's processes, if any, and waits for them. Async-signal-safe. */
void end_stream(void);
