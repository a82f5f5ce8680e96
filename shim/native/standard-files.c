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

void provide_stdin(const char *bytes, size_t length)
{
	int fd = memfd_create("interlock-message", MFD_CLOEXEC);
	size_t done = 0;
	while (fd >= 0 && done < length) {
		ssize_t wrote = write(fd, bytes + done, length - done);
		if (wrote < 0 && errno != EINTR)
			break;
		done += wrote > 0 ? (size_t)wrote : 0;
	}
	if (fd < 0 || done < length || lseek(fd, 0, SEEK_SET) || dup2(fd, 0) < 0)
		fail_engine("the message cannot be handed to git", strerror(errno), "allow memfd_create in the sandbox");
	held[0] = 0;
}
