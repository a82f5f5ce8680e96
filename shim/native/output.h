/*
 * Writing for people: a reader that has gone away must not end the command by SIGPIPE.
 */
#ifndef INTERLOCK_OUTPUT_H
#define INTERLOCK_OUTPUT_H

#include <stddef.h>

/* Async-signal-safe. Gives up silently where nobody is listening. */
void write_all(int fd, const char *bytes, size_t length);

/*
 * Nothing from outside may steer a terminal: control characters, C0 but for tab and line end and (as UTF-8) C1,
 * become '?'. In place; gives the new length.
 */
size_t make_printable(char *bytes, size_t length);

#endif
