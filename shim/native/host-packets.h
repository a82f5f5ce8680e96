/*
 * The part of the Host interface that reads git's pkt-lines from standard input.
 */
#ifndef INTERLOCK_HOST_PACKETS_H
#define INTERLOCK_HOST_PACKETS_H

#include "duktape.h"

duk_ret_t host_read_packets(duk_context *ctx);

#endif
