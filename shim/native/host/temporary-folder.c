#define _GNU_SOURCE /* mkdtemp, O_DIRECTORY */
#include "host/temporary-folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "image/large.h"

static LARGE char folder[PATH_MAX];
static int is_made; /* apart: every command asks */

/* Removes its content, without following links. Closes the descriptor. */
static void empty_folder(int fd)
{
	DIR *listing = fd < 0 ? NULL : fdopendir(fd);
	if (!listing) {
		if (fd >= 0)
			close(fd);
		return;
	}
	for (struct dirent *entry; (entry = readdir(listing));) {
		const char *name = entry->d_name;
		if (!strcmp(name, ".") || !strcmp(name, ".."))
			continue;
		if (!unlinkat(fd, name, 0))
			continue;
		empty_folder(openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
		unlinkat(fd, name, AT_REMOVEDIR);
	}
	closedir(listing);
}

void remove_temporary_folder(void)
{
	if (!is_made)
		return;
	empty_folder(open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
	rmdir(folder);
	is_made = 0;
}

duk_ret_t host_make_temporary_folder(duk_context *ctx)
{
	const char *named = getenv("TMPDIR");
	const char *parents[] = { named && named[0] == '/' ? named : "/tmp", "/tmp" };
	remove_temporary_folder();
	for (size_t i = 0; i < sizeof parents / sizeof *parents && !is_made; i++) {
		int length = snprintf(folder, sizeof folder, "%s/interlock-XXXXXX", parents[i]);
		is_made = length >= 0 && (size_t)length < sizeof folder && mkdtemp(folder);
	}
	push_c_string(ctx, is_made ? folder : "");
	return 1;
}

duk_ret_t host_remove_temporary_folder(duk_context *ctx)
{
	(void)ctx;
	remove_temporary_folder();
	return 0;
}
