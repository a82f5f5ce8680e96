/*
 * The part of the Host interface that reads git's pkt-lines from standard input.
 */
#pragma once

#include "duktape.h"

duk_ret_t host_read_packets(duk_context *ctx);
