/*
 * The heap image: a shipped binary contains the script heap, ready to run. The build has the linked binary create its heap inside a
 * section of it, at a fixed address, and writes that back to the file; a process starts with it, copy-on-write. This is the only file
 * of the folder, with memory.h and large.h, that others include. What is behind it, what each part buys, and how to leave it out:
 *
 * - The image itself (heap-image.S, arena.h, docs/decisions/013): a plain commit takes a third of the time. The heap is made twice, and
 *   only what stays is in the image. Without: compile with INTERLOCK_HEAP_AT_START, as the variant `sanitized` in scripts/build/native.mjs.
 * - The survey (survey.h, docs/decisions/020): which blocks a commit uses. They come first, which saves a third of a commit's page faults.
 *   Without: no `findUses` for `linkHost`, as in scripts/build-test-binaries.mjs.
 * - The layout (layout.ld, large.h): where code and variables lie. A pass-through has 5 page faults instead of 11. Without: link without
 *   `-T layout`; nothing else changes.
 * - The profile (scripts/build/engine-profile.gz, docs/decisions/018): how the engine is compiled. A commit takes a fifth fewer
 *   instructions. `npm run profile-engine` makes it anew. Without: `profile: null`.
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
