#include "engine/pattern-table.h"

#include <string.h>

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

static int is_closed(const char *at, const char *end)
{
	return at + 1 == end && *at == ']';
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

static uint16_t *row_of(const struct pattern_table *table, size_t state)
{
	return table->next + (state - FIRST_UNDECIDED) * table->class_count;
}

/* See `PatternDfa.rows`. */
static int parse_row(const struct pattern_table *table, size_t state, const char *text, size_t length)
{
	const char *end = text + length;
	uint16_t *row = row_of(table, state);
	if (length && *text == '~') {
		/* What differs from the start's row, which is read first. */
		if (state == table->start || table->start < FIRST_UNDECIDED)
			return 0;
		memcpy(row, row_of(table, table->start), table->class_count * sizeof *row);
		for (const char *at = text + 1;;) {
			long from = take_number(&at, end);
			if (from < 0)
				return is_closed(at, end);
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
			return is_closed(at, end);
		from = to;
	}
}

/* `index`: of the pattern. */
static int read_row(duk_context *ctx, duk_idx_t index, const struct pattern_table *table, size_t state)
{
	size_t length;
	if (table->is_read[state - FIRST_UNDECIDED])
		return 1;
	duk_get_prop_string(ctx, index, "rows");
	duk_get_prop_index(ctx, -1, (duk_uarridx_t)(state - FIRST_UNDECIDED));
	const char *text = duk_get_lstring(ctx, -1, &length);
	int is_read = text && parse_row(table, state, text, length);
	duk_pop_2(ctx);
	table->is_read[state - FIRST_UNDECIDED] = (char)is_read;
	return is_read;
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

/* UINT16_MAX, which is too much, if it is no such number. */
static size_t get_size(duk_context *ctx, duk_idx_t index, const char *name)
{
	duk_get_prop_string(ctx, index, name);
	double size = duk_get_number_default(ctx, -1, -1);
	duk_pop(ctx);
	return size >= 0 && size < UINT16_MAX ? (size_t)size : UINT16_MAX;
}

/* A property that no script can see. */
#define TABLE DUK_HIDDEN_SYMBOL("table")

/* Pushes the table as a buffer; nothing, and returns NULL, if there cannot be one. */
static struct pattern_table *push_new_table(duk_context *ctx, duk_idx_t index)
{
	duk_idx_t top = duk_get_top(ctx);
	size_t length = 0, cells;
	struct pattern_table made = { .class_count = get_size(ctx, index, "classCount"), .start = (unsigned)get_size(ctx, index, "start") };
	duk_get_prop_string(ctx, index, "classes");
	duk_get_prop_string(ctx, index, "rows");
	duk_get_prop_string(ctx, index, "ends");
	const char *ends = duk_get_lstring(ctx, -1, &length);
	made.state_count = duk_is_array(ctx, top + 1) ? duk_get_length(ctx, top + 1) : 0;
	cells = made.class_count * made.state_count;
	/* A pattern that matches every text, or none, has no state and no class. */
	int has_classes = made.state_count == 0 || (duk_is_array(ctx, top) && take_classes(ctx, top, &made));
	if (!ends || !has_classes || made.class_count > 256 || made.state_count > MOST_STATES || cells > MOST_CELLS ||
	    made.start >= made.state_count + FIRST_UNDECIDED || length != made.state_count) {
		duk_set_top(ctx, top);
		return NULL;
	}
	struct pattern_table *table = duk_push_fixed_buffer(ctx, sizeof made + cells * sizeof *made.next + 2 * length);
	made.next = (uint16_t *)(table + 1);
	made.ends = (char *)(made.next + cells);
	made.is_read = made.ends + length;
	memcpy(made.ends, ends, length);
	*table = made;
	duk_replace(ctx, top);
	duk_set_top(ctx, top + 1);
	return table;
}

static struct pattern_table *find_table(duk_context *ctx, duk_idx_t index)
{
	struct pattern_table *table;
	if (!duk_is_object(ctx, index))
		return NULL;
	duk_get_prop_string(ctx, index, TABLE);
	table = duk_get_buffer(ctx, -1, NULL);
	duk_pop(ctx);
	if (table || !(table = push_new_table(ctx, index)))
		return table;
	duk_put_prop_string(ctx, index, TABLE);
	/* The start's row first: others are what differs from it. */
	return table->start < FIRST_UNDECIDED || read_row(ctx, index, table, table->start) ? table : NULL;
}

int find_pattern(duk_context *ctx, duk_idx_t index, struct pattern *pattern)
{
	pattern->table = find_table(ctx, duk_require_normalize_index(ctx, index));
	pattern->object = duk_get_heapptr(ctx, index);
	return pattern->table != NULL;
}

static enum match result_of(const struct pattern_table *table, unsigned state)
{
	return state < FIRST_UNDECIDED ? state : table->ends[state - FIRST_UNDECIDED] == '1';
}

enum match match_pattern(duk_context *ctx, const struct pattern *pattern, const char *text, size_t length)
{
	const struct pattern_table *table = pattern->table;
	unsigned state = table->start;
	for (size_t i = 0; i < length && state >= FIRST_UNDECIDED; i++) {
		if (!table->is_read[state - FIRST_UNDECIDED]) {
			duk_push_heapptr(ctx, pattern->object);
			int is_read = read_row(ctx, duk_get_top_index(ctx), table, state);
			duk_pop(ctx);
			if (!is_read)
				return BROKEN;
		}
		state = row_of(table, state)[table->classes[(unsigned char)text[i]]];
	}
	return result_of(table, state);
}

/* The next byte of a byte string, as the engine keeps it (byte-strings.h). */
static unsigned next_byte(const unsigned char **at)
{
	unsigned first = *(*at)++;
	return first < 0x80 ? first : ((first & 3) << 6) | (*(*at)++ & 0x3f);
}

duk_ret_t scan_pattern(duk_context *ctx)
{
	size_t length;
	const unsigned char *at = (const unsigned char *)duk_require_lstring(ctx, 1, &length), *end = at + length;
	const struct pattern_table *table = find_table(ctx, 0);
	unsigned state = table ? table->start : 0;
	duk_int_t steps = 0;
	for (; table && at < end && state >= FIRST_UNDECIDED; steps++) {
		if (!read_row(ctx, 0, table, state))
			table = NULL;
		else
			state = row_of(table, state)[table->classes[next_byte(&at)]];
	}
	if (!table)
		return duk_type_error(ctx, "a plan has a broken pattern");
	duk_push_int(ctx, result_of(table, state) == MATCH ? steps : ~steps);
	return 1;
}
