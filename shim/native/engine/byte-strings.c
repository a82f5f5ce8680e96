#include "engine/byte-strings.h"

#include <stdlib.h>
#include <string.h>

#include "process/failure.h"
#include "image/memory.h"

static size_t count_high(const char *bytes, size_t length)
{
	size_t high = 0;
	for (size_t i = 0; i < length; i++)
		high += (unsigned char)bytes[i] >> 7;
	return high;
}

void push_bytes(duk_context *ctx, const char *bytes, size_t length)
{
	size_t high = count_high(bytes, length);
	if (high == 0) {
		duk_push_lstring(ctx, bytes, length);
		return;
	}
	char *wide = take_memory(length + high);
	char *out = wide;
	for (size_t i = 0; i < length; i++) {
		unsigned char byte = (unsigned char)bytes[i];
		if (byte < 0x80) {
			*out++ = (char)byte;
		} else {
			*out++ = (char)(0xc0 | byte >> 6);
			*out++ = (char)(0x80 | (byte & 0x3f));
		}
	}
	duk_push_lstring(ctx, wide, (size_t)(out - wide));
	give_memory(wide);
}

void push_c_string(duk_context *ctx, const char *text)
{
	push_bytes(ctx, text, strlen(text));
}

char *take_bytes(duk_context *ctx, duk_idx_t index, size_t *length)
{
	duk_size_t wide_length;
	const char *wide = duk_require_lstring(ctx, index, &wide_length);
	char *bytes = take_memory(wide_length + 1);
	size_t n = 0;
	for (size_t i = 0; i < wide_length; i++) {
		unsigned char byte = (unsigned char)wide[i];
		if (byte < 0x80) {
			bytes[n++] = (char)byte;
		} else if ((byte == 0xc2 || byte == 0xc3) && i + 1 < wide_length) {
			bytes[n++] = (char)(byte << 6 | ((unsigned char)wide[++i] & 0x3f));
		} else {
			give_memory(bytes);
			(void)duk_error(ctx, DUK_ERR_TYPE_ERROR, "a code unit above 255 crosses Host");
		}
	}
	bytes[n] = '\0';
	*length = n;
	return bytes;
}

char *take_c_string(duk_context *ctx, duk_idx_t index)
{
	size_t length;
	char *text = take_bytes(ctx, index, &length);
	if (strlen(text) == length)
		return text;
	give_memory(text);
	return NULL;
}
