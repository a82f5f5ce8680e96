#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "image/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "image/arena.h"
#include "process/failure.h"
#include "image/large.h"

static int was_refused;

/* The script engine says of it only that something went wrong: it has no memory to say more. */
int memory_ran_out(void)
{
	return was_refused;
}

static void *refused(void)
{
	was_refused = 1;
	return NULL;
}

#ifdef INTERLOCK_HEAP_AT_START /* so that the sanitizers see every block */

void *heap_alloc(void *unused, size_t size)
{
	(void)unused;
	void *block = malloc(size);
	return block || !size ? block : refused();
}

void *heap_realloc(void *unused, void *block, size_t size)
{
	(void)unused;
	void *grown = realloc(block, size);
	return grown || !size ? grown : refused();
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

/* Not a variable: it would count against the limit of data in a command that needs no script. */
static int take_region(void)
{
	char *start = mmap(NULL, REGION, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED)
		return 0;
	region = (struct region){ start, REGION };
	return 1;
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
		return refused();
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
		header = size > SIZE_MAX - sizeof *header ? NULL : realloc(header, sizeof *header + size);
		if (!header)
			return refused();
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
