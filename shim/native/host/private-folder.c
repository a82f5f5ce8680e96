/*
 * Replaces a user's cache that is not writable: one folder per user, below TMPDIR (or /tmp) or /dev/shm. Others can
 * write there too, so it is used only if nobody else can have created it or can change it.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "process/guarded.h"

/* Not a link, and nobody else can read it or write to it. */
static int is_private(const char *path)
{
	struct stat file;
	return !lstat(path, &file) && S_ISDIR(file.st_mode) && file.st_uid == geteuid() && !(file.st_mode & 077);
}

duk_ret_t host_private_folder(duk_context *ctx)
{
	int make = duk_require_boolean(ctx, 0);
	const char *named = getenv("TMPDIR");
	const char *parents[] = { named && named[0] ? named : "/tmp", "/dev/shm" };
	for (size_t i = 0; i < sizeof parents / sizeof *parents; i++) {
		char path[PATH_MAX];
		int length = snprintf(path, sizeof path, "%s/interlock-%lu", parents[i], (unsigned long)geteuid());
		if (length < 0 || (size_t)length >= sizeof path || !is_unexchangeable(parents[i]))
			continue;
		if (make)
			mkdir(path, 0700);
		if (is_private(path) && !access(path, W_OK)) {
			push_c_string(ctx, path);
			return 1;
		}
	}
	duk_push_string(ctx, "");
	return 1;
}
