/*
 * A folder of this process alone, which goes away with it.
 */
#ifndef INTERLOCK_TEMPORARY_FOLDER_H
#define INTERLOCK_TEMPORARY_FOLDER_H

#include "duktape.h"

duk_ret_t host_make_temporary_folder(duk_context *ctx);
duk_ret_t host_remove_temporary_folder(duk_context *ctx);

/* The same for whatever ends the script; harmless if there is none. */
void remove_temporary_folder(void);

#endif
