/*
 * Output for people: a reader that has gone away must not end the command by SIGPIPE.
 */
#pragma once

#include <stddef.h>
#include <sys/types.h>

/* Async-signal-safe. Gives up silently if nobody reads. */
void write_all(int fd, const char *bytes, size_t length);

/* As write(2), once. A reader that has gone, or a file as long as the caller's limit allows, is only an errno. */
ssize_t write_once(int fd, const char *bytes, size_t length);

/* The same until all is written; -1 with an errno if that fails. */
int write_whole(int fd, const char *bytes, size_t length);

/*
 * External text must not control a terminal: replaces by '?' control characters, C0 except tab and line end, and (as UTF-8) C1
 * and what turns the direction of a line. In place; returns the new length. `keeps_styles`: colours (`ESC [ ... m`) stay.
 */
size_t make_printable(char *bytes, size_t length, int keeps_styles);
