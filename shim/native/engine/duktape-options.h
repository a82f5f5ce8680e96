/*
 * How the engine is compiled: included before duktape.c, instead of our own duk_config.h. A run lasts one command, and
 * most of that is start-up.
 */
#define DUK_COMPILING_DUKTAPE
#include <duk_config.h>

/* Stack traces need only a function's name; every other property is copied with each closure. */
#undef DUK_USE_PC2LINE
#undef DUK_USE_FUNC_FILENAME_PROPERTY

/* Built-in functions are plain values, not objects: 300 fewer to create. */
#define DUK_USE_LIGHTFUNC_BUILTINS

/* Reference counting frees everything except cycles. These stay while there is memory; Host.resetDeadline frees them. */
#undef DUK_USE_VOLUNTARY_GC

/* Nothing needs random numbers, and a seed would make every build different. */
#define DUK_USE_GET_RANDOM_DOUBLE(udata) 0.5

/* Of the strings that one command creates: a page. */
#undef DUK_USE_STRTAB_MINSIZE
#define DUK_USE_STRTAB_MINSIZE 512

/* Objects have few properties and arrays few items; memory that is not used is still written to. */
#undef DUK_USE_HOBJECT_ENTRY_MINGROW_ADD
#define DUK_USE_HOBJECT_ENTRY_MINGROW_ADD 32
#undef DUK_USE_HOBJECT_ARRAY_MINGROW_ADD
#define DUK_USE_HOBJECT_ARRAY_MINGROW_ADD 32
