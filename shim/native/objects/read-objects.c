#define _GNU_SOURCE /* memmem */
#include <string.h>

#include "process/deadline.h"
#include "image/large.h"
#include "image/memory.h"
#include "objects/object-stream-inside.h"
#include "objects/object-stream.h"

#define LONGEST_HEADER 128
/* Far larger than any commit or tag that a person writes. */
#define LARGEST_KEPT (16 * 1024 * 1024)
/* A large object is not a script in an endless loop: restart its time after this many bytes. */
#define BYTES_A_TURN (64 * 1024 * 1024)

/* The next line; its end becomes a NUL. NULL if there is none, or it is too long. */
static char *read_line(void)
{
	for (size_t length = 1; length <= LONGEST_HEADER && have(length); length++) {
		char *line = stream.bytes + stream.start;
		size_t at_hand = stream.end - stream.start;
		char *end = memchr(line, '\n', at_hand < LONGEST_HEADER ? at_hand : LONGEST_HEADER);
		if (!end) {
			length = at_hand;
			continue;
		}
		*end = '\0';
		stream.start += (size_t)(end - line) + 1;
		return line;
	}
	return NULL;
}

/* The object's last byte is followed by a line end. */
static int take_line_end(void)
{
	return have(1) && stream.bytes[stream.start++] == '\n';
}

/* Hashes this many bytes as they arrive; 0 if there are fewer. */
static int pass_bytes(struct object_hash *hash, unsigned long long size)
{
	unsigned long long turn = 0;
	while (size > 0) {
		if (!have(1))
			return 0;
		size_t at_hand = stream.end - stream.start;
		size_t taken = size < at_hand ? (size_t)size : at_hand;
		add_bytes(hash, stream.bytes + stream.start, taken);
		stream.start += taken;
		size -= taken;
		turn += taken;
		if (turn >= BYTES_A_TURN) {
			deadline_renew();
			turn = 0;
		}
	}
	return 1;
}

static int read_body(struct found_object *found, unsigned long long size)
{
	struct object_hash hash;
	int is_read = !strcmp(found->type, "commit") || !strcmp(found->type, "tag");
	begin_object(&hash, (int)strlen(found->id), found->type, size);
	if (is_read && size <= LARGEST_KEPT) {
		if (!have((size_t)size + 1))
			return 0;
		found->body = stream.bytes + stream.start;
		found->length = (size_t)size;
		add_bytes(&hash, found->body, found->length);
		stream.start += found->length;
	} else {
		if (!pass_bytes(&hash, size))
			return 0;
		if (is_read)
			found->type = "large";
	}
	if (!has_id(&hash, found->id)) {
		found->type = "forged";
		found->length = 0;
	}
	return take_line_end();
}

static const char *find_type(const char *text, size_t length)
{
	static const char *const types[] = { "commit", "tag", "tree", "blob" };
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (strlen(types[i]) == length && !memcmp(types[i], text, length))
			return types[i];
	}
	return NULL;
}

/* Only digits, and too few to overflow; else -1. */
static long long parse_size(const char *text)
{
	long long size = 0;
	size_t length = strlen(text);
	if (!length || length > 18 || strspn(text, "0123456789") != length)
		return -1;
	for (; *text; text++)
		size = 10 * size + (*text - '0');
	return size;
}

static int read_object(struct found_object *found)
{
	const char *line = read_line();
	size_t digits = line ? strspn(line, "0123456789abcdef") : 0;
	if ((digits != SHA1_DIGITS && digits != SHA256_DIGITS) || line[digits] != ' ')
		return 0;
	memcpy(found->id, line, digits);
	found->id[digits] = '\0';
	found->body = "";
	found->length = 0;
	const char *rest = line + digits + 1, *space = strchr(rest, ' ');
	if (!strcmp(rest, "missing")) {
		found->type = "missing";
		return 1;
	}
	found->type = space ? find_type(rest, (size_t)(space - rest)) : NULL;
	long long size = space ? parse_size(space + 1) : -1;
	return found->type && size >= 0 && read_body(found, (unsigned long long)size);
}

