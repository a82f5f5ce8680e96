#include "objects/inflate.h"

#include <stdint.h>
#include <string.h>

enum { LONGEST_CODE = 15, LITERALS = 288, DISTANCES = 32, LENGTH_CODES = 19, END_OF_BLOCK = 256 };

struct stream {
	const unsigned char *in;
	size_t left;
	uint32_t bits; /* not used yet, the next one lowest */
	int count;
	int is_damaged;
	unsigned char *out;
	size_t written, room;
};

/* A Huffman code: how many symbols have each length, and the symbols in the order of their codes. */
struct code {
	uint16_t count[LONGEST_CODE + 1];
	uint16_t symbols[LITERALS];
};

/* After the end there are zeros, and `is_damaged` is set. */
static uint32_t take_bits(struct stream *stream, int count)
{
	while (stream->count < count) {
		if (!stream->left) {
			stream->is_damaged = 1;
			return 0;
		}
		stream->bits |= (uint32_t)*stream->in++ << stream->count;
		stream->left--;
		stream->count += 8;
	}
	uint32_t taken = stream->bits & ((1u << count) - 1);
	stream->bits >>= count;
	stream->count -= count;
	return taken;
}

/* False if the lengths promise more codes than there are. (Fewer are allowed: a single distance has one bit.) */
static int make_code(struct code *code, const unsigned char *lengths, int symbols)
{
	uint16_t place[LONGEST_CODE + 1];
	int left = 1;
	memset(code, 0, sizeof *code);
	for (int i = 0; i < symbols; i++)
		code->count[lengths[i]]++;
	code->count[0] = 0;
	place[0] = place[1] = 0;
	for (int length = 1; length <= LONGEST_CODE; length++) {
		left = 2 * left - code->count[length];
		if (left < 0)
			return 0;
		if (length < LONGEST_CODE)
			place[length + 1] = (uint16_t)(place[length] + code->count[length]);
	}
	for (int i = 0; i < symbols; i++)
		if (lengths[i])
			code->symbols[place[lengths[i]]++] = (uint16_t)i;
	return 1;
}

static int take_symbol(struct stream *stream, const struct code *code)
{
	int value = 0, first = 0, index = 0;
	for (int length = 1; length <= LONGEST_CODE; length++) {
		value |= (int)take_bits(stream, 1);
		int count = code->count[length];
		if (value - first < count)
			return code->symbols[index + value - first];
		index += count;
		first = (first + count) << 1;
		value <<= 1;
	}
	stream->is_damaged = 1;
	return END_OF_BLOCK;
}

static void put_byte(struct stream *stream, unsigned char byte)
{
	if (stream->written < stream->room)
		stream->out[stream->written++] = byte;
	else
		stream->is_damaged = 1;
}

static void copy_back(struct stream *stream, size_t distance, int length)
{
	if (distance > stream->written)
		stream->is_damaged = 1;
	for (; length && !stream->is_damaged; length--)
		put_byte(stream, stream->out[stream->written - distance]);
}

static const uint16_t length_bases[] = { 3,  4,	 5,  6,	 7,  8,	 9,  10, 11,  13,  15,	17,  19,  23, 27,
					 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258 };
static const unsigned char length_bits[] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
					     2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };
static const uint16_t distance_bases[] = { 1,	2,   3,	  4,   5,   7,	  9,	13,   17,   25,	  33,	49,   65,    97,    129,
					   193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577 };

static void take_compressed(struct stream *stream, const struct code *literals, const struct code *distances)
{
	while (!stream->is_damaged) {
		int symbol = take_symbol(stream, literals);
		if (symbol == END_OF_BLOCK)
			return;
		if (symbol < END_OF_BLOCK) {
			put_byte(stream, (unsigned char)symbol);
			continue;
		}
		size_t which = (size_t)symbol - END_OF_BLOCK - 1;
		if (which >= sizeof length_bits) {
			stream->is_damaged = 1;
			return;
		}
		int length = length_bases[which] + (int)take_bits(stream, length_bits[which]);
		size_t far = (size_t)take_symbol(stream, distances);
		if (far >= sizeof distance_bases / sizeof *distance_bases) {
			stream->is_damaged = 1;
			return;
		}
		int extra = far < 4 ? 0 : (int)far / 2 - 1;
		copy_back(stream, distance_bases[far] + (size_t)take_bits(stream, extra), length);
	}
}

