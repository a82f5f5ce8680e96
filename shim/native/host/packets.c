/*
 * The part of the Host interface that reads git's pkt-lines from standard input.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "process/failure.h"
#include "host/faults.h"
#include "process/standard-files.h"

/* Reads exactly `length` bytes of standard input: 0, or the errno. A premature end is an error. */
static int read_exactly(char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t got = read_some(0, bytes, length);
		if (got < 0)
			end_on_fault("standard input", errno);
		if (got <= 0)
			return got < 0 ? errno : EPIPE;
		bytes += got;
		length -= (size_t)got;
	}
	return 0;
}

/* The length at the start of a pkt-line, including its own four digits; -1 if invalid. */
static long packet_length(const char *digits)
{
	char text[5] = { digits[0], digits[1], digits[2], digits[3], '\0' };
	return strspn(text, "0123456789abcdefABCDEF") == 4 ? strtol(text, NULL, 16) : -1;
}

/* LARGE_PACKET_MAX in git's pkt-line.h, including its own four digits. */
#define LONGEST_PACKET 65520
/* More refs than any repository has, and few enough for memory. */
#define MOST_PACKETS (1 << 20)
#define MOST_PACKET_BYTES (1 << 27)

/* Pushes the next pkt-line as a text; 0 if there is one, -1 at a flush, else the errno. */
static int push_packet(duk_context *ctx, size_t *bytes)
{
	char digits[4], packet[LONGEST_PACKET];
	int failure = read_exactly(digits, sizeof digits);
	long length = failure ? 0 : packet_length(digits);
	if (failure || length == 0)
		return failure ? failure : -1;
	if (length < 4 || length > LONGEST_PACKET)
		return EPROTO;
	failure = read_exactly(packet, (size_t)length - 4);
	if (!failure && (*bytes += (size_t)length) > MOST_PACKET_BYTES)
		failure = EFBIG;
	if (!failure)
		push_bytes(ctx, packet, (size_t)length - 4);
	return failure;
}

duk_ret_t host_read_packets(duk_context *ctx)
{
	size_t bytes = 0;
	set_input_consumed();
	duk_push_array(ctx);
	int failure = stdin_was_closed() ? EBADF : 0;
	for (duk_uarridx_t count = 0; !failure && !(failure = push_packet(ctx, &bytes)); count++) {
		duk_put_prop_index(ctx, -2, count);
		if (count >= MOST_PACKETS)
			failure = EFBIG;
	}
	if (failure > 0)
		duk_push_int(ctx, failure);
	return 1;
}
