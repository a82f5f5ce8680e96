#define _GNU_SOURCE /* pipe2, F_SETPIPE_SZ */
#include "objects/object-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "image/large.h"
#include "image/memory.h"
#include "objects/object-stream-inside.h"
#include "process/deadline.h"
#include "process/output.h"
#include "programs/run-program.h"
#include "process/standard-files.h"

#define ROOM (256 * 1024)
/* Of a print, what we have read so far is kept up to this size, so that another program can read it from the start. */
#define MOST_KEPT (16 * 1024 * 1024)

SELDOM struct object_stream stream;

void close_stream(int is_over)
{
	if (!stream.is_open)
		return;
	stream.is_open = 0;
	close(stream.from);
	for (int i = 0; i < 2; i++) {
		int status = 0;
		pid_t ended;
		if (stream.children[i] <= 0)
			continue;
		if (!is_over)
			kill(stream.children[i], SIGTERM);
		while ((ended = waitpid(stream.children[i], &status, 0)) < 0 && errno == EINTR)
			;
		if (i == 0 && is_over && ended > 0)
			stream.status = status_of(status);
	}
	sigaction(SIGCHLD, &stream.callers_child_signal, NULL);
}

void end_stream(void)
{
	close_stream(0);
}

int await_stream(int most)
{
	struct pollfd output = { .fd = stream.from, .events = POLLIN };
	long long start = milliseconds_now();
	if (!stream.is_open || stream.start < stream.end)
		return 0;
	if (!poll(&output, 1, most))
		return most;
	/* It has come, or the wait was interrupted, which says nothing: at any rate less. */
	long long waited = milliseconds_now() - start;
	return waited < most ? (int)waited : most - 1;
}

int stream_is_whole(void)
{
	return stream.is_open && stream.is_whole;
}

void leave_stream(void)
{
	close(stream.from);
	sigaction(SIGCHLD, &stream.callers_child_signal, NULL);
	stream.is_open = 0;
}

int stream_status(void)
{
	return stream.status;
}

ssize_t print_errors(char *bytes, size_t room)
{
	return stream.has_errors ? pread(stream.errors, bytes, room, 0) : -1;
}

static void restore_child_signal(void)
{
	sigaction(SIGCHLD, &stream.callers_child_signal, NULL);
}

/* `from` and `to` are the child's input and output; `errors`: for its standard error, or -1. */
static pid_t start_child(const char *git, char **argv, char **environment, int from, int to, int errors)
{
	struct files files = { .from = from, .to = to, .at = 1, .other = errors };
	return start_program(git, argv, environment, &files, restore_child_signal);
}

/* `from`: the read end of a pipe; the children that write to it are started later. */
static void open_stream(int from, int is_print)
{
	/* So that git can go on writing while we judge a batch. */
	fcntl(from, F_SETPIPE_SZ, 4 * ROOM);
	/* If the caller ignores SIGCHLD, the kernel would reuse the pids of our children. */
	struct sigaction reap = { .sa_handler = SIG_DFL };
	sigaction(SIGCHLD, &reap, &stream.callers_child_signal);
	stream.is_open = 1;
	stream.is_print = is_print;
	stream.is_at_end = 0;
	stream.is_whole = is_print;
	stream.status = NOT_STARTED;
	stream.from = from;
	stream.start = stream.end = 0;
	stream.children[0] = stream.children[1] = 0;
}

int start_print(const char *git, char **printer, char **environment, int input)
{
	int commits[2];
	end_stream();
	if (pipe2(commits, O_CLOEXEC))
		return NOT_STARTED;
	open_stream(commits[0], 1);
	if (stream.has_errors)
		close(stream.errors);
	stream.errors = make_nameless_file();
	stream.has_errors = stream.errors >= 0;
	stream.children[0] = start_child(git, printer, environment, input, commits[1], stream.errors);
	close(commits[1]);
	if (stream.children[0] >= 0)
		return 0;
	end_stream();
	return NOT_STARTED;
}