static void take_stored(struct stream *stream)
{
	stream->bits = 0;
	stream->count = 0;
	uint32_t length = take_bits(stream, 16), check = take_bits(stream, 16);
	if (length != (~check & 0xffff) || length > stream->left)
		stream->is_damaged = 1;
	for (; length && !stream->is_damaged; length--, stream->left--)
		put_byte(stream, *stream->in++);
}

static void take_fixed(struct stream *stream)
{
	unsigned char lengths[LITERALS];
	struct code literals, distances;
	for (int i = 0; i < LITERALS; i++)
		lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
	make_code(&literals, lengths, LITERALS);
	memset(lengths, 5, DISTANCES);
	make_code(&distances, lengths, DISTANCES);
	take_compressed(stream, &literals, &distances);
}

/* The lengths of the codes are compressed too. */
static int take_lengths(struct stream *stream, unsigned char *lengths, int wanted)
{
	static const unsigned char order[LENGTH_CODES] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };
	struct code code;
	unsigned char own[LENGTH_CODES] = { 0 };
	int given = (int)take_bits(stream, 4) + 4;
	for (int i = 0; i < given; i++)
		own[order[i]] = (unsigned char)take_bits(stream, 3);
	if (!make_code(&code, own, LENGTH_CODES))
		return 0;
	for (int done = 0; done < wanted && !stream->is_damaged;) {
		int symbol = take_symbol(stream, &code), times = 1;
		unsigned char length = (unsigned char)symbol;
		if (symbol >= LENGTH_CODES)
			return 0;
		if (symbol >= 16) {
			length = symbol == 16 && done ? lengths[done - 1] : 0;
			if (symbol == 16 && !done)
				return 0;
			times = symbol == 18 ? 11 + (int)take_bits(stream, 7) : 3 + (int)take_bits(stream, symbol == 16 ? 2 : 3);
		}
		if (times > wanted - done)
			return 0;
		memset(lengths + done, length, (size_t)times);
		done += times;
	}
	return !stream->is_damaged;
}

static void take_dynamic(struct stream *stream)
{
	unsigned char lengths[LITERALS + DISTANCES];
	struct code literals, distances;
	int literal_count = (int)take_bits(stream, 5) + 257, distance_count = (int)take_bits(stream, 5) + 1;
	if (literal_count > LITERALS || !take_lengths(stream, lengths, literal_count + distance_count) ||
	    !make_code(&literals, lengths, literal_count) || !make_code(&distances, lengths + literal_count, distance_count)) {
		stream->is_damaged = 1;
		return;
	}
	take_compressed(stream, &literals, &distances);
}

static uint32_t adler32(const unsigned char *bytes, size_t length)
{
	uint32_t low = 1, high = 0;
	for (size_t i = 0; i < length; i++) {
		low = (low + bytes[i]) % 65521;
		high = (high + low) % 65521;
	}
	return high << 16 | low;
}

long inflate_zlib(const unsigned char *in, size_t length, unsigned char *out, size_t room)
{
	/* Two bytes name the method (8, without a dictionary) and check themselves; four at the end check the result. */
	if (length < 6 || (in[0] & 15) != 8 || in[1] & 32 || (in[0] << 8 | in[1]) % 31)
		return -1;
	struct stream stream = { .in = in + 2, .left = length - 6, .out = out, .room = room };
	int is_last = 0;
	while (!is_last && !stream.is_damaged) {
		is_last = (int)take_bits(&stream, 1);
		uint32_t type = take_bits(&stream, 2);
		if (type == 0)
			take_stored(&stream);
		else if (type == 1)
			take_fixed(&stream);
		else if (type == 2)
			take_dynamic(&stream);
		else
			stream.is_damaged = 1;
	}
	const unsigned char *check = in + length - 4;
	uint32_t expected = (uint32_t)check[0] << 24 | (uint32_t)check[1] << 16 | (uint32_t)check[2] << 8 | check[3];
	if (stream.is_damaged || stream.left || adler32(out, stream.written) != expected)
		return -1;
	return (long)stream.written;
}
