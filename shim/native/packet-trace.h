/*
 * What git sends and gets, packet by packet, as it writes it down by GIT_TRACE_PACKET.
 */
#ifndef INTERLOCK_PACKET_TRACE_H
#define INTERLOCK_PACKET_TRACE_H

#include "duktape.h"

struct packet_trace {
	int fd; /* -1 if there is none */
	char path[64]; /* by which any process of this user finds it as long as this one has it open */
};

/* Leaves -1 where git could not open it by its path (no /proc): it would complain. */
void open_trace(struct packet_trace *trace);
/* Pushes what was written, and closes it. */
void push_trace(duk_context *ctx, struct packet_trace *trace);

/*
 * For the program that takes our place: GIT_TRACE_PACKET, unless the caller traces packets, names a descriptor of a
 * collector's, and INTERLOCK_TRACE says so to a hook of ours.
 */
void trace_next_program(void);

/* Takes GIT_TRACE_PACKET out again, if it is ours, and hands the descriptor on to nobody; a hook keeps it for itself. */
void take_out_trace(int is_hook);

duk_ret_t host_read_trace(duk_context *ctx);

#endif
