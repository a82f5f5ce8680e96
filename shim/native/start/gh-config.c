#define _GNU_SOURCE /* memmem */
#include "start/gh-config.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* gh's own files have 1 KB. */
#define MOST_BYTES (32 * 1024)

/* As ghConfigFile in shim/gh/config-file.ts. */
static int find_config(char file[PATH_MAX])
{
	static const char *const places[][2] = {
		{ "GH_CONFIG_DIR", "/config.yml" },
		{ "XDG_CONFIG_HOME", "/gh/config.yml" },
		{ "HOME", "/.config/gh/config.yml" },
	};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const char *folder = getenv(places[i][0]);
		if (folder && *folder)
			return snprintf(file, PATH_MAX, "%s%s", folder, places[i][1]) < PATH_MAX;
	}
	strcpy(file, ".config/gh/config.yml");
	return 1;
}

static int is_word_part(const char *text, const char *end, const char *at)
{
	return at >= text && at < end && (isalnum((unsigned char)*at) || *at == '_');
}

static int has_word(const char *text, const char *end, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; (at = memmem(at, (size_t)(end - at), word, length)); at++)
		if (!is_word_part(text, end, at - 1) && !is_word_part(text, end, at + length))
			return 1;
	return 0;
}

/* With a line end inside that only YAML knows as one, it may be more than a comment. */
static int is_comment(const char *line, const char *end)
{
	while (line < end && (*line == ' ' || *line == '\t'))
		line++;
	if (line == end || *line != '#')
		return 0;
	while (line < end && *line != '\r' && (unsigned char)*line < 0x80)
		line++;
	return line == end;
}

/* gh's own comments have the names of commands in them. */
static int has_word_outside_comments(const char *text, size_t length, const char *word)
{
	for (const char *line = text, *last = text + length; line < last;) {
		const char *end = memchr(line, '\n', (size_t)(last - line));
		if (!end)
			end = last;
		if (!is_comment(line, end) && has_word(line, end, word))
			return 1;
		line = end + 1;
	}
	return 0;
}

int may_name_gh_alias(const char *word)
{
	char file[PATH_MAX], text[MOST_BYTES];
	struct stat stat;
	if (!find_config(file))
		return 1;
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return errno != ENOENT && errno != ENOTDIR;
	/* A pipe would give its bytes only once. */
	ssize_t length = fstat(fd, &stat) || !S_ISREG(stat.st_mode) ? -1 : read(fd, text, sizeof text);
	close(fd);
	if (length < 0 || (size_t)length == sizeof text)
		return 1;
	/* A backslash may spell any letter, and UTF-16 has zeros. */
	return memchr(text, '\\', (size_t)length) || memchr(text, '\0', (size_t)length) ||
	       has_word_outside_comments(text, (size_t)length, word);
}
