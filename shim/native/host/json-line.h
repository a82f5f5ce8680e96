/*
 * JSON that no reader can misunderstand: what is not ASCII in its texts becomes `\u` escapes, and what is not UTF-8 `\ufffd`.
 */
#pragma once

#include <stddef.h>

#include "duktape.h"

struct json_line {
	char *bytes; /* to be given back with give_memory */
	size_t length, room;
};

struct json_limits {
	size_t text; /* bytes of a text */
	size_t list; /* texts in a list */
};

/* From the pieces at `index`, as Host.appendRecord describes them. `line` may be empty, or an earlier one to replace. */
void render_line(duk_context *ctx, duk_idx_t index, const struct json_limits *limits, struct json_line *line);
