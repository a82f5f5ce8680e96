#define _GNU_SOURCE /* stpcpy */
#include "programs/kept-variables.h"

#include <string.h>

#include "image/memory.h"

extern char **environ;

static int is_named(const char *name, size_t length, const char *pattern)
{
	size_t fixed = strlen(pattern);
	if (fixed && pattern[fixed - 1] == '*')
		return length >= fixed - 1 && !memcmp(name, pattern, fixed - 1);
	return length == fixed && !memcmp(name, pattern, length);
}

static int is_kept(const char *name, size_t length, char *const *only)
{
	if (!only)
		return !is_named(name, length, "GIT_TRACE*");
	for (; *only; only++) {
		if (is_named(name, length, *only))
			return 1;
	}
	return 0;
}

static int is_changed(const char *name, size_t length, char *const *changes)
{
	for (; changes && changes[0]; changes += 2)
		if (!strncmp(changes[0], name, length) && !changes[0][length])
			return 1;
	return 0;
}

static size_t size_of_variable(const char *name, const char *value)
{
	return value ? strlen(name) + strlen(value) + 2 : 0;
}

/* Writes a variable at `*text`, and moves it past that. */
static char *write_variable(char **text, const char *name, const char *value)
{
	char *start = *text;
	*text = stpcpy(stpcpy(stpcpy(start, name), "="), value) + 1;
	return start;
}

static const char trace_name[] = "GIT_TRACE_PACKET";

char **keep_variables(char *const *only, char *const *changes, const char *trace)
{
	size_t count = 2, bytes = size_of_variable(trace_name, trace);
	for (char **entry = environ; *entry; entry++)
		count++;
	for (char *const *pair = changes; pair && pair[0]; pair += 2) {
		count++;
		bytes += size_of_variable(pair[0], pair[1]);
	}
	char **all = take_memory(count * sizeof *all + bytes), **next = all, *text = (char *)(all + count);
	for (char **entry = environ; *entry; entry++) {
		size_t length = strcspn(*entry, "=");
		/* What has no name cannot be named. */
		int is_left = length == 0 || !(*entry)[length];
		int is_traced = trace && length == sizeof trace_name - 1 && !memcmp(*entry, trace_name, length);
		if (is_left || (is_kept(*entry, length, only) && !is_changed(*entry, length, changes) && !is_traced))
			*next++ = *entry;
	}
	for (char *const *pair = changes; pair && pair[0]; pair += 2)
		if (pair[1] && !(trace && !strcmp(pair[0], trace_name)))
			*next++ = write_variable(&text, pair[0], pair[1]);
	if (trace)
		*next++ = write_variable(&text, trace_name, trace);
	*next = NULL;
	return all;
}

char **change_variables(char *const *changes)
{
	static char *const all[] = { (char *)"*", NULL };
	return keep_variables(all, changes, NULL);
}
