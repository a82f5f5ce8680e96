/*
 * The script engine: Duktape, as prepared by scripts/build/duktape.mjs, and the code that depends on its internals.
 */
#include "duktape-prepared.c"

#include "engine.h"

void make_heap_permanent(duk_context *ctx)
{
	duk_heap *heap = ((duk_hthread *)ctx)->heap;
	for (duk_heaphdr *h = heap->heap_allocated; h; h = DUK_HEAPHDR_GET_NEXT(heap, h))
		DUK_HEAPHDR_SET_READONLY(h);
	for (duk_uint32_t i = 0; i < heap->st_size; i++)
		for (duk_hstring *h = heap->strtable[i]; h; h = h->hdr.h_next)
			DUK_HEAPHDR_SET_READONLY(&h->hdr);
}
