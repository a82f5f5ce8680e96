/*
 * The Host interface of shim/host.ts, in C.
 */
#ifndef INTERLOCK_HOST_H
#define INTERLOCK_HOST_H

#include "duktape.h"
#include "failure.h"

/* Leaves the host object on the value stack. */
void push_host(duk_context *ctx);

/* Tells the host object at `index` about this command. */
void bind_host(duk_context *ctx, duk_idx_t index, int argc, const struct invocation *invocation);

#endif
