#define _GNU_SOURCE /* SOCK_CLOEXEC, syscall */
#include "host/record.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "host/json-line.h"
#include "image/memory.h"
#include "objects/object-id.h"
#include "process/output.h"
#include "process/standard-files.h"

/* Readers take lines of this length, and it is one write. */
#define LONGEST_LINE (32 * 1024)

/* Whether a missing file could be created: 0, or the errno. */
static int try_folder_of(const char *path)
{
	char folder[PATH_MAX];
	const char *end = strrchr(path, '/');
	size_t length = end ? (size_t)(end - path) : 0;
	if (length >= sizeof folder)
		return ENAMETOOLONG;
	memcpy(folder, path, length);
	strcpy(folder + length, end ? "/" : ".");
	return access(folder, W_OK | X_OK) ? errno : 0;
}

/* 0, or the errno. One write: the kernel places it whole behind what other processes have appended. */
static int append_line(const char *path, const char *line, size_t length)
{
	/* A FIFO without a reader must not block us. */
	int flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (length ? O_CREAT : 0);
	/* Not open(): musl adds a call for a flag that the kernel has set. */
	int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0644);
	if (fd < 0)
		return errno == ENOENT && !length ? try_folder_of(path) : errno;
	ssize_t wrote = length ? write_once(fd, line, length) : 0;
	int failure = wrote < 0 ? errno : (size_t)wrote < length ? ENOSPC : 0;
	return close(fd) && !failure ? errno : failure;
}

static int send_line(const char *path, const char *line, size_t length)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	if (strlen(path) >= sizeof address.sun_path)
		return ENAMETOOLONG;
	strcpy(address.sun_path, path);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return errno;
	const struct sockaddr *to = (const struct sockaddr *)&address;
	int failed = length ? sendto(fd, line, length, MSG_NOSIGNAL, to, sizeof address) < 0 :
			      connect(fd, to, sizeof address) < 0;
	int failure = failed ? errno : 0;
	close(fd);
	return failure;
}

/* (path, pieces) => errno */
static duk_ret_t record(duk_context *ctx, int (*put)(const char *path, const char *line, size_t length))
{
	/* From the usual ones to those of a line that any socket takes. */
	static const struct json_limits limits[] = { { 300, 50 }, { 100, 8 }, { 40, 1 } };
	struct json_line line = { 0 };
	char *path = take_c_string(ctx, 0);
	int failure = EMSGSIZE;
	for (size_t i = 0; failure == EMSGSIZE && i < sizeof limits / sizeof *limits; i++) {
		render_line(ctx, 1, &limits[i], &line);
		if (!path)
			failure = ENOENT;
		else if (line.length <= LONGEST_LINE)
			failure = put(path, line.bytes, line.length);
	}
	give_memory(path);
	give_memory(line.bytes);
	duk_push_int(ctx, failure);
	return 1;
}

duk_ret_t host_append_record(duk_context *ctx)
{
	return record(ctx, append_line);
}

duk_ret_t host_send_record(duk_context *ctx)
{
	return record(ctx, send_line);
}

void send_record_of_input(const char *path)
{
	char line[LONGEST_LINE];
	size_t length = 0;
	for (ssize_t got = 1; got > 0 && length < sizeof line; length += (size_t)got) {
		got = read_some(0, line + length, sizeof line - length);
		if (got < 0)
			_exit(errno);
	}
	_exit(send_line(path, line, length));
}

duk_ret_t host_sha256(duk_context *ctx)
{
	size_t length;
	char *bytes = take_bytes(ctx, 0, &length);
	char digest[MOST_DIGITS + 1];
	sha256_of(bytes, length, digest);
	give_memory(bytes);
	duk_push_string(ctx, digest);
	return 1;
}
