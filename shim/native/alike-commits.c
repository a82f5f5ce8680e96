#define _GNU_SOURCE /* memmem, memrchr */
#include "alike-commits.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "commit-header.h"
#include "large.h"
#include "memory.h"
#include "pattern-table.h"

/* A longer one is worth a look: there are limits on what messages and headers cost, with these numbers (shim/judge/limit-in-all.ts). */
#define LONGEST_MESSAGE 2048
#define MOST_LINES 100
#define LONGEST_HEADER 2048
#define MOST_ENDINGS 256
#define MOST_BYTES (64 * 1024)
#define MOST_PATTERNS 32
#define MOST_KEYS 64
#define LONGEST_KEY 64

/* In plain form: see `write_plainly`. */
struct ending {
	const char *bytes;
	size_t length;
	uint32_t hash;
};

static LARGE struct {
	struct ending endings[MOST_ENDINGS];
	size_t count, used;
	char *bytes;
	struct {
		struct pattern pattern;
		enum match wanted;
	} patterns[MOST_PATTERNS];
	size_t pattern_count;
	char keys[MOST_KEYS][LONGEST_KEY];
	size_t key_lengths[MOST_KEYS], key_count;
	char plain[LONGEST_MESSAGE];
} known;

/* Apart from the large variable, which most commands never look at. */
static int has_rules, is_hopeless;

static int has_many_lines(const char *message, size_t length)
{
	const char *at = message, *end = message + length;
	if (length <= MOST_LINES)
		return 0;
	for (size_t count = 0; (at = memchr(at, '\n', (size_t)(end - at))); at++)
		if (++count > MOST_LINES)
			return 1;
	return 0;
}

static int begins_with(const char *line, const char *end, const char *words)
{
	size_t length = strlen(words);
	return (size_t)(end - line) >= length && !memcmp(line, words, length);
}

/* A key of a trailer that no rule reads. */
static int is_other_key(const char *key, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		char c = key[i];
		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'))
			return 0;
	}
	for (size_t i = 0; i < known.key_count; i++)
		if (known.key_lengths[i] == length && !strncasecmp(known.keys[i], key, length))
			return 0;
	return length > 0;
}

/*
 * Writes an ending without what does not matter, as createTrailerPart does (engine/judge/trailer-part.ts): of a trailer that no rule reads, only
 * that it is one. A NUL stands for such a trailer: a message that has one has no ending.
 */
static size_t write_plainly(char *out, const char *text, size_t length)
{
	char *start = out;
	for (const char *line = text, *end = text + length; line < end;) {
		const char *line_end = memchr(line, '\n', (size_t)(end - line));
		size_t size = (size_t)((line_end ? line_end : end) - line);
		const char *colon = memchr(line, ':', size);
		if (colon && is_other_key(line, (size_t)(colon - line))) {
			*out++ = '\0';
			if (begins_with(line, line + size, "Signed-off-by: "))
				*out++ = 's';
		} else {
			memcpy(out, line, size);
			out += size;
		}
		if (line_end)
			*out++ = '\n';
		line += size + 1;
	}
	return (size_t)(out - start);
}

/*
 * What is left of a message if only its trailers matter; 0 if that is not certain. The same as createTrailerPart in
 * engine/judge/trailer-part.ts, which says why. Of a title alone, nothing is left. Valid until the next call.
 */
static int find_ending(const char *message, size_t length, struct ending *ending)
{
	if (!length || length > LONGEST_MESSAGE || memchr(message, '\0', length) || has_many_lines(message, length))
		return 0;
	size_t end = message[length - 1] == '\n' ? length - 1 : length;
	unsigned char first = (unsigned char)message[0];
	if (!end || first <= ' ' || first == '#' || (unsigned char)message[end - 1] <= ' ' ||
	    memmem(message, length, "\n#", 2))
		return 0;
	const char *line_end = memrchr(message, '\n', end), *start = message + length;
	if (line_end) {
		/* git ignores such an end. */
		if (line_end[1] == '\t' || begins_with(line_end + 1, message + end, "Conflicts:"))
			return 0;
		/* Up to a blank line. The message does not begin with a line end. */
		while (line_end[-1] != '\n')
			if (!(line_end = memrchr(message, '\n', (size_t)(line_end - message))))
				return 0;
		start = line_end - 1;
	}
	ending->bytes = known.plain;
	ending->length = write_plainly(known.plain, start, (size_t)(message + length - start));
	ending->hash = 2166136261u;
	for (size_t i = 0; i < ending->length; i++)
		ending->hash = (ending->hash ^ (unsigned char)ending->bytes[i]) * 16777619u;
	return 1;
}

static int is_known(const struct ending *ending)
{
	for (size_t i = 0; i < known.count; i++) {
		const struct ending *each = known.endings + i;
		if (each->hash == ending->hash && each->length == ending->length &&
		    !memcmp(each->bytes, ending->bytes, ending->length))
			return 1;
	}
	return 0;
}

/* A title that may be git's own for a fixup or a revert: see engine/core/seen-kind.ts. */
static int may_be_kind(const char *message, size_t length)
{
	const char *line_end = memchr(message, '\n', length);
	size_t title = line_end ? (size_t)(line_end - message) : length;
	return message[title - 1] == '"' || memchr(message, '!', title);
}

