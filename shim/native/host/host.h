/*
 * The Host interface of shim/host.ts, in C.
 */
#pragma once

#include "duktape.h"

struct invocation {
	char **argv;
	const char *real_program; /* NULL if none was found */
	int is_hook; /* git or gh called us, and continues or stops by our exit status */
	const char *git; /* the real program itself, or beside gh; NULL if there is none */
};

/* Leaves the host object on the value stack. */
void push_host(duk_context *ctx);

/* Tells the host object at `index` about this command. */
void bind_host(duk_context *ctx, duk_idx_t index, int argc, const struct invocation *invocation);
