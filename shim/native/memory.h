/*
 * Memory for the script heap and for us: small blocks from size classes cut off one region, large
 * ones from malloc. The process lives for a millisecond and makes thousands of small blocks; libc
 * would ask the kernel for pages, and give them back, again and again.
 */
#ifndef INTERLOCK_MEMORY_H
#define INTERLOCK_MEMORY_H

#include <stddef.h>

/* For ourselves; a failure ends the command by `fail_engine`. */
void *take_memory(size_t size);
void *grow_memory(void *block, size_t size);
void give_memory(void *block);

/* For the script heap, in Duktape's form. */
void *heap_alloc(void *unused, size_t size);
void *heap_realloc(void *unused, void *block, size_t size);
void heap_free(void *unused, void *block);

/* At build time: between these two, every block lies in the heap image. The second gives the image's length. */
void begin_arena(void);
size_t end_arena(void);

#endif
