#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"

#ifdef INTERLOCK_PLAIN_MALLOC /* so that the sanitizers see every block */

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

#define GRAIN 16
#define LARGEST_SMALL 8192
#define REGION (256 * 1024)

/* In front of every block; as large as the grain, so that blocks stay aligned. */
union header {
	size_t size;
	union header *next_free;
	char grain[GRAIN];
};

static union header *free_blocks[LARGEST_SMALL / GRAIN + 1];
static char *region;
static size_t region_left;

static size_t class_of(size_t size)
{
	return (size + GRAIN - 1) / GRAIN;
}

static union header *cut_block(size_t class)
{
	size_t bytes = (class + 1) * GRAIN;
	if (region_left < bytes) {
		region = malloc(REGION);
		if (!region) {
			region_left = 0;
			return NULL;
		}
		region_left = REGION;
	}
	union header *header = (union header *)(void *)region;
	region += bytes;
	region_left -= bytes;
	return header;
}

void *heap_alloc(void *unused, size_t size)
{
	(void)unused;
	if (size == 0)
		return NULL;
	union header *header;
	if (size > LARGEST_SMALL) {
		if (size > SIZE_MAX - GRAIN)
			return NULL;
		header = malloc(GRAIN + size);
	} else {
		size_t class = class_of(size);
		header = free_blocks[class];
		if (header)
			free_blocks[class] = header[1].next_free;
		else
			header = cut_block(class);
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
	if (header->size > LARGEST_SMALL) {
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
	if (header->size > LARGEST_SMALL && size > LARGEST_SMALL) {
		if (size > SIZE_MAX - GRAIN)
			return NULL;
		header = realloc(header, GRAIN + size);
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
		fail_engine("out of memory", "", "free some memory and try again");
	return grown;
}

void give_memory(void *block)
{
	heap_free(NULL, block);
}
