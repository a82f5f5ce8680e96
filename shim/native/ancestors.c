#include "ancestors.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "byte-strings.h"
#include "memory.h"

/* The process's name, in parentheses, may hold anything. */
long parent_of(long process)
{
	char file[64], text[512];
	snprintf(file, sizeof file, "/proc/%ld/stat", process);
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	if (fd >= 0)
		close(fd);
	text[length < 0 ? 0 : length] = '\0';
	const char *name_end = strrchr(text, ')');
	long parent = 0;
	return name_end && sscanf(name_end, ") %*c %ld", &parent) == 1 ? parent : 0;
}

/* The process that the first argument names by its generation, or 0. */
static long take_ancestor(duk_context *ctx)
{
	long process = getppid();
	for (int generation = duk_require_int(ctx, 0); generation > 1 && process; generation--)
		process = parent_of(process);
	return process;
}

duk_ret_t host_ancestor_program(duk_context *ctx)
{
	char link[64], path[PATH_MAX];
	snprintf(link, sizeof link, "/proc/%ld/exe", take_ancestor(ctx));
	push_c_string(ctx, realpath(link, path) ? path : "");
	return 1;
}

duk_ret_t host_ancestor_words(duk_context *ctx)
{
	char file[64];
	snprintf(file, sizeof file, "/proc/%ld/cmdline", take_ancestor(ctx));
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	size_t length = 0, room = 65536;
	char *words = take_memory(room);
	for (ssize_t got; fd >= 0 && (got = read(fd, words + length, room - length - 1)) > 0;) {
		length += (size_t)got;
		if (length + 1 == room)
			words = grow_memory(words, room *= 2);
	}
	if (fd >= 0)
		close(fd);
	words[length] = '\0';
	duk_push_array(ctx);
	duk_uarridx_t count = 0;
	for (const char *word = words; word < words + length; word += strlen(word) + 1) {
		push_c_string(ctx, word);
		duk_put_prop_index(ctx, -2, count++);
	}
	give_memory(words);
	return 1;
}
