/*
 * Collects git's packet trace so that no other process can forge it. Everything that git starts inherits git's
 * descriptors, and every process of this user can write to a file of git's. So git writes to a socket: the kernel
 * says which process wrote which bytes, and a process of ours keeps them apart.
 */
#pragma once

#include <stddef.h>

/*
 * Starts one. It ends when every process has closed the descriptor, or a while after git has ended. Returns the
 * descriptor to write to, which exec closes, or -1.
 */
int start_collector(void);

/*
 * What `process` has written so far to the collector behind `fd`; NULL if unknown. Free it with `give_memory`.
 */
char *ask_collector(int fd, long process, size_t *length);
