/*
 * Memory for the script heap: small blocks from size classes cut off one region, large ones from
 * malloc. The process lives for a millisecond and makes thousands of small objects; this takes a
 * third off the time to create the heap.
 */
#ifndef INTERLOCK_ARENA_H
#define INTERLOCK_ARENA_H

#include <stddef.h>

void *arena_alloc(void *unused, size_t size);
void *arena_realloc(void *unused, void *block, size_t size);
void arena_free(void *unused, void *block);

#endif
