/*
 * Output for people: a reader that has gone away must not end the command by SIGPIPE.
 */
#ifndef INTERLOCK_OUTPUT_H
#define INTERLOCK_OUTPUT_H

#include <stddef.h>

/* Async-signal-safe. Gives up silently if nobody reads. */
void write_all(int fd, const char *bytes, size_t length);

/*
 * External text must not control a terminal: replaces control characters by '?', C0 except tab and line end, and (as
 * UTF-8) C1. In place; returns the new length.
 */
size_t make_printable(char *bytes, size_t length);

#endif
