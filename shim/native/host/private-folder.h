/*
 * Replaces a user's cache that is not writable: one folder per user, below TMPDIR (or /tmp) or /dev/shm. Others can
 * write there too, so it is used only if nobody else can have created it or can change it.
 */
#pragma once

#include "duktape.h"

duk_ret_t host_private_folder(duk_context *ctx);
