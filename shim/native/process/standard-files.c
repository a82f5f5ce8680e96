#define _GNU_SOURCE /* memfd_create, mkostemp, O_TMPFILE */
#include "process/standard-files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "process/deadline.h"
#include "process/failure.h"
#include "process/output.h"

static int held[3];

void hold_standard_files(void)
{
	struct pollfd files[] = { { .fd = 0 }, { .fd = 1 }, { .fd = 2 } };
	/* One call for all three. It fails where the limit of open files is lower still. */
	int is_asked = poll(files, 3, 0) >= 0;
	for (int fd = 0; fd < 3; fd++) {
		int is_closed = is_asked ? files[fd].revents & POLLNVAL : fcntl(fd, F_GETFD) < 0;
		held[fd] = is_closed && open("/dev/null", O_RDWR) == fd;
	}
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

ssize_t read_beginning(const char *path, char *text, size_t room)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, room - 1);
	int problem = errno;
	if (fd >= 0)
		close(fd);
	text[length < 0 ? 0 : length] = '\0';
	errno = problem;
	return length;
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
	if (write_whole(fd, bytes, length))
		return -1;
	/* Other processes reach it through /proc and must not change what was judged. Only a memfd can be sealed. */
	fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK);
	return lseek(fd, 0, SEEK_SET) ? -1 : 0;
}

/* Not a pipe: through /proc, other processes can read from a pipe and write to it. */
static int open_socket(int ends[2])
{
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

/*
 * If no file can be created or filled, the bytes wait in a socket. No process has to write them later: nobody would
 * notice if it were not started or were killed, and to git an input that was cut off looks like a shorter one.
 */
static int make_filled_socket(const char *bytes, size_t length)
{
	int ends[2], room = length > INT_MAX / 4 ? INT_MAX / 4 : (int)length * 2;
	if (open_socket(ends))
		return -1;
	/* The kernel allows less than is asked for; then not everything fits. */
	setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
	int problem = 0;
	while (length > 0 && !problem) {
		ssize_t sent = send(ends[1], bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
		if (sent > 0) {
			bytes += sent;
			length -= (size_t)sent;
		} else if (sent == 0 || errno != EINTR) {
			problem = sent == 0 || errno == EAGAIN ? ENOSPC : errno;
		}
	}
	close(ends[1]);
	if (!problem)
		return ends[0];
	close(ends[0]);
	errno = problem;
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
		fd = make_filled_socket(bytes, length);
	if (fd < 0)
		fail_engine("input-not-passed", "git cannot be given its input", strerror(errno),
			    "make room below TMPDIR, or raise the limits: ulimit -f, ulimit -n");
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
	pid_t child = open_socket(ends) ? -1 : fork();
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
