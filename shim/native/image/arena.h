/*
 * Memory for the script heap while the build makes the heap image.
 *
 * Half of the blocks that loading takes are freed again, and would leave holes between the others: a larger image, and more
 * pages to read. So the heap is made twice, in the same way. The rehearsal learns which blocks, counted from the first, are
 * still in use at the end; only these are then taken from the image. Blocks that a commit uses come first in it, because
 * they are few and a page costs more than what is on it: survey.h.
 */
#pragma once

#include <stddef.h>

#define GRAIN 8

/* Precedes every block. */
union header {
	size_t size;
	union header *next_free;
};

static inline size_t class_of(size_t size)
{
	return (size + GRAIN - 1) / GRAIN;
}

/* What a block takes with its header. */
static inline size_t bytes_for(size_t size)
{
	return sizeof(union header) + class_of(size) * GRAIN;
}

/* Is `block` in the image? If so, it was not allocated by this process. */
int is_in_arena(const void *block);

extern int is_making_image;
union header *take_for_image(size_t size);
void give_for_image(union header *header);

/* What a commit does with a block, in the image's order. Of a table, which takes several pages, it uses only parts. */
enum use { WRITTEN, READ, TABLE, UNUSED, USES };
struct uses {
	const unsigned char *letters; /* by the block's number: 'w', 'r' or another */
	size_t count;
};

/* `uses`: of each block, as far as it is known. */
void begin_rehearsal(struct uses uses);
void begin_image(void);
/* Blocks that stay are taken from `take_surveyed` instead. */
void begin_survey(void);
/* Returns the image's length. */
size_t end_image(void);
