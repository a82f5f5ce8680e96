/*
 * A temporary folder of this process, removed when it ends.
 */
#pragma once

#include "duktape.h"

duk_ret_t host_make_temporary_folder(duk_context *ctx);
duk_ret_t host_remove_temporary_folder(duk_context *ctx);

/* The same, for every way in which the script can end; harmless if there is none. */
void remove_temporary_folder(void);
