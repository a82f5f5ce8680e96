/*
 * The id of an object, computed from its bytes: the SHA-1 or SHA-256 of `<type> <size>`, a NUL and the bytes. The
 * length of an id says which of the two.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { SHA1_DIGITS = 40, SHA256_DIGITS = 64, MOST_DIGITS = SHA256_DIGITS };

struct object_hash {
	uint32_t state[8];
	uint64_t length; /* of all bytes so far */
	unsigned char block[64]; /* the bytes of an incomplete block */
	int digits; /* of the id in hexadecimal */
};

void begin_object(struct object_hash *hash, int digits, const char *type, unsigned long long size);
void add_bytes(struct object_hash *hash, const char *bytes, size_t length);
/* Is this the id of the added bytes? Nothing can be added afterwards. */
int has_id(struct object_hash *hash, const char *id);
/* Of the bytes alone, in hexadecimal. `text`: room for MOST_DIGITS and a NUL. */
void sha256_of(const char *bytes, size_t length, char *text);
