/*
 * The part of the Host interface that reads a commit or a tree from its own file, without git.
 */
#ifndef INTERLOCK_LOOSE_OBJECT_H
#define INTERLOCK_LOOSE_OBJECT_H

#include "duktape.h"

duk_ret_t host_read_loose_object(duk_context *ctx);

#endif
