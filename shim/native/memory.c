#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "failure.h"
#include "large.h"

#ifdef INTERLOCK_HEAP_AT_START /* so that the sanitizers see every block */

void *heap_alloc(void *unused, size_t size)
{
	(void)unused;
	return malloc(size);
}

void *heap_realloc(void *unused, void *block, size_t size)
{
	(void)unused;
	return realloc(block, size);
}

void heap_free(void *unused, void *block)
{
	(void)unused;
	free(block);
}

#else

#define LARGEST_SMALL 8192
#define REGION (256 * 1024)

static struct region {
	char *start;
	size_t left;
} region;
static LARGE union header *free_blocks[LARGEST_SMALL / GRAIN + 1];
/* The first region that a process needs in addition to the image: free as long as it is not touched. */
static LARGE char first_region[REGION];
static int is_first_used;

static int take_region(void)
{
	char *start = is_first_used ? malloc(REGION) : first_region;
	is_first_used = 1;
	region = (struct region){ start, start ? REGION : 0 };
	return start != NULL;
}

static union header *cut_block(size_t bytes)
{
	if (region.left < bytes && !take_region())
		return NULL;
	union header *header = (union header *)(void *)region.start;
	region.start += bytes;
	region.left -= bytes;
	return header;
}

static union header *take_large(size_t size)
{
	return size > SIZE_MAX - 2 * GRAIN ? NULL : malloc(bytes_for(size));
}

void *heap_alloc(void *unused, size_t size)
{
	(void)unused;
	if (size == 0)
		return NULL;
	union header *header;
	if (is_making_image) {
		header = take_for_image(size);
	} else if (size > LARGEST_SMALL) {
		header = take_large(size);
	} else {
		size_t class = class_of(size);
		header = free_blocks[class];
		if (header)
			free_blocks[class] = header[1].next_free;
		else
			header = cut_block(bytes_for(size));
	}
	if (!header)
		return NULL;
	header->size = size;
	return header + 1;
}

void heap_free(void *unused, void *block)
{
	(void)unused;
	if (!block)
		return;
	union header *header = (union header *)block - 1;
	if (is_making_image) {
		give_for_image(header);
		return;
	}
	if (header->size > LARGEST_SMALL) {
		if (!is_in_arena(header))
			free(header);
		return;
	}
	size_t class = class_of(header->size);
	header[1].next_free = free_blocks[class];
	free_blocks[class] = header;
}

void *heap_realloc(void *unused, void *block, size_t size)
{
	if (!block)
		return heap_alloc(unused, size);
	if (size == 0) {
		heap_free(unused, block);
		return NULL;
	}
	union header *header = (union header *)block - 1;
	if (!is_making_image && header->size > LARGEST_SMALL && size > LARGEST_SMALL && !is_in_arena(header)) {
		if (size > SIZE_MAX - sizeof *header)
			return NULL;
		header = realloc(header, sizeof *header + size);
		if (!header)
			return NULL;
		header->size = size;
		return header + 1;
	}
	if (size <= LARGEST_SMALL && class_of(size) == class_of(header->size)) {
		header->size = size;
		return block;
	}
	void *moved = heap_alloc(unused, size);
	if (!moved)
		return NULL;
	memcpy(moved, block, header->size < size ? header->size : size);
	heap_free(unused, block);
	return moved;
}

#endif

void *take_memory(size_t size)
{
	return grow_memory(NULL, size);
}

void *grow_memory(void *block, size_t size)
{
	void *grown = heap_realloc(NULL, block, size ? size : 1);
	if (!grown)
		fail_engine("out-of-memory", "out of memory", "", "free some memory and try again");
	return grown;
}

void give_memory(void *block)
{
	heap_free(NULL, block);
}
