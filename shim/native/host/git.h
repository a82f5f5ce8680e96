/*
 * The part of the Host interface that runs the real git or gh, and reads objects through it.
 */
#pragma once

#include "duktape.h"

/* NULL if there is none. `real_program`: the one that we stand in front of, git or gh. */
void set_git(const char *path, const char *real_program);

duk_ret_t host_run_git(duk_context *ctx);
duk_ret_t host_run_real(duk_context *ctx);
duk_ret_t host_start_objects(duk_context *ctx);
duk_ret_t host_start_commits(duk_context *ctx);
duk_ret_t host_read_objects(duk_context *ctx);
duk_ret_t host_await_output(duk_context *ctx);
duk_ret_t host_listing_status(duk_context *ctx);
duk_ret_t host_listing_errors(duk_context *ctx);
