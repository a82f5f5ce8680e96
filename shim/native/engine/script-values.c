#include "engine/script-values.h"

#include "engine/byte-strings.h"
#include "image/memory.h"
#include "process/standard-files.h"

char **take_words(duk_context *ctx, duk_idx_t index, size_t before)
{
	duk_idx_t list = duk_normalize_index(ctx, index);
	size_t count = duk_get_length(ctx, list);
	char **words = take_memory((before + count + 1) * sizeof *words);
	for (size_t i = 0; i < before; i++)
		words[i] = NULL;
	for (size_t i = 0; i < count; i++) {
		duk_get_prop_index(ctx, list, (duk_uarridx_t)i);
		words[before + i] = take_c_string(ctx, -1);
		if (!words[before + i])
			(void)duk_error(ctx, DUK_ERR_TYPE_ERROR, "an argument has a NUL byte");
		duk_pop(ctx);
	}
	words[before + count] = NULL;
	return words;
}

void give_words(char **words, size_t before)
{
	for (char **word = words + before; *word; word++)
		give_memory(*word);
	give_memory(words);
}

char **take_environment(duk_context *ctx, duk_idx_t index)
{
	duk_idx_t map = duk_normalize_index(ctx, index);
	if (!duk_is_object(ctx, map))
		return NULL;
	size_t count = 0;
	char **pairs = take_memory(sizeof *pairs);
	duk_enum(ctx, map, DUK_ENUM_OWN_PROPERTIES_ONLY);
	while (duk_next(ctx, -1, 1)) {
		pairs = grow_memory(pairs, (count + 3) * sizeof *pairs);
		pairs[count] = take_c_string(ctx, -2);
		pairs[count + 1] = duk_is_null(ctx, -1) ? NULL : take_c_string(ctx, -1);
		if (!pairs[count] || (!pairs[count + 1] && !duk_is_null(ctx, -1)))
			(void)duk_error(ctx, DUK_ERR_TYPE_ERROR, "an environment variable has a NUL byte");
		count += 2;
		duk_pop_2(ctx);
	}
	duk_pop(ctx);
	pairs[count] = NULL;
	return pairs;
}

void give_environment(char **pairs)
{
	for (char **pair = pairs; pair && pair[0]; pair += 2) {
		give_memory(pair[0]);
		give_memory(pair[1]);
	}
	give_memory(pairs);
}

int take_memory_file(duk_context *ctx, duk_idx_t index)
{
	if (!duk_is_string(ctx, index))
		return -1;
	size_t length;
	char *bytes = take_bytes(ctx, index, &length);
	int fd = make_memory_file(bytes, length);
	give_memory(bytes);
	return fd;
}

void push_result(duk_context *ctx, int status, char *bytes, size_t length)
{
	duk_push_object(ctx);
	duk_push_int(ctx, status);
	duk_put_prop_string(ctx, -2, "status");
	push_bytes(ctx, bytes ? bytes : "", length);
	duk_put_prop_string(ctx, -2, "stdout");
	give_memory(bytes);
}
