#include "host/faults.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "process/failure.h"

/* Of a path that is as it is, git gets the same answer. */
static int is_answer(int error)
{
	switch (error) {
	case 0:
	case EACCES:
	case EBADF:
	case EFBIG:
	case EINVAL:
	case EISDIR:
	case ELOOP:
	case ENAMETOOLONG:
	case ENODEV:
	case ENOENT:
	case ENOTDIR:
	case ENXIO:
	case EOVERFLOW:
	case EPERM:
		return 1;
	default:
		return 0;
	}
}

static const char *way_out(int error)
{
	if (error == EMFILE)
		return "allow more open files: ulimit -n 256";
	if (error == ENFILE)
		return "wait until fewer files are open on this machine, then try again";
	if (error == ENOMEM)
		return "free some memory and try again";
	return "try again; if it stays so, the file system is at fault: dmesg";
}

void end_on_fault(const char *path, int error)
{
	char detail[1024];
	if (is_answer(error))
		return;
	snprintf(detail, sizeof detail, "%s: %s", path, strerror(error));
	fail_engine("system-fault", "the system cannot read a file", detail, way_out(error));
}
