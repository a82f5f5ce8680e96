/*
 * The part of the Host interface that writes the record of decisions: a file that is appended to, and a socket.
 */
#ifndef INTERLOCK_HOST_RECORD_H
#define INTERLOCK_HOST_RECORD_H

#include "duktape.h"

duk_ret_t host_append_record(duk_context *ctx);
duk_ret_t host_send_record(duk_context *ctx);
duk_ret_t host_sha256(duk_context *ctx);

#endif
