/*
 * A compiled pattern (engine/core/pattern-dfa.ts) as one table: for each state and class of bytes, the next state. Here,
 * because the script engine takes many instructions for each byte.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "duktape.h"

struct pattern_table {
	unsigned char classes[256];
	size_t class_count, state_count;
	unsigned start;
	uint16_t *next;
	char *ends;
	/* Of each state: is its row in `next`? Most states are never entered. */
	char *is_read;
};

/* `object` is the script's, from which rows are read. It has to live as long as this, and the table lives as long as it. */
struct pattern {
	struct pattern_table *table;
	void *object;
};

/* 0 if it is too large or is no such pattern: a plan may come from a cache of the caller's. */
int find_pattern(duk_context *ctx, duk_idx_t index, struct pattern *pattern);

enum match { NO_MATCH, MATCH, BROKEN };

/* Does it match anywhere in the text? */
enum match match_pattern(duk_context *ctx, const struct pattern *pattern, const char *text, size_t length);

/* The function `interlockScanPattern` of engine/core/pattern-dfa.ts: throws if the pattern is broken. */
duk_ret_t scan_pattern(duk_context *ctx);
