/*
 * The section of the binary that contains the script heap (heap-image.S), and what else the build puts into it.
 */
#ifndef INTERLOCK_HEAP_IMAGE_H
#define INTERLOCK_HEAP_IMAGE_H

#include <stddef.h>

#include "duktape.h"

#ifdef INTERLOCK_HEAP_AT_START

/* The sanitizers must see every block, so their build creates the heap at start. */
extern const unsigned char embedded_bytecode[], embedded_bytecode_end[];

#else

#define BUILD_ID_LENGTH 32

/* Identifies the build: an image contains addresses, which are valid only in the binary that made it. */
extern const char build_id[BUILD_ID_LENGTH];

extern struct heap_image {
	char build_id[BUILD_ID_LENGTH];
	duk_context *context; /* NULL until the image is made */
	char arena[];
} heap_image;
extern char heap_image_end[];

#endif

#endif
