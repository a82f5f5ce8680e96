/*
 * How the engine is compiled: put before duktape.c, in place of a duk_config.h of our own. A run is one command
 * long, and starting up is most of it.
 */
#define DUK_COMPILING_DUKTAPE
#include <duk_config.h>

/* Of a function only its name is of use to us, in a stack trace: less of everything is copied with each closure. */
#undef DUK_USE_PC2LINE
#undef DUK_USE_FUNC_FILENAME_PROPERTY

/* The library's own functions are plain values, not objects: 300 fewer to make. */
#define DUK_USE_LIGHTFUNC_BUILTINS

/* References are counted, which frees all that is not a ring; rings may stay until the end, if there is memory. Host.beginLot clears them. */
#undef DUK_USE_VOLUNTARY_GC

/* Nobody asks for random numbers, and a seed would make every build another. */
#define DUK_USE_GET_RANDOM_DOUBLE(udata) 0.5
