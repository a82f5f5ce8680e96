/*
 * The script heap, with the hot path in it. A shipped binary has it ready: at build time a heap is made inside a section of
 * the binary itself, at a fixed address, and put back into the file, so that a process begins with it, copy-on-write. See
 * docs/decisions/013-heap-image.md.
 */
#ifndef INTERLOCK_HEAP_H
#define INTERLOCK_HEAP_H

#include "duktape.h"

/* What lies on the value stack of an open heap. */
enum { HEAP_ENTRY = 0, HEAP_HOST = 1 };

duk_context *open_heap(void);

/* At build time only: writes the image of a binary that has none, and exits; else it returns. */
void make_heap_image(int argc, char **argv);

#endif
