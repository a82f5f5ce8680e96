/*
 * The part of the Host interface that reads a commit or a tree from its own file, without git.
 */
#pragma once

#include "duktape.h"

duk_ret_t host_read_loose_object(duk_context *ctx);
