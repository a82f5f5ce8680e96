/*
 * The heap image: a shipped binary contains the script heap, ready to run. The build has the linked binary create its heap inside a
 * section of it, at a fixed address, and writes that back to the file; a process starts with it, copy-on-write
 * (docs/decisions/013-heap-image.md). Three things make it fast, and nobody outside of this folder needs to know them:
 *
 * - arena.h: where the image's blocks lie. The heap is made twice, and only what stays is in the image.
 * - survey.h: which blocks a commit uses. They come first.
 * - layout.ld and large.h: where code and variables lie. What every command uses is on few pages.
 *
 * The engine itself is compiled with a profile of commits: scripts/build/engine-profile.gz, by `npm run profile-engine`.
 */
#pragma once

#include <stddef.h>

struct bytecode {
	const unsigned char *start;
	size_t length;
};

/* Makes a heap, in blocks of memory.h, and gives what it is known by. `is_permanent`: it goes into the image. */
typedef void *heap_maker(struct bytecode bytecode, int is_permanent);

/* The heap of the image; in a build without one, it is made now. Ends the command if there is none. */
void *open_image(heap_maker *make);

/*
 * At build time only, while the binary has no image: writes it and exits, or surveys the heap. Returns how many words belong
 * to that; the others are a command line.
 */
int build_image(int argc, char **argv, heap_maker *make);
