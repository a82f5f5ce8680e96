/*
 * Build-time tool: compiles a function expression to Duktape bytecode.
 *   compile-script <in.js> <out.bytecode> <name shown in stack traces>
 */
#include <stdio.h>
#include <stdlib.h>

#include "duktape.h"

static char *read_file(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	if (!file || fseek(file, 0, SEEK_END))
		return NULL;
	*length = (size_t)ftell(file);
	rewind(file);
	char *text = malloc(*length + 1);
	if (text && fread(text, 1, *length, file) != *length)
		text = NULL;
	fclose(file);
	return text;
}

int main(int argc, char **argv)
{
	size_t length = 0;
	char *source = argc == 4 ? read_file(argv[1], &length) : NULL;
	FILE *out = source ? fopen(argv[2], "wb") : NULL;
	if (!out) {
		fprintf(stderr, "usage: compile-script <in.js> <out.bytecode> <name>\n");
		return 1;
	}
	duk_context *ctx = duk_create_heap_default();
	duk_push_string(ctx, argv[3]);
	if (duk_pcompile_lstring_filename(ctx, DUK_COMPILE_FUNCTION | DUK_COMPILE_STRICT, source, length)) {
		fprintf(stderr, "%s: %s\n", argv[1], duk_safe_to_string(ctx, -1));
		return 1;
	}
	duk_dump_function(ctx);
	duk_size_t size;
	const void *bytecode = duk_get_buffer(ctx, -1, &size);
	int failed = fwrite(bytecode, 1, size, out) != size || fclose(out);
	duk_destroy_heap(ctx);
	free(source);
	return failed;
}
