/*
 * Which blocks of the heap does a command use? The build asks this, to place them together in the heap image.
 *
 *   interlock --survey-heap <bytecode> <uses> git commit ...
 *
 * creates the heap with each block on pages of its own, which cannot be accessed, and then runs the command with it. A first access
 * is a signal; its handler notes 'r' for the block in the file <uses>, by the block's number, and 'w' if it is then written to.
 */
#pragma once

#include <stddef.h>

#include "image/arena.h"

union header *take_surveyed(size_t number, size_t bytes);
int is_surveyed(const void *block);

/* Records accesses from now on. `path` is the file of uses. */
void watch_heap(const char *path);
