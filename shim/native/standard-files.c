#define _GNU_SOURCE /* memfd_create, pipe2, mkostemp, O_TMPFILE */
#include "standard-files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "deadline.h"
#include "failure.h"
#include "output.h"

static int held[3];

void hold_standard_files(void)
{
	for (int fd = 0; fd < 3; fd++)
		held[fd] = fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) == fd;
}

void release_standard_files(void)
{
	for (int fd = 0; fd < 3; fd++)
		if (held[fd])
			close(fd);
}

int stdin_was_closed(void)
{
	return held[0];
}

ssize_t read_some(int fd, char *bytes, size_t length)
{
	for (;;) {
		ssize_t got = read(fd, bytes, length);
		if (got >= 0 || (errno != EINTR && errno != EAGAIN))
			return got;
		struct pollfd ready = { .fd = fd, .events = POLLIN };
		if (errno == EAGAIN)
			poll(&ready, 1, -1);
	}
}

/* A file that has a name for a moment at most. */
static int make_unlinked_file(const char *folder)
{
	int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	char path[PATH_MAX];
	int length = snprintf(path, sizeof path, "%s/interlock-XXXXXX", folder);
	if (fd >= 0 || length < 0 || (size_t)length >= sizeof path)
		return fd;
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		unlink(path);
	return fd;
}

/* Old kernels and some sandboxes have no memfd_create. */
int make_nameless_file(void)
{
	const char *named = getenv("TMPDIR");
	const char *folders[] = { named && named[0] == '/' ? named : "/tmp", "/dev/shm", "/tmp" };
	int fd = memfd_create("interlock", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	for (size_t i = 0; fd < 0 && i < sizeof folders / sizeof *folders; i++)
		fd = make_unlinked_file(folders[i]);
	return fd;
}

/* 0, or -1 with an errno, such as a full file system. */
static int fill_file(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t wrote = write(fd, bytes, length);
		if (wrote < 0 && errno != EINTR)
			return -1;
		if (wrote > 0) {
			bytes += wrote;
			length -= (size_t)wrote;
		}
	}
	/* Other processes reach it through /proc and must not change what was judged. Only a memfd can be sealed. */
	fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK);
	return lseek(fd, 0, SEEK_SET) ? -1 : 0;
}

/* If no file can be created, a separate process writes into a pipe. It is orphaned, so nobody waits for it. */
static int make_fed_pipe(const char *bytes, size_t length)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC))
		return -1;
	pid_t child = fork();
	if (child == 0) {
		deadline_stop();
		close(ends[0]);
		pid_t writer = fork();
		if (writer == 0) {
			/* What the program writes to is to end with it. */
			dup2(ends[1], 0);
			dup2(ends[1], 1);
			dup2(ends[1], 2);
			write_all(1, bytes, length);
		}
		_exit(writer < 0);
	}
	int status = -1;
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	close(ends[1]);
	/* If the caller ignores SIGCHLD we get no status; the reader of the pipe notices a failure. */
	if (child > 0 && (status == 0 || status == -1))
		return ends[0];
	close(ends[0]);
	errno = EAGAIN;
	return -1;
}

int make_memory_file(const char *bytes, size_t length)
{
	int fd = make_nameless_file();
	if (fd >= 0 && fill_file(fd, bytes, length)) {
		close(fd);
		fd = -1;
	}
	if (fd < 0)
		fd = make_fed_pipe(bytes, length);
	if (fd < 0)
		fail_engine("input-not-passed", "git cannot be given its input", strerror(errno),
			    "make room below TMPDIR, or raise the limits: ulimit -n, ulimit -u");
	return fd;
}

void provide_stdin(const char *bytes, size_t length)
{
	int fd = make_memory_file(bytes, length);
	if (dup2(fd, 0) < 0)
		fail_engine("input-not-passed", "git cannot be given its input", strerror(errno), "raise the limit of open files");
	held[0] = 0;
}

/* Until the input ends, or nobody reads: then SIGPIPE ends us. */
_Noreturn static void carry_over(int to, const char *bytes, size_t length)
{
	char rest[65536];
	deadline_stop();
	/* What the program writes to is to end with it. */
	dup2(to, 1);
	dup2(to, 2);
	close(to);
	write_all(1, bytes, length);
	for (ssize_t got; (got = read_some(0, rest, sizeof rest)) > 0;)
		write_all(1, rest, (size_t)got);
	_exit(0);
}

void provide_stdin_before(const char *bytes, size_t length)
{
	int ends[2];
	pid_t child = pipe2(ends, O_CLOEXEC) ? -1 : fork();
	if (child == 0) {
		close(ends[0]);
		carry_over(ends[1], bytes, length);
	}
	if (child < 0 || dup2(ends[0], 0) < 0)
		fail_engine("input-not-passed", "git cannot be given its input", strerror(errno), "allow another process: ulimit -u, ulimit -n");
	held[0] = 0;
	close(ends[1]);
	close(ends[0]);
}
