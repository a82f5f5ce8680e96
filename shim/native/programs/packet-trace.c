#include "programs/packet-trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "programs/ancestors.h"
#include "engine/byte-strings.h"
#include "image/memory.h"
#include "process/standard-files.h"
#include "programs/trace-collector.h"

extern char **environ;

static int is_same_file(const struct stat *one, const struct stat *other)
{
	return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Will git find this file by that path? /proc may be missing, or of another pid namespace. */
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

void open_trace(struct packet_trace *trace)
{
	trace->fd = make_nameless_file();
	snprintf(trace->path, sizeof trace->path, "/proc/%ld/fd/%d", (long)getpid(), trace->fd);
	if (trace->fd >= 0 && !is_found_by_path(trace)) {
		close(trace->fd);
		trace->fd = -1;
	}
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

/* As get_trace_fd in git's trace.c. */
static int is_traced_by_caller(void)
{
	const char *value = getenv("GIT_TRACE_PACKET");
	return value && *value && strcmp(value, "0") && strcasecmp(value, "false");
}

/* git accepts only a one-digit descriptor. -1 if none of these is free. */
static int move_to_digit(int fd)
{
	int digit = 9;
	while (digit > 2 && fcntl(digit, F_GETFD) >= 0)
		digit--;
	int moved = digit > 2 ? dup2(fd, digit) : -1;
	close(fd);
	return moved;
}

static char *switched_off(const char *entry, size_t name_length)
{
	char *changed = take_memory(name_length + 3);
	memcpy(changed, entry, name_length);
	memcpy(changed + name_length, "=0", 3);
	return changed;
}

/* Redirect no other trace of git's there: its content may look like packets. */
static void keep_other_traces_out(const char *digit)
{
	for (char **entry = environ; *entry; entry++) {
		char *value = strchr(*entry, '=');
		if (!strncmp(*entry, "GIT_TRACE", 9) && value && !strcmp(value + 1, digit))
			*entry = switched_off(*entry, (size_t)(value - *entry));
	}
}

void trace_next_program(void)
{
	unsetenv("INTERLOCK_TRACE");
	if (is_traced_by_caller())
		return;
	struct stat file;
	int made = start_collector(), fd = made < 0 ? -1 : move_to_digit(made);
	if (fd < 0 || fstat(fd, &file))
		return;
	char digit[] = { (char)('0' + fd), '\0' }, ours[64];
	snprintf(ours, sizeof ours, "%d:%llu", fd, (unsigned long long)file.st_ino);
	keep_other_traces_out(digit);
	setenv("GIT_TRACE_PACKET", digit, 1);
	setenv("INTERLOCK_TRACE", ours, 1);
}

/* The descriptor that INTERLOCK_TRACE names, if it is still the same file; else -1. */
static int find_handed_on(const char *named)
{
	struct stat file;
	char *rest;
	long fd = strtol(named, &rest, 10);
	if (fd < 3 || fd > 9 || *rest != ':' || fstat((int)fd, &file) || !S_ISSOCK(file.st_mode))
		return -1;
	return strtoull(rest + 1, NULL, 10) == (unsigned long long)file.st_ino ? (int)fd : -1;
}

void take_out_trace(int is_hook)
{
	const char *named = getenv("INTERLOCK_TRACE"), *now = getenv("GIT_TRACE_PACKET");
	if (!named)
		return;
	if (now && strlen(now) == 1 && now[0] == named[0])
		unsetenv("GIT_TRACE_PACKET");
	int fd = find_handed_on(named);
	if (fd >= 0 && is_hook)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	else if (fd >= 0)
		close(fd);
	if (!is_hook)
		unsetenv("INTERLOCK_TRACE");
}

duk_ret_t host_read_trace(duk_context *ctx)
{
	const char *named = getenv("INTERLOCK_TRACE");
	int fd = named && is_trace_true() ? find_handed_on(named) : -1;
	size_t length = 0;
	char *lines = fd < 0 ? NULL : ask_collector(fd, (long)getppid(), &length);
	if (lines)
		push_bytes(ctx, lines, length);
	else
		duk_push_null(ctx);
	give_memory(lines);
	return 1;
}