/* Would cleanup change anything but the last line end? As isCleaned in engine/core/clean-message.ts. */
static int is_cleaned(const char *message, size_t length)
{
	const char *end = message + length;
	for (const char *at = message; (at = memchr(at, '\n', (size_t)(end - at))); at++)
		if (at[-1] == ' ' || at[-1] == '\t' || at[-1] == '\r' || (at + 2 < end && at[1] == '\n' && at[2] == '\n'))
			return 0;
	return 1;
}

/* `length`: up to the last line end. */
static int has_all_patterns(duk_context *ctx, const char *message, size_t length)
{
	for (size_t i = 0; i < known.pattern_count; i++)
		if (match_pattern(ctx, &known.patterns[i].pattern, message, length) != known.patterns[i].wanted)
			return 0;
	return 1;
}

static int take_patterns(duk_context *ctx, duk_idx_t alike)
{
	int are_taken = 1;
	duk_get_prop_string(ctx, alike, "patterns");
	size_t count = duk_is_array(ctx, -1) ? duk_get_length(ctx, -1) : MOST_PATTERNS + 1;
	for (size_t i = 0; i < count && are_taken; i++) {
		duk_get_prop_index(ctx, -1, (duk_uarridx_t)i);
		duk_get_prop_string(ctx, -1, "isForbidden");
		duk_get_prop_string(ctx, -2, "dfa");
		are_taken = i < MOST_PATTERNS && find_pattern(ctx, -1, &known.patterns[i].pattern);
		if (are_taken) {
			known.patterns[i].wanted = duk_to_boolean(ctx, -2) ? NO_MATCH : MATCH;
			known.pattern_count++;
		}
		duk_pop_3(ctx);
	}
	duk_pop(ctx);
	return are_taken;
}

static int take_keys(duk_context *ctx, duk_idx_t alike)
{
	int are_taken = 1;
	duk_get_prop_string(ctx, alike, "keys");
	size_t count = duk_is_array(ctx, -1) ? duk_get_length(ctx, -1) : MOST_KEYS + 1;
	for (size_t i = 0; i < count && are_taken; i++) {
		size_t length;
		duk_get_prop_index(ctx, -1, (duk_uarridx_t)i);
		const char *key = duk_get_lstring(ctx, -1, &length);
		are_taken = i < MOST_KEYS && key && length <= LONGEST_KEY;
		if (are_taken) {
			memcpy(known.keys[i], key, length);
			known.key_lengths[i] = length;
			known.key_count++;
		}
		duk_pop(ctx);
	}
	duk_pop(ctx);
	return are_taken;
}

static void forget_endings(void)
{
	known.count = known.used = 0;
}

void remember_clean(duk_context *ctx, const char *message, size_t length, duk_idx_t alike)
{
	struct ending ending;
	if (!has_rules) {
		/* Until all of them are taken. */
		has_rules = is_hopeless = 1;
		/* The tables of its patterns must stay. */
		duk_push_global_stash(ctx);
		duk_dup(ctx, alike);
		duk_put_prop_string(ctx, -2, "alike");
		duk_pop(ctx);
		is_hopeless = !take_patterns(ctx, alike) || !take_keys(ctx, alike);
	}
	if (is_hopeless || !find_ending(message, length, &ending) || is_known(&ending))
		return;
	if (!known.bytes)
		known.bytes = take_memory(MOST_BYTES);
	if (known.count == MOST_ENDINGS || MOST_BYTES - known.used < ending.length)
		forget_endings();
	memcpy(known.bytes + known.used, ending.bytes, ending.length);
	ending.bytes = known.bytes + known.used;
	known.used += ending.length;
	known.endings[known.count++] = ending;
}

void forget_clean(void)
{
	if (!has_rules)
		return;
	forget_endings();
	known.pattern_count = known.key_count = 0;
	has_rules = is_hopeless = 0;
}

int is_alike(duk_context *ctx, const struct found_object *found, const char **parent)
{
	struct plain_header header;
	struct ending ending;
	if (!has_rules || !known.count || strcmp(found->type, "commit") || found->length > LONGEST_HEADER + LONGEST_MESSAGE ||
	    !read_plain_header(found->body, found->length, strlen(found->id), &header) ||
	    header.message - found->body > LONGEST_HEADER)
		return 0;
	*parent = header.parent;
	size_t length = (size_t)(found->body + found->length - header.message);
	if (!find_ending(header.message, length, &ending) || !is_known(&ending) ||
	    may_be_kind(header.message, length) || !is_cleaned(header.message, length))
		return 0;
	return has_all_patterns(ctx, header.message, header.message[length - 1] == '\n' ? length - 1 : length);
}

int run_goes_on(const struct alike_run *run, const char *id)
{
	size_t digits = strlen(id);
	return !run->length || (run->length > digits && !memcmp(run->lines + run->length - digits, id, digits));
}

void add_to_run(struct alike_run *run, const char *id, const char *parent)
{
	size_t digits = strlen(id);
	if (run->room - run->length < 2 * (digits + 1))
		run->lines = grow_memory(run->lines, run->room = 2 * run->room + 4096);
	if (!run->length) {
		memcpy(run->lines, id, digits);
		run->length = digits;
	}
	run->lines[run->length++] = '\n';
	if (!parent)
		return;
	memcpy(run->lines + run->length, parent, digits);
	run->length += digits;
}
