/*
 * How the engine is compiled: put before duktape.c, in place of a duk_config.h of our own. A run is one command
 * long, and starting up is most of it.
 */
#define DUK_COMPILING_DUKTAPE
#include <duk_config.h>

/* A function has six properties. At first there is room for eight, and not for two. */
#undef DUK_USE_HOBJECT_ENTRY_MINGROW_ADD
#define DUK_USE_HOBJECT_ENTRY_MINGROW_ADD 64

/* The library's own functions are plain values, not objects: 300 fewer to make. */
#define DUK_USE_LIGHTFUNC_BUILTINS

/* References are counted, which frees all that is not a ring; rings may stay until the end, if there is memory. Host.beginLot clears them. */
#undef DUK_USE_VOLUNTARY_GC
