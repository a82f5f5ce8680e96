/*
 * musl compares byte by byte, and the script engine compares strings whenever it interns one: that was a tenth of the
 * time to read a large plan.
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
