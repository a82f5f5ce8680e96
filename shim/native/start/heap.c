#include "start/heap.h"

#include "engine/engine.h"
#include "engine/pattern-table.h"
#include "host/host.h"
#include "image/image.h"
#include "image/memory.h"
#include "process/failure.h"

static void on_fatal(void *unused, const char *message)
{
	(void)unused;
	fail_engine("script-failed", "the policy script cannot run", message ? message : "", report_it);
}

/* The bundle is a function that runs all modules and returns the entry. Protected, because loading may throw. */
static duk_ret_t load_entry(duk_context *ctx, void *argument)
{
	const struct bytecode *bytecode = argument;
	duk_push_c_lightfunc(ctx, scan_pattern, 2, 2, 0);
	duk_put_global_string(ctx, "interlockScanPattern");
	duk_push_external_buffer(ctx);
	duk_config_buffer(ctx, -1, (void *)bytecode->start, bytecode->length);
	duk_load_function(ctx);
	duk_call(ctx, 0);
	return 1;
}

static void *make_heap(struct bytecode bytecode, int is_permanent)
{
	duk_context *ctx = duk_create_heap(heap_alloc, heap_realloc, heap_free, NULL, on_fatal);
	if (!ctx)
		fail_engine("out-of-memory", "out of memory", "", "free some memory and try again");
	if (duk_safe_call(ctx, load_entry, &bytecode, 0, 1))
		fail_engine("script-failed", "the policy script cannot be loaded", duk_safe_to_stacktrace(ctx, -1), report_it);
	push_host(ctx);
	if (is_permanent) {
		/* Twice: the first may run finalizers, which free objects for the second. */
		duk_gc(ctx, DUK_GC_COMPACT);
		duk_gc(ctx, DUK_GC_COMPACT);
		make_heap_permanent(ctx);
	}
	return ctx;
}

duk_context *open_heap(void)
{
	return open_image(make_heap);
}

int build_heap(int argc, char **argv)
{
	return build_image(argc, argv, make_heap);
}
