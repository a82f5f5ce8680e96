/*
 * musl compares byte by byte, and the script engine compares a string whenever it makes one that it may already
 * have: a tenth of the time that reading a large plan takes.
 */
#include <stdint.h>
#include <string.h>

#ifndef INTERLOCK_HEAP_AT_START /* the sanitizers have their own */

int memcmp(const void *a, const void *b, size_t length)
{
	const unsigned char *left = a, *right = b;
	for (; length >= sizeof(uint64_t); length -= sizeof(uint64_t)) {
		uint64_t x, y;
		__builtin_memcpy(&x, left, sizeof x);
		__builtin_memcpy(&y, right, sizeof y);
		if (x != y)
			break;
		left += sizeof x;
		right += sizeof y;
	}
	for (; length > 0; length--, left++, right++) {
		if (*left != *right)
			return *left - *right;
	}
	return 0;
}

#endif
