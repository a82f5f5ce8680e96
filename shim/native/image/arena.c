#include "image/arena.h"

#ifndef INTERLOCK_HEAP_AT_START

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "process/failure.h"
#include "image/image-inside.h"
#include "image/survey.h"

int is_making_image;
static enum { REHEARSAL, SURVEY, IMAGE } phase;
static struct uses uses;
/* Of the arena, by use: where the next block goes. Until the image is made, what the blocks need. */
static size_t places[USES];

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

void begin_rehearsal(struct uses known)
{
	uses = known;
	phase = REHEARSAL;
	begin();
}

void begin_survey(void)
{
	phase = SURVEY;
	begin();
}

void begin_image(void)
{
	phase = IMAGE;
	begin();
	for (size_t use = 0, next = 0, start = 0; use < USES; use++, start = next) {
		next += places[use];
		places[use] = start;
	}
}

size_t end_image(void)
{
	if (blocks.aside)
		give_up("the heap was not made in the same way twice");
	is_making_image = 0;
	return (size_t)(heap_image.arena + places[UNUSED] - (char *)&heap_image);
}

int is_in_arena(const void *block)
{
	return ((const char *)block >= heap_image.arena && (const char *)block < heap_image_end) || is_surveyed(block);
}

static enum use use_of(size_t number, size_t bytes)
{
	unsigned char letter = number < uses.count ? uses.letters[number] : 0;
	if (letter != 'w' && letter != 'r')
		return UNUSED;
	return bytes > 8192 ? TABLE : letter == 'w' ? WRITTEN : READ;
}

static union header *take_from_arena(size_t number, size_t bytes)
{
	size_t *place = &places[use_of(number, bytes)];
	if (bytes > (size_t)(heap_image_end - heap_image.arena) - *place)
		die(EXIT_ENGINE_FAILED, "binary-damaged", "the arena is too small for the heap", "", "raise its size in scripts/build/native.mjs");
	*place += bytes;
	return (union header *)(void *)(heap_image.arena + *place - bytes);
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
	size_t number = blocks.taken++, bytes = bytes_for(size);
	if (number == blocks.room) {
		if (phase != REHEARSAL)
			give_up("the heap was not made in the same way twice");
		blocks.room = blocks.room ? blocks.room * 2 : 65536;
		blocks.stays = realloc(blocks.stays, blocks.room);
		if (!blocks.stays)
			return NULL;
	}
	if (phase == REHEARSAL) {
		blocks.stays[number] = 1;
		places[use_of(number, bytes)] += bytes;
	} else if (blocks.stays[number]) {
		return phase == SURVEY ? take_surveyed(number, bytes) : take_from_arena(number, bytes);
	}
	return take_aside(number, bytes);
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
