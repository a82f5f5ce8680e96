/*
 * Writing for people: a reader that has gone away must not end the command by SIGPIPE.
 */
#ifndef INTERLOCK_OUTPUT_H
#define INTERLOCK_OUTPUT_H

#include <stddef.h>

/* Async-signal-safe. Gives up silently where nobody is listening. */
void write_all(int fd, const char *bytes, size_t length);

#endif
