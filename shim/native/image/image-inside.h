/*
 * The section of the binary that contains the script heap, and what else the build puts into it (heap-image.S).
 */
#pragma once

#define BUILD_ID_LENGTH 32

/* Identifies the build: an image contains addresses, which are valid only in the binary that made it. */
extern const char build_id[BUILD_ID_LENGTH];

extern struct heap_image {
	char build_id[BUILD_ID_LENGTH];
	void *heap; /* NULL until the image is made */
	char arena[];
} heap_image;
extern char heap_image_end[];
