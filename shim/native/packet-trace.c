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

extern char **environ;

static int is_same_file(const struct stat *one, const struct stat *other)
{
	return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* /proc may be absent, or of other processes. */
static int is_found_by_path(const struct packet_trace *trace, int flags)
{
	struct stat own, named;
	int fd = open(trace->path, flags | O_CLOEXEC);
	if (fd < 0)
		return 0;
	int is_found = !fstat(trace->fd, &own) && !fstat(fd, &named) && is_same_file(&own, &named);
	close(fd);
	return is_found;
}

static void name_trace(struct packet_trace *trace, int flags)
{
	snprintf(trace->path, sizeof trace->path, "/proc/%ld/fd/%d", (long)getpid(), trace->fd);
	if (trace->fd >= 0 && !is_found_by_path(trace, flags)) {
		close(trace->fd);
		trace->fd = -1;
	}
}

void open_trace(struct packet_trace *trace)
{
	trace->fd = make_nameless_file();
	name_trace(trace, O_WRONLY | O_APPEND);
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

/* A descriptor that outlives exec, and that a caller could name to git by one digit; -1 if none is free. */
static int move_to_digit(int fd)
{
	int digit = 9;
	while (digit > 2 && fcntl(digit, F_GETFD) >= 0)
		digit--;
	int moved = digit > 2 ? dup2(fd, digit) : -1;
	close(fd);
	return moved;
}

/* No other trace of git's is to write there: what it says may be the caller's words. */
static void drop_traces_to(const char *digit)
{
	for (char **entry = environ; *entry;) {
		const char *equals = strchr(*entry, '=');
		if (strncmp(*entry, "GIT_TRACE", 9) || !equals || strcmp(equals + 1, digit)) {
			entry++;
			continue;
		}
		char name[64];
		snprintf(name, sizeof name, "%.*s", (int)(equals - *entry), *entry);
		if (unsetenv(name))
			entry++;
	}
}

/*
 * git is told a descriptor and not a path, and nobody can open the file to write: git's other traces take any path, also
 * that of a descriptor of its own.
 */
void trace_next_program(void)
{
	struct packet_trace trace;
	unsetenv("INTERLOCK_TRACE");
	if (is_traced_by_caller())
		return;
	int fd = make_nameless_file();
	if (fd < 0)
		return;
	int is_closed = !fchmod(fd, 0400);
	trace.fd = move_to_digit(fd);
	name_trace(&trace, O_RDONLY);
	if (trace.fd < 0)
		return;
	if (!is_closed) {
		close(trace.fd);
		return;
	}
	const char digit[] = { (char)('0' + trace.fd), '\0' };
	drop_traces_to(digit);
	setenv("GIT_TRACE_PACKET", digit, 1);
	setenv("INTERLOCK_TRACE", trace.path, 1);
}

/* git hands it on to its hooks, and it is not for them. */
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
	const char *slash = strrchr(path, '/');
	if (now && slash && !strcmp(slash + 1, now))
		unsetenv("GIT_TRACE_PACKET");
	close_handed_on(path);
}