int start_stream(const char *git, char **lister, char **environment, int input)
{
	static char *reader[] = { (char *)"git", (char *)"cat-file", (char *)"--batch", (char *)"--buffer", NULL };
	int ids[2] = { -1, -1 }, objects[2];
	end_stream();
	if (pipe2(objects, O_CLOEXEC))
		return NOT_STARTED;
	if (lister && pipe2(ids, O_CLOEXEC)) {
		close(objects[0]);
		close(objects[1]);
		return NOT_STARTED;
	}
	open_stream(objects[0], 0);
	stream.children[0] = lister ? start_child(git, lister, environment, input, ids[1], -1) : 0;
	stream.children[1] = start_child(git, reader, environment, lister ? ids[0] : input, objects[1], -1);
	close(objects[1]);
	if (lister) {
		close(ids[0]);
		close(ids[1]);
	}
	if (stream.children[0] >= 0 && stream.children[1] >= 0)
		return 0;
	end_stream();
	return NOT_STARTED;
}

int have(size_t wanted)
{
	size_t left = stream.end - stream.start;
	if (left >= wanted)
		return 1;
	if (stream.room - stream.start < wanted || stream.start == stream.end) {
		if (left)
			memmove(stream.bytes, stream.bytes + stream.start, left);
		stream.start = 0;
		stream.end = left;
	}
	if (stream.room < wanted)
		stream.bytes = grow_memory(stream.bytes, stream.room = wanted > ROOM ? wanted : ROOM);
	while (stream.end - stream.start < wanted) {
		ssize_t got = read(stream.from, stream.bytes + stream.end, stream.room - stream.end);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return 0;
		stream.end += (size_t)got;
	}
	return 1;
}

int read_on(void)
{
	size_t left = stream.end - stream.start;
	stream.is_whole = stream.is_whole && stream.end <= MOST_KEPT;
	if (stream.start && !stream.is_whole && stream.room - stream.end < ROOM / 4) {
		memmove(stream.bytes, stream.bytes + stream.start, left);
		stream.start = 0;
		stream.end = left;
	}
	if (stream.room - stream.end < ROOM / 4)
		stream.bytes = grow_memory(stream.bytes, stream.room = stream.room ? 2 * stream.room : ROOM);
	for (;;) {
		ssize_t got = read(stream.from, stream.bytes + stream.end, stream.room - stream.end);
		if (got < 0 && errno == EINTR)
			continue;
		/* If it cannot be read, git has not come to its end, whatever its status will be. */
		stream.is_at_end = got == 0;
		stream.end += got > 0 ? (size_t)got : 0;
		return got > 0;
	}
}

/*
 * Waits for output; -1 if nobody would read it any more. git writes a few commits at a time, and the next program would
 * wake for each of these, so this waits a little for more.
 */
static int gather_output(int to)
{
	struct pollfd ends[] = { { .fd = stream.from, .events = POLLIN }, { .fd = to } };
	int queued = 0;
	while (poll(ends, 2, -1) < 0 && errno == EINTR)
		;
	if (ends[1].revents)
		return -1;
	if (!ioctl(stream.from, FIONREAD, &queued) && queued > 0 && queued < ROOM / 4)
		nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
	return 0;
}

int pass_stream_on(int to)
{
	fcntl(to, F_SETPIPE_SZ, 4 * ROOM);
	/* Our caller waits for the program that reads this: if SIGCHLD were ignored again, its status would be lost. */
	stream.callers_child_signal = (struct sigaction){ .sa_handler = SIG_DFL };
	int is_read = !write_whole(to, stream.bytes, stream.end);
	stream.start = stream.end = 0;
	stream.is_whole = 0;
	while (is_read && !gather_output(to) && read_on()) {
		is_read = !write_whole(to, stream.bytes, stream.end);
		stream.start = stream.end = 0;
	}
	close_stream(stream.is_at_end);
	return stream.status;
}
