/*
 * A compiled pattern (engine/core/pattern-dfa.ts) as one table: for each state and class of bytes, the next state.
 */
#ifndef INTERLOCK_PATTERN_TABLE_H
#define INTERLOCK_PATTERN_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "duktape.h"

struct pattern_table {
	unsigned char classes[256];
	size_t class_count, state_count;
	unsigned start;
	uint16_t *next;
	char *ends;
};

/* 0, and nothing is taken, if it is too large or is no such pattern: a plan may come from a cache of the caller's. */
int take_pattern(duk_context *ctx, duk_idx_t index, struct pattern_table *table);

void give_pattern(struct pattern_table *table);

/* Does it match anywhere in the text? */
int pattern_matches(const struct pattern_table *table, const char *text, size_t length);

#endif
