/*
 * The stream that object-stream.c fills and read-objects.c parses. Nobody else includes this.
 */
#pragma once

#include <signal.h>
#include <stddef.h>
#include <sys/types.h>

struct object_stream {
	int is_open, is_print, is_at_end, is_whole, from, status;
	/* What the last printer writes to standard error. */
	int has_errors, errors;
	pid_t children[2];
	struct sigaction callers_child_signal;
	/* Those from `start` to `end` are not parsed yet. */
	char *bytes;
	size_t room, start, end;
};

extern struct object_stream stream;

/* Buffers this many bytes in one piece; 0 if there are fewer. */
int have(size_t wanted);

/* Reads more into the buffer; 0 at the end. */
int read_on(void);

/* `is_over`: git has written everything and exits by itself. */
void close_stream(int is_over);
