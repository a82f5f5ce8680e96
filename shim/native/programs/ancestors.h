/*
 * Finds the ancestors of this process, and the part of the Host interface for it.
 */
#pragma once

/* The parent of a process, 0 if it has none, or -1 with errno if it cannot be read. */
long parent_of(long process);

/* Do process numbers mean in /proc what they mean to us? Not if the caller has made a process namespace without its own /proc. */
int is_proc_ours(void);

/*
 * Does the kernel say truly who has written to a socket? Not in a process namespace of the caller's own: a process with rights
 * over it may write in another's name.
 */
int is_trace_true(void);
