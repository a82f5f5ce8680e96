#include "kept-variables.h"

#include <string.h>

#include "memory.h"

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

static size_t count_pairs(char *const *pairs)
{
	size_t count = 0;
	while (pairs && pairs[2 * count])
		count++;
	return count;
}

char **keep_variables(char *const *only, char *const *changes, const char *trace)
{
	size_t count = 0, bytes = 0, more = count_pairs(changes);
	for (char **entry = environ; *entry; entry++) {
		count++;
		bytes += strlen(*entry) + 1;
	}
	size_t places = 2 * (count + more + 1) + 1;
	char **pairs = take_memory(places * sizeof *pairs + bytes);
	char **next = pairs, *names = (char *)(pairs + places);
	for (char **entry = environ; *entry; entry++) {
		const char *equals = strchr(*entry, '=');
		size_t length = equals ? (size_t)(equals - *entry) : 0;
		if (!length || is_kept(*entry, length, only))
			continue;
		memcpy(names, *entry, length);
		names[length] = '\0';
		*next++ = names;
		*next++ = NULL;
		names += length + 1;
	}
	if (more)
		memcpy(next, changes, 2 * more * sizeof *next);
	next += 2 * more;
	if (trace) {
		*next++ = (char *)"GIT_TRACE_PACKET";
		*next++ = (char *)trace;
	}
	*next = NULL;
	return pairs;
}
