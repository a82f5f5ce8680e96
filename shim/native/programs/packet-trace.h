/*
 * git's own trace of the packets it sends and receives (GIT_TRACE_PACKET).
 */
#pragma once

#include "duktape.h"

struct packet_trace {
	int fd; /* -1 if there is none */
	char path[64]; /* where any process of this user finds it, while this process has it open */
};

/* Leaves -1 if git could not open the path (no /proc): git would complain. */
void open_trace(struct packet_trace *trace);
/* Pushes the trace on the value stack, and closes it. */
void push_trace(duk_context *ctx, struct packet_trace *trace);

/*
 * For the program that we exec: unless the caller traces packets, sets GIT_TRACE_PACKET to a descriptor of a
 * collector, and INTERLOCK_TRACE, which tells our hook.
 */
void trace_next_program(void);

/* Unsets GIT_TRACE_PACKET if it is ours. No child inherits the descriptor; a hook keeps it for itself. */
void take_out_trace(int is_hook);
