/*
 * The part of the Host interface that reads from git's index which tree it stands for.
 */
#pragma once

#include "duktape.h"

duk_ret_t host_tree_of_index(duk_context *ctx);
