/*
 * What we need of the engine beside duktape.h.
 */
#ifndef INTERLOCK_ENGINE_H
#define INTERLOCK_ENGINE_H

#include "duktape.h"

/*
 * References to what is in the heap now are no longer counted. A count is written where the object lies, and every page
 * of an image that is written to has to be copied first.
 */
void make_heap_permanent(duk_context *ctx);

#endif