/* Drops the rest of a large record, and gives its beginning, with the id; NULL if it is not complete. */
static char *skip_record(void)
{
	static SELDOM char head[LONGEST_HEADER];
	memcpy(head, stream.bytes + stream.start, sizeof head);
	stream.is_whole = 0;
	do {
		stream.start = stream.end;
		if (!read_on())
			return NULL;
		char *nul = memchr(stream.bytes + stream.start, '\0', stream.end - stream.start);
		if (nul) {
			stream.start = (size_t)(nul - stream.bytes) + 1;
			return head;
		}
	} while (1);
}

/* The next record, without its final NUL; NULL if there is no complete one. Of a large one, only the beginning. */
static char *take_record(size_t *length)
{
	for (size_t seen = 0;;) {
		size_t at_hand = stream.end - stream.start;
		char *record = stream.bytes + stream.start;
		char *nul = at_hand > seen ? memchr(record + seen, '\0', at_hand - seen) : NULL;
		if (nul) {
			*length = (size_t)(nul - record);
			stream.start += *length + 1;
			return record;
		}
		seen = *length = at_hand;
		if (seen > LARGEST_KEPT)
			return skip_record();
		if (!read_on())
			return NULL;
	}
}

/*
 * A commit as git prints it: the id, LF, the header, a blank line, and the message with every line indented. git has
 * dropped white space at line ends, blank lines around the message and everything after a NUL byte, so only the id
 * shows whether the bytes that we reassemble here are the object.
 */
static int read_print(struct found_object *found)
{
	static char *object;
	static size_t room;
	size_t length;
	char *record = take_record(&length);
	/* The range excludes this one: the walk ends there. */
	int is_boundary = record && *record == '-';
	if (is_boundary) {
		record++;
		length--;
	}
	size_t digits = record ? strspn(record, "0123456789abcdef") : 0;
	if ((digits != SHA1_DIGITS && digits != SHA256_DIGITS) || record[digits] != '\n')
		return 0;
	memcpy(found->id, record, digits);
	found->id[digits] = '\0';
	/* A large print can be that of a smaller object: every line of it is indented. */
	found->type = is_boundary ? "boundary" : "unproved";
	found->body = "";
	found->length = 0;
	if (is_boundary || length > LARGEST_KEPT)
		return 1;
	const char *from = record + digits + 1, *end = record + length;
	if (room < length + 2)
		object = grow_memory(object, room = 2 * length + 2);
	const char *blank = memmem(from, (size_t)(end - from), "\n\n", 2);
	size_t header = (size_t)((blank ? blank + 1 : end) - from);
	memcpy(object, from, header);
	char *to = object + header;
	*to++ = '\n';
	for (const char *line = blank ? blank + 2 : end; line < end;) {
		const char *after = memchr(line, '\n', (size_t)(end - line));
		if (!after || after - line < 4 || memcmp(line, "    ", 4))
			return 1;
		size_t taken = (size_t)(after + 1 - line) - 4;
		memcpy(to, line + 4, taken);
		to += taken;
		line = after + 1;
	}
	/* Some programs write no final line end. */
	for (int dropped = 0; dropped < (blank ? 2 : 1); dropped++) {
		struct object_hash hash;
		size_t size = (size_t)(to - object) - (size_t)dropped;
		begin_object(&hash, (int)digits, "commit", size);
		add_bytes(&hash, object, size);
		if (has_id(&hash, found->id)) {
			found->type = "commit";
			found->body = object;
			found->length = size;
			return 1;
		}
	}
	return 1;
}

int next_object(struct found_object *found)
{
	if (!stream.is_open)
		return 0;
	if (stream.is_print ? read_print(found) : read_object(found))
		return 1;
	/* A truncated record is not the end. */
	close_stream(stream.is_at_end && stream.start == stream.end);
	return 0;
}
