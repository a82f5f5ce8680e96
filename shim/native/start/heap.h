/*
 * The script heap: the engine with the Host interface and the hot path in it.
 */
#pragma once

#include "duktape.h"

/* The value stack of an open heap. */
enum { HEAP_ENTRY = 0, HEAP_HOST = 1 };

duk_context *open_heap(void);

/* As build_image (image/image.h). */
int build_heap(int argc, char **argv);
