/*
 * The script heap, with the hot path loaded. A shipped binary contains it: the build creates a heap inside a section
 * of the binary, at a fixed address, and writes it back to the file, so that a process starts with it, copy-on-write.
 * See docs/decisions/013-heap-image.md.
 */
#ifndef INTERLOCK_HEAP_H
#define INTERLOCK_HEAP_H

#include "duktape.h"

/* The value stack of an open heap. */
enum { HEAP_ENTRY = 0, HEAP_HOST = 1 };

duk_context *open_heap(void);

/*
 * At build time only, while the binary has no image: writes it and exits, or surveys the heap. Returns how many words belong
 * to that; the others are a command line.
 */
int build_heap(int argc, char **argv);

#endif
