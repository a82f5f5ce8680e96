#define _GNU_SOURCE /* memfd_create */
#include "standard-files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "failure.h"

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

int make_memory_file(const char *bytes, size_t length)
{
	int fd = memfd_create("interlock-input", MFD_CLOEXEC);
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
