#include "arena.h"

#ifndef INTERLOCK_HEAP_AT_START

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "failure.h"
#include "heap-image.h"

int is_making_image;
static int is_rehearsal;
static size_t arena_used;

static struct {
	unsigned char *stays; /* by number */
	size_t room, taken, aside;
} blocks;

/*
 * Blocks that do not stay. At a fixed address and never used again, because the image may contain what is left of a pointer
 * to one, and two builds must have the same bytes.
 */
#define ASIDE ((char *)0x200000000)
#define ASIDE_SIZE ((size_t)1 << 30)
static size_t aside_used;

struct aside {
	size_t number;
	union header header;
};

_Noreturn static void give_up(const char *what)
{
	die(EXIT_ENGINE_FAILED, "binary-damaged", what, "", report_it);
}

static void begin(void)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
	if (mmap(ASIDE, ASIDE_SIZE, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
		give_up("cannot map memory for the heap image");
	is_making_image = 1;
	blocks.taken = blocks.aside = aside_used = 0;
}

void begin_rehearsal(void)
{
	is_rehearsal = 1;
	begin();
}

void begin_image(void)
{
	is_rehearsal = 0;
	begin();
}

size_t end_image(void)
{
	if (blocks.aside)
		give_up("the heap was not made in the same way twice");
	is_making_image = 0;
	return (size_t)(heap_image.arena + arena_used - (char *)&heap_image);
}

int is_in_arena(const void *block)
{
	return (const char *)block >= heap_image.arena && (const char *)block < heap_image_end;
}

static union header *take_from_arena(size_t bytes)
{
	if (bytes > (size_t)(heap_image_end - heap_image.arena) - arena_used)
		die(EXIT_ENGINE_FAILED, "binary-damaged", "the arena is too small for the heap", "", "raise its size in scripts/build/native.mjs");
	arena_used += bytes;
	return (union header *)(void *)(heap_image.arena + arena_used - bytes);
}

static union header *take_aside(size_t number, size_t bytes)
{
	struct aside *block = (struct aside *)(void *)(ASIDE + aside_used);
	if (bytes > ASIDE_SIZE - sizeof *block - aside_used)
		return NULL;
	aside_used += sizeof *block + bytes;
	blocks.aside++;
	block->number = number;
	return &block->header;
}

union header *take_for_image(size_t size)
{
	size_t number = blocks.taken++;
	if (number == blocks.room) {
		if (!is_rehearsal)
			give_up("the heap was not made in the same way twice");
		blocks.room = blocks.room ? blocks.room * 2 : 65536;
		blocks.stays = realloc(blocks.stays, blocks.room);
		if (!blocks.stays)
			return NULL;
	}
	if (is_rehearsal)
		blocks.stays[number] = 1;
	else if (blocks.stays[number])
		return take_from_arena(bytes_for(size));
	return take_aside(number, bytes_for(size));
}

void give_for_image(union header *header)
{
	if (is_in_arena(header))
		return;
	const struct aside *block = (const struct aside *)(const void *)((char *)header - offsetof(struct aside, header));
	blocks.aside--;
	blocks.stays[block->number] = 0;
}

#endif
