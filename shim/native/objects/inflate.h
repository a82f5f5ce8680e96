/*
 * Decompresses a zlib stream (RFC 1950, 1951), as git stores a loose object. For small inputs that are complete in memory.
 */
#pragma once

#include <stddef.h>

/* The number of bytes written to `out`, or -1: the stream is damaged, or there are more than `room`. */
long inflate_zlib(const unsigned char *in, size_t length, unsigned char *out, size_t room);
