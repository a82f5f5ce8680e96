#include "packet-trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "byte-strings.h"
#include "memory.h"
#include "standard-files.h"

static int is_same_file(const struct stat *one, const struct stat *other)
{
	return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Is it what git will find by that path? /proc may be absent, or of other processes. */
static int is_found_by_path(const struct packet_trace *trace)
{
	struct stat own, named;
	int fd = open(trace->path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0)
		return 0;
	int is_found = !fstat(trace->fd, &own) && !fstat(fd, &named) && is_same_file(&own, &named);
	close(fd);
	return is_found;
}

/* `least`: the lowest number that the descriptor may have; with one, it outlives exec. */
static void open_trace_from(struct packet_trace *trace, int least)
{
	trace->fd = make_nameless_file();
	if (trace->fd >= 0 && least > 0) {
		int moved = fcntl(trace->fd, F_DUPFD, least);
		close(trace->fd);
		trace->fd = moved;
	}
	snprintf(trace->path, sizeof trace->path, "/proc/%ld/fd/%d", (long)getpid(), trace->fd);
	if (trace->fd >= 0 && !is_found_by_path(trace)) {
		close(trace->fd);
		trace->fd = -1;
	}
}

void open_trace(struct packet_trace *trace)
{
	open_trace_from(trace, 0);
}

void push_trace(duk_context *ctx, struct packet_trace *trace)
{
	struct stat file;
	size_t size = trace->fd >= 0 && !fstat(trace->fd, &file) ? (size_t)file.st_size : 0, length = 0;
	char *bytes = take_memory(size);
	while (length < size) {
		ssize_t got = pread(trace->fd, bytes + length, size - length, (off_t)length);
		if (got == 0 || (got < 0 && errno != EINTR))
			break;
		length += got > 0 ? (size_t)got : 0;
	}
	push_bytes(ctx, bytes, length);
	give_memory(bytes);
	if (trace->fd >= 0)
		close(trace->fd);
	trace->fd = -1;
}

/* As get_trace_fd in git's trace.c has it. */
static int is_traced_by_caller(void)
{
	const char *value = getenv("GIT_TRACE_PACKET");
	return value && *value && strcmp(value, "0") && strcasecmp(value, "false");
}

void trace_next_program(void)
{
	struct packet_trace trace;
	unsetenv("INTERLOCK_TRACE");
	if (is_traced_by_caller())
		return;
	/* Shells and git itself use low numbers for their own purposes. */
	open_trace_from(&trace, 20);
	if (trace.fd < 0)
		return;
	setenv("GIT_TRACE_PACKET", trace.path, 1);
	setenv("INTERLOCK_TRACE", trace.path, 1);
}

/* git hands ours and the one that it opened on to its hooks; they are not for them. */
static void close_handed_on(const char *path)
{
	struct stat here, there;
	if (stat(path, &there))
		return;
	for (int fd = 3; fd < 64; fd++) {
		if (!fstat(fd, &here) && is_same_file(&here, &there))
			close(fd);
	}
}

void take_out_trace(void)
{
	const char *path = getenv("INTERLOCK_TRACE"), *now = getenv("GIT_TRACE_PACKET");
	if (!path)
		return;
	if (now && !strcmp(path, now))
		unsetenv("GIT_TRACE_PACKET");
	close_handed_on(path);
}
