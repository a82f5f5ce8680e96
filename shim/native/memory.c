#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "heap-image.h"

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

#define REGION (256 * 1024)

static struct allocator *const allocator = &heap_image.allocator;
/* The first region that a process needs in addition to the image: free as long as it is not touched. */
static _Alignas(4096) char first_region[REGION];
static int is_first_used;
static int is_arena_open;

static size_t class_of(size_t size)
{
	return (size + GRAIN - 1) / GRAIN;
}

static int is_in_arena(const void *block)
{
	return (const char *)block >= heap_image.arena && (const char *)block < heap_image_end;
}

static int take_region(void)
{
	if (is_arena_open)
		die(EXIT_ENGINE_FAILED, "the arena is too small for the heap", "", "raise its size in scripts/build/native.mjs");
	char *start = is_first_used ? malloc(REGION) : first_region;
	is_first_used = 1;
	allocator->region = (struct region){ start, start ? REGION : 0 };
	return start != NULL;
}

static union header *cut_block(size_t bytes)
{
	struct region *region = bytes <= allocator->hole.left ? &allocator->hole : &allocator->region;
	if (region->left < bytes && !take_region())
		return NULL;
	union header *header = (union header *)(void *)region->start;
	region->start += bytes;
	region->left -= bytes;
	return header;
}

static union header *take_large(size_t size)
{
	if (size > SIZE_MAX - 2 * GRAIN)
		return NULL;
	size_t bytes = sizeof(union header) + class_of(size) * GRAIN;
	return is_arena_open ? cut_block(bytes) : malloc(bytes);
}

/* Growing tables leave holes in the arena: fill the largest with small blocks. */
static void give_large(union header *header)
{
	if (!is_in_arena(header)) {
		free(header);
		return;
	}
	size_t bytes = sizeof *header + class_of(header->size) * GRAIN;
	memset(header, 0, bytes);
	if (bytes > allocator->hole.left)
		allocator->hole = (struct region){ (char *)header, bytes };
}

void *heap_alloc(void *unused, size_t size)
{
	(void)unused;
	if (size == 0)
		return NULL;
	union header *header;
	if (size > LARGEST_SMALL) {
		header = take_large(size);
	} else {
		size_t class = class_of(size);
		header = allocator->free_blocks[class];
		if (header)
			allocator->free_blocks[class] = header[1].next_free;
		else
			header = cut_block(sizeof *header + class * GRAIN);
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
		give_large(header);
		return;
	}
	size_t class = class_of(header->size);
	/* Leftovers would make two builds differ. */
	if (is_arena_open)
		memset(header, 0, sizeof *header + class * GRAIN);
	header[1].next_free = allocator->free_blocks[class];
	allocator->free_blocks[class] = header;
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
	if (header->size > LARGEST_SMALL && size > LARGEST_SMALL && !is_in_arena(header)) {
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

void begin_arena(void)
{
	is_arena_open = 1;
	allocator->region = (struct region){ heap_image.arena, (size_t)(heap_image_end - heap_image.arena) };
}

size_t end_arena(void)
{
	size_t length = (size_t)(allocator->region.start - (char *)&heap_image);
	is_arena_open = 0;
	/* Free blocks are scattered over the image, and using one copies its page. So new blocks go after the image. */
	memset(allocator, 0, sizeof *allocator);
	return length;
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
