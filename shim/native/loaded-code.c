#include "loaded-code.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

/* ld.so(8), and iconv_open(3), which git calls for the encoding of a commit. */
static const char *const variables[] = { "LD_AUDIT", "LD_LIBRARY_PATH", "LD_PRELOAD", "GCONV_PATH" };

/* Elsewhere the caller may load code: git's tests, for example, load a library that checks memory. */
static int is_in_image(void)
{
	return !access("/etc/interlock/config.yaml", F_OK);
}

void drop_loaded_code(int quiet)
{
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *name = variables[i];
		if (!getenv(name) || !is_in_image())
			continue;
		unsetenv(name);
		const char *parts[] = { "interlock: ", name, " is taken away from git here\n" };
		for (size_t part = 0; !quiet && part < sizeof parts / sizeof *parts; part++)
			write_all(2, parts[part], strlen(parts[part]));
	}
}
