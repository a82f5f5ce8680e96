#define _GNU_SOURCE /* memfd_create, pipe2 */
#include "standard-files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
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

int make_nameless_file(void)
{
	return memfd_create("interlock", MFD_CLOEXEC);
}

int make_memory_file(const char *bytes, size_t length)
{
	int fd = make_nameless_file();
	size_t done = 0;
	while (fd >= 0 && done < length) {
		ssize_t wrote = write(fd, bytes + done, length - done);
		if (wrote < 0 && errno != EINTR)
			break;
		done += wrote > 0 ? (size_t)wrote : 0;
	}
	if (fd < 0 || done < length || lseek(fd, 0, SEEK_SET))
		fail_engine("git cannot be given its input", strerror(errno), "allow memfd_create in the sandbox");
	return fd;
}

void provide_stdin(const char *bytes, size_t length)
{
	int fd = make_memory_file(bytes, length);
	if (dup2(fd, 0) < 0)
		fail_engine("git cannot be given its input", strerror(errno), "raise the limit of open files");
	held[0] = 0;
}

/* Until the input ends, or nobody reads any more: then SIGPIPE ends us. */
_Noreturn static void carry_over(int to, const char *bytes, size_t length)
{
	char rest[65536];
	deadline_stop();
	/* What the program writes to is to end with it. */
	dup2(to, 1);
	dup2(to, 2);
	close(to);
	write_all(1, bytes, length);
	for (ssize_t got; (got = read(0, rest, sizeof rest)) > 0 || (got < 0 && errno == EINTR);)
		if (got > 0)
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
		fail_engine("git cannot be given its input", strerror(errno), "allow another process: ulimit -u, ulimit -n");
	held[0] = 0;
	close(ends[1]);
	close(ends[0]);
}
