/*
 * What we need from the engine in addition to duktape.h.
 */
#pragma once

#include "duktape.h"

/*
 * Stops counting references to the objects that are now in the heap. A count is stored in the object, so each change
 * would copy a page of the image.
 */
void make_heap_permanent(duk_context *ctx);
