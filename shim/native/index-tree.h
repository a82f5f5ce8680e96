/*
 * The part of the Host interface that reads from git's index which tree it stands for.
 */
#ifndef INTERLOCK_INDEX_TREE_H
#define INTERLOCK_INDEX_TREE_H

#include "duktape.h"

duk_ret_t host_tree_of_index(duk_context *ctx);

#endif
