#include "pattern-table.h"

#include <string.h>

#include "memory.h"

/* State 0 is "never", state 1 is "found". */
#define FIRST_UNDECIDED 2
#define MOST_STATES (UINT16_MAX - FIRST_UNDECIDED)
#define MOST_CELLS (1024 * 1024)

/* The next number of a JSON array; -1 at its end, or if there is none. */
static long take_number(const char **at, const char *end)
{
	long number = 0;
	const char *digits = *at + 1;
	if (*at >= end || (**at != '[' && **at != ','))
		return -1;
	for (*at = digits; *at < end && **at >= '0' && **at <= '9' && number <= UINT16_MAX; (*at)++)
		number = 10 * number + (**at - '0');
	return *at > digits ? number : -1;
}

/* Sets the next state of some classes. */
static int fill(const struct pattern_table *table, uint16_t *row, long from, long to, long next)
{
	if (from < 0 || to < from || (size_t)to > table->class_count || next < 0 ||
	    (size_t)next >= table->state_count + FIRST_UNDECIDED)
		return 0;
	for (; from < to; from++)
		row[from] = (uint16_t)next;
	return 1;
}

/* See `PatternDfa.rows`. `start`: the row of the start, or NULL for that row itself. */
static int read_row(const struct pattern_table *table, uint16_t *row, const uint16_t *start, const char *text, size_t length)
{
	const char *end = text + length;
	if (length && *text == '~') {
		if (!start)
			return 0;
		memcpy(row, start, table->class_count * sizeof *row);
		for (const char *at = text + 1;;) {
			long from = take_number(&at, end);
			if (from < 0)
				return at + 1 == end;
			long to = take_number(&at, end);
			if (!fill(table, row, from, to, take_number(&at, end)))
				return 0;
		}
	}
	long from = 0;
	for (const char *at = text;;) {
		long next = take_number(&at, end), to = take_number(&at, end);
		if (!fill(table, row, from, to < 0 ? (long)table->class_count : to, next))
			return 0;
		if (to < 0)
			return 1;
		from = to;
	}
}

static int take_rows(duk_context *ctx, duk_idx_t rows, struct pattern_table *table)
{
	const uint16_t *start = NULL;
	size_t first = table->start < FIRST_UNDECIDED ? 0 : table->start - FIRST_UNDECIDED;
	/* The start's row first: others are what differs from it. */
	for (size_t i = 0; i < table->state_count; i++) {
		size_t state = i == 0 ? first : i == first ? 0 : i, length;
		uint16_t *row = table->next + state * table->class_count;
		duk_get_prop_index(ctx, rows, (duk_uarridx_t)state);
		const char *text = duk_get_lstring(ctx, -1, &length);
		int is_read = text && read_row(table, row, start, text, length);
		duk_pop(ctx);
		if (!is_read)
			return 0;
		if (i == 0)
			start = row;
	}
	return 1;
}

static int take_classes(duk_context *ctx, duk_idx_t classes, struct pattern_table *table)
{
	for (unsigned byte = 0; byte < 256; byte++) {
		duk_get_prop_index(ctx, classes, byte);
		unsigned class = duk_get_uint_default(ctx, -1, UINT16_MAX);
		duk_pop(ctx);
		if (class >= table->class_count)
			return 0;
		table->classes[byte] = (unsigned char)class;
	}
	return 1;
}

static size_t get_size(duk_context *ctx, duk_idx_t index, const char *name)
{
	duk_get_prop_string(ctx, index, name);
	size_t size = duk_get_uint_default(ctx, -1, 0);
	duk_pop(ctx);
	return size;
}

int take_pattern(duk_context *ctx, duk_idx_t index, struct pattern_table *table)
{
	duk_idx_t top = duk_get_top(ctx);
	size_t length = 0;
	index = duk_require_normalize_index(ctx, index);
	*table = (struct pattern_table){ .class_count = get_size(ctx, index, "classCount"),
					 .start = (unsigned)get_size(ctx, index, "start") };
	duk_get_prop_string(ctx, index, "classes");
	duk_get_prop_string(ctx, index, "rows");
	duk_get_prop_string(ctx, index, "ends");
	const char *ends = duk_get_lstring(ctx, -1, &length);
	table->state_count = duk_is_array(ctx, top + 1) ? duk_get_length(ctx, top + 1) : 0;
	int is_taken = table->class_count > 0 && table->class_count <= 256 && table->state_count > 0 &&
		       table->state_count <= MOST_STATES && table->class_count * table->state_count <= MOST_CELLS &&
		       table->start < table->state_count + FIRST_UNDECIDED && length == table->state_count &&
		       duk_is_array(ctx, top);
	if (is_taken) {
		table->next = take_memory(table->class_count * table->state_count * sizeof *table->next);
		table->ends = take_memory(length);
		memcpy(table->ends, ends, length);
		is_taken = take_classes(ctx, top, table) && take_rows(ctx, top + 1, table);
		if (!is_taken)
			give_pattern(table);
	}
	duk_set_top(ctx, top);
	return is_taken;
}

void give_pattern(struct pattern_table *table)
{
	give_memory(table->next);
	give_memory(table->ends);
}

int pattern_matches(const struct pattern_table *table, const char *text, size_t length)
{
	unsigned state = table->start;
	for (size_t i = 0; i < length && state >= FIRST_UNDECIDED; i++)
		state = table->next[(state - FIRST_UNDECIDED) * table->class_count + table->classes[(unsigned char)text[i]]];
	return state < FIRST_UNDECIDED ? state == 1 : table->ends[state - FIRST_UNDECIDED] == '1';
}
