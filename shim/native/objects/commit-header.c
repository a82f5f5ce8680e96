#include "objects/commit-header.h"

#include <string.h>

static int is_digit(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* Passes a line of this name and an id. */
static int pass_id(const char **at, const char *end, const char *name, size_t digits)
{
	size_t before = strlen(name), length = before + digits + 1;
	if ((size_t)(end - *at) < length || memcmp(*at, name, before) || (*at)[length - 1] != '\n')
		return 0;
	for (size_t i = before; i < length - 1; i++)
		if (!is_digit((*at)[i]))
			return 0;
	*at += length;
	return 1;
}

/* Passes a line of this name and anything but NUL. */
static int pass_text(const char **at, const char *end, const char *name)
{
	size_t before = strlen(name);
	if ((size_t)(end - *at) < before || memcmp(*at, name, before))
		return 0;
	const char *line_end = memchr(*at, '\n', (size_t)(end - *at));
	if (!line_end || memchr(*at, '\0', (size_t)(line_end - *at)))
		return 0;
	*at = line_end + 1;
	return 1;
}

int read_plain_header(const char *commit, size_t length, size_t digits, struct plain_header *header)
{
	const char *at = commit, *end = commit + length;
	if (!pass_id(&at, end, "tree ", digits))
		return 0;
	header->parent = pass_id(&at, end, "parent ", digits) ? at - digits - 1 : NULL;
	if (!pass_text(&at, end, "author ") || !pass_text(&at, end, "committer ") || at == end || *at != '\n')
		return 0;
	header->message = at + 1;
	return 1;
}
