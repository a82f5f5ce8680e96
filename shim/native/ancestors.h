/*
 * The part of the Host interface that looks at who started this process.
 */
#ifndef INTERLOCK_ANCESTORS_H
#define INTERLOCK_ANCESTORS_H

#include "duktape.h"

duk_ret_t host_ancestor_program(duk_context *ctx);
duk_ret_t host_ancestor_words(duk_context *ctx);

#endif
