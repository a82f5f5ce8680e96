#include "ancestors.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "byte-strings.h"
#include "memory.h"

long parent_of(long process)
{
	char file[64], text[512];
	snprintf(file, sizeof file, "/proc/%ld/stat", process);
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	int problem = length < 0 ? errno : EINVAL;
	if (fd >= 0)
		close(fd);
	text[length < 0 ? 0 : length] = '\0';
	/* The process's name, in parentheses, may contain anything. */
	const char *name_end = strrchr(text, ')');
	long parent;
	if (name_end && sscanf(name_end, ") %*c %ld", &parent) == 1)
		return parent;
	errno = problem;
	return -1;
}

/* The ancestor whose generation is the first argument, or 0. */
static long take_ancestor(duk_context *ctx)
{
	long process = getppid();
	for (int generation = duk_require_int(ctx, 0); generation > 1 && process > 0; generation--)
		process = parent_of(process);
	return process;
}

static void push_program(duk_context *ctx, long process)
{
	char link[64], path[PATH_MAX];
	snprintf(link, sizeof link, "/proc/%ld/exe", process);
	push_c_string(ctx, realpath(link, path) ? path : "");
}

static void push_words(duk_context *ctx, long process)
{
	char file[64];
	snprintf(file, sizeof file, "/proc/%ld/cmdline", process);
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
}

duk_ret_t host_ancestor_program(duk_context *ctx)
{
	push_program(ctx, take_ancestor(ctx));
	return 1;
}

duk_ret_t host_ancestor_words(duk_context *ctx)
{
	push_words(ctx, take_ancestor(ctx));
	return 1;
}

static void push_sibling(duk_context *ctx, long process, duk_uarridx_t index)
{
	duk_push_object(ctx);
	push_program(ctx, process);
	duk_put_prop_string(ctx, -2, "program");
	push_words(ctx, process);
	duk_put_prop_string(ctx, -2, "words");
	duk_put_prop_index(ctx, -2, index);
}

/*
 * Null if the list may be incomplete: the parent of a running process cannot be read, or /proc does not show
 * ourselves.
 */
duk_ret_t host_siblings(duk_context *ctx)
{
	DIR *processes = opendir("/proc");
	int is_whole = processes != NULL, is_found = 0;
	duk_push_array(ctx);
	duk_uarridx_t count = 0;
	for (struct dirent *entry; processes && (errno = 0, entry = readdir(processes));) {
		long process = strtol(entry->d_name, NULL, 10);
		if (process <= 0)
			continue;
		long parent = parent_of(process);
		if (parent < 0 && errno != ENOENT && errno != ESRCH)
			is_whole = 0;
		if (process == getpid())
			is_found = 1;
		else if (parent == getppid())
			push_sibling(ctx, process, count++);
	}
	is_whole = is_whole && errno == 0 && is_found;
	if (processes)
		closedir(processes);
	if (!is_whole)
		duk_push_null(ctx);
	return 1;
}
