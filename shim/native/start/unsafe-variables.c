#include "start/unsafe-variables.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/output.h"
#include "programs/real-program.h"

extern char **environ;

static int is_any(const char *value)
{
	(void)value;
	return 1;
}

static int is_path(const char *value)
{
	return strchr(value, '/') != NULL;
}

/* A zone has a name such as Europe/Berlin, and a file of root's; what is left are files of the caller's choice. */
static int is_own_zone(const char *value)
{
	value += *value == ':';
	if (strstr(value, "..") != NULL)
		return 1;
	int is_roots = !strcmp(value, "/etc/localtime") || !strncmp(value, "/usr/share/zoneinfo/", 20);
	return *value == '/' && !is_roots;
}

/*
 * What the C library believes for an ordinary program and not for a set-uid one (unsecvars.h in glibc, without TMPDIR and what
 * only changes how hosts are found), and what leads it or git to a catalogue of messages. These are formats for printf: one of
 * the caller's writes into git's memory.
 */
static const struct {
	/* With `_` at its end: all that begin so. */
	const char *name;
	int (*is_harmful)(const char *value);
} variables[] = {
	{ "LD_", is_any },
	{ "GCONV_PATH", is_any }, /* iconv_open(3), for the encoding of a commit */
	{ "GETCONF_DIR", is_any },
	{ "GLIBC_TUNABLES", is_any },
	{ "LOCPATH", is_any },
	{ "MUSL_LOCPATH", is_any },
	{ "MALLOC_", is_any },
	{ "NLSPATH", is_any },
	{ "OPENSSL_CONF", is_any }, /* these name modules that libcurl loads */
	{ "OPENSSL_ENGINES", is_any },
	{ "OPENSSL_MODULES", is_any },
	{ "TZDIR", is_any },
	{ "TZ", is_own_zone },
	{ "GIT_TEXTDOMAINDIR", is_any },
	{ "LANGUAGE", is_path },
};

/* Elsewhere the caller may load code: git's tests, for example, load a library that checks memory. */
static int is_in_image(void)
{
	return !access("/etc/interlock/config.yaml", F_OK) && is_sealed();
}

/* The length of the entry's name if it is to be unset, or 0. */
static size_t find_harmful(const char *entry)
{
	const char *equals = strchr(entry, '=');
	size_t length = equals ? (size_t)(equals - entry) : 0;
	for (size_t i = 0; length && i < sizeof variables / sizeof *variables; i++) {
		size_t known = strlen(variables[i].name);
		int begins = length >= known && !memcmp(entry, variables[i].name, known);
		int is_named = begins && (length == known || variables[i].name[known - 1] == '_');
		if (is_named && variables[i].is_harmful(equals + 1))
			return length;
	}
	return 0;
}

static void say_unset(const char *entry, size_t length)
{
	write_all(2, "interlock: ", strlen("interlock: "));
	write_all(2, entry, length);
	const char *end = " is taken away from git here\n";
	write_all(2, end, strlen(end));
}

void unset_unsafe_variables(int quiet)
{
	char **kept = environ;
	int is_known = 0;
	for (char **entry = environ; *entry; entry++) {
		size_t length = find_harmful(*entry);
		if (length && !is_known) {
			if (!is_in_image())
				return;
			is_known = 1;
		}
		if (!length)
			*kept++ = *entry;
		else if (!quiet)
			say_unset(*entry, length);
	}
	*kept = NULL;
}
