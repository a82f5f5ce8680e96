#define _GNU_SOURCE /* syscall */
#include "process/inherited-files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* linux/close_range.h, which older headers do not have. */
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1u << 2)
#endif

/* A caller's own files, such as one that it has locked, are among the first descriptors. */
#define FIRST_FILES 64

/* Would a program inherit it, and is it none that could lead to a remote? A socket and a pipe could. */
static int is_harmless(int fd)
{
	struct stat file;
	int flags = fcntl(fd, F_GETFD);
	if (flags < 0 || (flags & FD_CLOEXEC) || fstat(fd, &file))
		return 0;
	return S_ISREG(file.st_mode) || S_ISDIR(file.st_mode) || S_ISCHR(file.st_mode);
}

static void keep_all_files(void)
{
	if (!syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC))
		return;
	struct rlimit files;
	rlim_t end = getrlimit(RLIMIT_NOFILE, &files) || files.rlim_max > 1 << 20 ? 1 << 20 : files.rlim_max;
	for (int fd = 3; (rlim_t)fd < end; fd++)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void keep_files_from_children(void)
{
	int harmless[FIRST_FILES], count = 0;
	for (int fd = 3; fd < FIRST_FILES; fd++)
		if (is_harmless(fd))
			harmless[count++] = fd;
	keep_all_files();
	while (count > 0)
		fcntl(harmless[--count], F_SETFD, 0);
}

int is_below_sender(void)
{
	return getenv("INTERLOCK_SENDING") != NULL;
}
