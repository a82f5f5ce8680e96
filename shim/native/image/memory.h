/*
 * Memory for the script heap and for us: small blocks by size class from one region, large ones
 * from malloc. The process lives for a millisecond and allocates thousands of small blocks; libc
 * would ask the kernel for pages and return them again and again.
 */
#pragma once

#include <stddef.h>

/* For our own use; on failure, `fail_engine` ends the command. */
void *take_memory(size_t size);
void *grow_memory(void *block, size_t size);
void give_memory(void *block);

/* Has the system refused any? */
int memory_ran_out(void);

/* For the script heap, with Duktape's signatures. */
void *heap_alloc(void *unused, size_t size);
void *heap_realloc(void *unused, void *block, size_t size);
void heap_free(void *unused, void *block);
