/*
 * Finds the ancestors of this process, and the part of the Host interface for it.
 */
#ifndef INTERLOCK_ANCESTORS_H
#define INTERLOCK_ANCESTORS_H

#include "duktape.h"

/* The parent of a process, 0 if it has none, or -1 with errno if it cannot be read. */
long parent_of(long process);

/*
 * Do process numbers mean what /proc, and the kernel in messages, say? Not in a process namespace of the caller's own:
 * there a number may be another process's in /proc, and a process with rights over the namespace may write in another's name.
 */
int are_process_numbers_true(void);

duk_ret_t host_ancestor_program(duk_context *ctx);
duk_ret_t host_ancestor_words(duk_context *ctx);
duk_ret_t host_siblings(duk_context *ctx);

#endif
