/*
 * The part of the Host interface that reads files, folders and standard input.
 */
#pragma once

#include "duktape.h"

duk_ret_t host_read_file(duk_context *ctx);
duk_ret_t host_read_input(duk_context *ctx);
duk_ret_t host_read_own_file(duk_context *ctx);
duk_ret_t host_read_stdin(duk_context *ctx);
duk_ret_t host_list_directory(duk_context *ctx);
