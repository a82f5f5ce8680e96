/*
 * Collects what git writes down of its packets, so that nobody else can have written it. Everything that git starts has
 * git's descriptors, and every process of this user can write to a file of git's; so it is a socket, the kernel says with
 * each message which process it came from, and a process of ours keeps them apart.
 */
#ifndef INTERLOCK_TRACE_COLLECTOR_H
#define INTERLOCK_TRACE_COLLECTOR_H

#include <stddef.h>

/*
 * Starts one. It ends when all who have the descriptor have closed it, or a while after `git` has ended. Gives the
 * descriptor to write to, which exec closes, or -1.
 */
int start_collector(void);

/*
 * What this process has written so far, by its descriptor in ours: the first line of each message. NULL if nobody can
 * say. The memory is given back with `give_memory`.
 */
char *ask_collector(int fd, long process, size_t *length);

#endif
