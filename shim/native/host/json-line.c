#include "host/json-line.h"

#include <stdint.h>
#include <string.h>

#include "engine/byte-strings.h"
#include "image/memory.h"

#define LONGEST_ESCAPE 6 /* of one byte, or of one UTF-16 code unit, which takes at least two bytes */
#define LONGEST_NUMBER 32
#define REPLACEMENT 0xfffd

/* The code point at `bytes`, and how many bytes it takes; REPLACEMENT and 1 if that is not UTF-8. */
static uint32_t read_point(const unsigned char *bytes, size_t left, size_t *taken)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char lead = bytes[0];
	size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
	*taken = 1;
	if (length == 0 || length > left)
		return REPLACEMENT;
	uint32_t point = lead & (0xff >> (length + 1));
	for (size_t i = 1; i < length; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return REPLACEMENT;
		point = point << 6 | (bytes[i] & 0x3f);
	}
	if (point < least[length] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
		return REPLACEMENT;
	*taken = length;
	return point;
}

static char *put_escape(char *out, uint32_t unit)
{
	static const char digits[] = "0123456789abcdef";
	*out++ = '\\';
	*out++ = 'u';
	for (int shift = 12; shift >= 0; shift -= 4)
		*out++ = digits[unit >> shift & 15];
	return out;
}

static char *put_point(char *out, uint32_t point)
{
	if (point < 0x10000)
		return put_escape(out, point);
	out = put_escape(out, 0xd800 + ((point - 0x10000) >> 10));
	return put_escape(out, 0xdc00 + ((point - 0x10000) & 0x3ff));
}

static void make_room(struct json_line *line, size_t more)
{
	if (line->room - line->length >= more)
		return;
	line->room = 2 * line->room + more;
	line->bytes = grow_memory(line->bytes, line->room);
}

/* JSON of ours, as it is. */
static void add_json(struct json_line *line, const char *json, size_t length)
{
	make_room(line, length);
	memcpy(line->bytes + line->length, json, length);
	line->length += length;
}

static void add_text(struct json_line *line, const unsigned char *bytes, size_t length)
{
	make_room(line, length * LONGEST_ESCAPE + 2);
	char *out = line->bytes + line->length;
	*out++ = '"';
	for (size_t i = 0, taken; i < length; i += taken) {
		unsigned char byte = bytes[i];
		taken = 1;
		if (byte >= 0x80) {
			out = put_point(out, read_point(bytes + i, length - i, &taken));
		} else if (byte < 0x20 || byte == 0x7f) {
			out = put_escape(out, byte);
		} else {
			if (byte == '"' || byte == '\\')
				*out++ = '\\';
			*out++ = (char)byte;
		}
	}
	*out++ = '"';
	line->length = (size_t)(out - line->bytes);
}

/* Where to cut, not within a character of UTF-8. */
static size_t cut_length(const char *bytes, size_t most)
{
	size_t length = most;
	while (length > 0 && most - length < 4 && ((unsigned char)bytes[length] & 0xc0) == 0x80)
		length--;
	return length;
}

static int is_plain(const char *bytes, size_t length)
{
	int others = 0;
	for (size_t i = 0; i < length; i++)
		others |= (unsigned char)(bytes[i] - 0x20) >= 0x7f - 0x20 || bytes[i] == '"' || bytes[i] == '\\';
	return !others;
}

/* At the top of the stack, a byte string. */
static void add_string(duk_context *ctx, const struct json_limits *limits, struct json_line *line)
{
	size_t length;
	const char *plain = duk_require_lstring(ctx, -1, &length);
	if (length <= limits->text && is_plain(plain, length)) {
		add_json(line, "\"", 1);
		add_json(line, plain, length);
		add_json(line, "\"", 1);
		return;
	}
	char *bytes = take_bytes(ctx, -1, &length);
	if (length > limits->text) {
		length = cut_length(bytes, limits->text);
		add_text(line, (const unsigned char *)bytes, length);
		/* In place of the quote. */
		line->length--;
		add_json(line, "...\"", 4);
	} else {
		add_text(line, (const unsigned char *)bytes, length);
	}
	give_memory(bytes);
}

/* Not negative; to thousandths. printf takes thousands of instructions for one. */
static void add_number(struct json_line *line, double number)
{
	unsigned long long thousandths = (unsigned long long)(number * 1000 + 0.5);
	int decimals = thousandths % 1000 ? 3 : 0;
	unsigned long long rest = decimals ? thousandths : thousandths / 1000;
	char digits[LONGEST_NUMBER];
	char *out = digits + sizeof digits;
	for (int i = 0; i <= decimals || rest; i++, rest /= 10) {
		if (decimals && i == decimals)
			*--out = '.';
		*--out = (char)('0' + rest % 10);
	}
	add_json(line, out, (size_t)(digits + sizeof digits - out));
}

static void add_list(duk_context *ctx, const struct json_limits *limits, struct json_line *line)
{
	duk_size_t count = duk_get_length(ctx, -1);
	add_json(line, "[", 1);
	for (duk_size_t i = 0; i < count && i < limits->list; i++) {
		if (i > 0)
			add_json(line, ",", 1);
		duk_get_prop_index(ctx, -1, (duk_uarridx_t)i);
		add_string(ctx, limits, line);
		duk_pop(ctx);
	}
	if (count > limits->list)
		add_json(line, ",\"...\"", 6);
	add_json(line, "]", 1);
}

static void add_value(duk_context *ctx, const struct json_limits *limits, struct json_line *line)
{
	if (duk_is_string(ctx, -1))
		add_string(ctx, limits, line);
	else if (duk_is_number(ctx, -1))
		add_number(line, duk_get_number(ctx, -1));
	else
		add_list(ctx, limits, line);
}

void render_line(duk_context *ctx, duk_idx_t index, const struct json_limits *limits, struct json_line *line)
{
	duk_size_t count = duk_get_length(ctx, index);
	line->length = 0;
	make_room(line, 2048);
	for (duk_size_t i = 0; i < count; i += 2) {
		duk_get_prop_index(ctx, index, (duk_uarridx_t)i);
		duk_get_prop_index(ctx, index, (duk_uarridx_t)i + 1);
		int has_value = duk_is_array(ctx, -1) ? duk_get_length(ctx, -1) > 0 : !duk_is_undefined(ctx, -1);
		if (has_value || i + 1 == count) {
			duk_size_t length;
			const char *json = duk_require_lstring(ctx, -2, &length);
			add_json(line, json, length);
		}
		if (has_value)
			add_value(ctx, limits, line);
		duk_pop_2(ctx);
	}
}
