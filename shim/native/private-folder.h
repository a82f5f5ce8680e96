/*
 * A folder for what has to be kept where the user's cache cannot be written to: one for each user, below TMPDIR (or
 * /tmp) or /dev/shm. Others can write there too, so it is taken only if nobody else can have made or can change it.
 */
#ifndef INTERLOCK_PRIVATE_FOLDER_H
#define INTERLOCK_PRIVATE_FOLDER_H

#include "duktape.h"

duk_ret_t host_private_folder(duk_context *ctx);

#endif
