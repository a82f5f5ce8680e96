#include "objects/object-id.h"

#include <stdio.h>
#include <string.h>

#define BLOCK 64

static uint32_t turn_left(uint32_t word, int bits)
{
	return word << bits | word >> (32 - bits);
}

static uint32_t turn_right(uint32_t word, int bits)
{
	return word >> bits | word << (32 - bits);
}

static uint32_t read_word(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* FIPS 180-4, 6.1.2. The schedule is a ring of sixteen words; unrolled, its places are known to the compiler. */
static void mix_sha1(uint32_t *state, const unsigned char *block)
{
	uint32_t words[16], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
	for (int i = 0; i < 16; i++)
		words[i] = read_word(block + 4 * i);
#define SCHEDULED(t)                                                                                          \
	((t) < 16 ? words[t]                                                                                  \
		  : (words[(t) & 15] = turn_left(words[((t) + 13) & 15] ^ words[((t) + 8) & 15] ^            \
							 words[((t) + 2) & 15] ^ words[(t) & 15],              \
						 1)))
#define ROUND(t, choice, constant)                                                                            \
	do {                                                                                                  \
		uint32_t next = turn_left(a, 5) + (choice) + e + (constant) + SCHEDULED(t);                   \
		e = d;                                                                                        \
		d = c;                                                                                        \
		c = turn_left(b, 30);                                                                         \
		b = a;                                                                                        \
		a = next;                                                                                     \
	} while (0)
#pragma GCC unroll 20
	for (int t = 0; t < 20; t++)
		ROUND(t, (b & c) | (~b & d), 0x5a827999);
#pragma GCC unroll 20
	for (int t = 20; t < 40; t++)
		ROUND(t, b ^ c ^ d, 0x6ed9eba1);
#pragma GCC unroll 20
	for (int t = 40; t < 60; t++)
		ROUND(t, (b & c) | (d & (b | c)), 0x8f1bbcdc);
#pragma GCC unroll 20
	for (int t = 60; t < 80; t++)
		ROUND(t, b ^ c ^ d, 0xca62c1d6);
#undef ROUND
#undef SCHEDULED
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
	state[4] += e;
}

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t sha256_constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* FIPS 180-4, 6.2.2. */
static void mix_sha256(uint32_t *state, const unsigned char *block)
{
	uint32_t words[64], a = state[0], b = state[1], c = state[2], d = state[3];
	uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
	for (int i = 0; i < 16; i++)
		words[i] = read_word(block + 4 * i);
	for (int i = 16; i < 64; i++) {
		uint32_t early = words[i - 15], late = words[i - 2];
		words[i] = words[i - 16] + words[i - 7] +
			   (turn_right(early, 7) ^ turn_right(early, 18) ^ early >> 3) +
			   (turn_right(late, 17) ^ turn_right(late, 19) ^ late >> 10);
	}
	for (int i = 0; i < 64; i++) {
		uint32_t first = h + (turn_right(e, 6) ^ turn_right(e, 11) ^ turn_right(e, 25)) + ((e & f) ^ (~e & g)) +
				 sha256_constants[i] + words[i];
		uint32_t second = (turn_right(a, 2) ^ turn_right(a, 13) ^ turn_right(a, 22)) +
				  ((a & b) ^ (a & c) ^ (b & c));
		h = g;
		g = f;
		f = e;
		e = d + first;
		d = c;
		c = b;
		b = a;
		a = first + second;
	}
	const uint32_t mixed[8] = { a, b, c, d, e, f, g, h };
	for (int i = 0; i < 8; i++)
		state[i] += mixed[i];
}

static void mix(struct object_hash *hash, const unsigned char *block)
{
	if (hash->digits == SHA1_DIGITS)
		mix_sha1(hash->state, block);
	else
		mix_sha256(hash->state, block);
}

void add_bytes(struct object_hash *hash, const char *text, size_t length)
{
	const unsigned char *bytes = (const unsigned char *)text;
	size_t kept = hash->length % BLOCK;
	hash->length += length;
	if (kept) {
		size_t fits = length < BLOCK - kept ? length : BLOCK - kept;
		memcpy(hash->block + kept, bytes, fits);
		bytes += fits;
		length -= fits;
		if (kept + fits < BLOCK)
			return;
		mix(hash, hash->block);
	}
	for (; length >= BLOCK; bytes += BLOCK, length -= BLOCK)
		mix(hash, bytes);
	memcpy(hash->block, bytes, length);
}

static void begin(struct object_hash *hash, int digits)
{
	static const uint32_t sha1[8] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
	static const uint32_t sha256[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
					    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	memcpy(hash->state, digits == SHA1_DIGITS ? sha1 : sha256, sizeof hash->state);
	hash->length = 0;
	hash->digits = digits;
}

void begin_object(struct object_hash *hash, int digits, const char *type, unsigned long long size)
{
	begin(hash, digits);
	char header[64];
	int length = snprintf(header, sizeof header, "%s %llu", type, size);
	add_bytes(hash, header, (size_t)length + 1);
}

/* `text`: room for MOST_DIGITS and a NUL. */
static void end(struct object_hash *hash, char *text)
{
	static const char padding[BLOCK] = { (char)0x80 };
	uint64_t bits = hash->length * 8;
	size_t kept = hash->length % BLOCK;
	/* Padding: a one bit, zeros, and the length in the last eight bytes of a block. */
	add_bytes(hash, padding, (kept < BLOCK - 8 ? BLOCK - 8 : 2 * BLOCK - 8) - kept);
	char length[8];
	for (int i = 0; i < 8; i++)
		length[i] = (char)(bits >> (56 - 8 * i));
	add_bytes(hash, length, sizeof length);
	for (int i = 0; i < hash->digits; i++)
		text[i] = "0123456789abcdef"[hash->state[i / 8] >> (28 - i % 8 * 4) & 15];
	text[hash->digits] = '\0';
}

int has_id(struct object_hash *hash, const char *id)
{
	char text[MOST_DIGITS + 1];
	end(hash, text);
	return !memcmp(text, id, (size_t)hash->digits);
}

void sha256_of(const char *bytes, size_t length, char *text)
{
	struct object_hash hash;
	begin(&hash, SHA256_DIGITS);
	add_bytes(&hash, bytes, length);
	end(&hash, text);
}
