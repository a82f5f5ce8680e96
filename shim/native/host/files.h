/*
 * The part of the Host interface that looks at files, makes and writes them.
 */
#pragma once

#include "duktape.h"

duk_ret_t host_stat(duk_context *ctx);
duk_ret_t host_is_there(duk_context *ctx);
duk_ret_t host_are_unchanged(duk_context *ctx);
duk_ret_t host_real_path(duk_context *ctx);
duk_ret_t host_make_directory(duk_context *ctx);
duk_ret_t host_is_own_folder(duk_context *ctx);
duk_ret_t host_make_link(duk_context *ctx);
duk_ret_t host_remove_file(duk_context *ctx);
duk_ret_t host_write_file(duk_context *ctx);
duk_ret_t host_append_file(duk_context *ctx);
duk_ret_t host_why_unguarded(duk_context *ctx);
