#define _GNU_SOURCE /* pipe2, F_SETPIPE_SZ, memmem */
#include "object-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "deadline.h"
#include "memory.h"
#include "output.h"
#include "run-program.h"
#include "standard-files.h"

#define ROOM (256 * 1024)
#define LONGEST_HEADER 128
/* Far larger than any commit or tag that a person writes. */
#define LARGEST_KEPT (16 * 1024 * 1024)
/* Of a print, what we have read so far is kept up to this size, so that another program can read it from the start. */
#define MOST_KEPT (16 * 1024 * 1024)
/* A large object is not a script in an endless loop: restart its time after this many bytes. */
#define BYTES_A_TURN (64 * 1024 * 1024)

static struct {
	int is_open, is_print, is_at_end, is_whole, from, status;
	/* What the last printer writes to standard error. */
	int has_errors, errors;
	pid_t children[2];
	struct sigaction callers_child_signal;
	char *bytes;
	size_t room, start, end;
} stream;

/* `is_over`: git has written everything and exits by itself. */
static void close_stream(int is_over)
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

static long long now_milliseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

int await_stream(int most)
{
	struct pollfd output = { .fd = stream.from, .events = POLLIN };
	long long start = now_milliseconds();
	if (!stream.is_open || stream.start < stream.end)
		return 0;
	if (!poll(&output, 1, most))
		return most;
	/* It has come, or the wait was interrupted, which says nothing: at any rate less. */
	long long waited = now_milliseconds() - start;
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

/* `from` and `to` are the child's input and output; `errors` as in `become_program`. */
static pid_t start_child(const char *git, char **argv, char *const *environment, int from, int to, int errors)
{
	pid_t child = fork();
	if (child)
		return child;
	sigaction(SIGCHLD, &stream.callers_child_signal, NULL);
	become_program(git, argv, environment, from, to, 1, errors);
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

int start_print(const char *git, char **printer, char *const *environment, int input)
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

int start_stream(const char *git, char **lister, char *const *environment, int input)
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

/* Buffers this many bytes in one piece; 0 if there are fewer. */
static int have(size_t wanted)
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

/* The next line; its end becomes a NUL. NULL if there is none, or it is too long. */
static char *read_line(void)
{
	for (size_t length = 1; length <= LONGEST_HEADER && have(length); length++) {
		char *line = stream.bytes + stream.start;
		size_t at_hand = stream.end - stream.start;
		char *end = memchr(line, '\n', at_hand < LONGEST_HEADER ? at_hand : LONGEST_HEADER);
		if (!end) {
			length = at_hand;
			continue;
		}
		*end = '\0';
		stream.start += (size_t)(end - line) + 1;
		return line;
	}
	return NULL;
}

/* The object's last byte is followed by a line end. */
static int take_line_end(void)
{
	return have(1) && stream.bytes[stream.start++] == '\n';
}

/* Hashes this many bytes as they arrive; 0 if there are fewer. */
static int pass_bytes(struct object_hash *hash, unsigned long long size)
{
	unsigned long long turn = 0;
	while (size > 0) {
		if (!have(1))
			return 0;
		size_t at_hand = stream.end - stream.start;
		size_t taken = size < at_hand ? (size_t)size : at_hand;
		add_bytes(hash, stream.bytes + stream.start, taken);
		stream.start += taken;
		size -= taken;
		turn += taken;
		if (turn >= BYTES_A_TURN) {
			deadline_renew();
			turn = 0;
		}
	}
	return 1;
}

static int read_body(struct found_object *found, unsigned long long size)
{
	struct object_hash hash;
	int is_read = !strcmp(found->type, "commit") || !strcmp(found->type, "tag");
	begin_object(&hash, (int)strlen(found->id), found->type, size);
	if (is_read && size <= LARGEST_KEPT) {
		if (!have((size_t)size + 1))
			return 0;
		found->body = stream.bytes + stream.start;
		found->length = (size_t)size;
		add_bytes(&hash, found->body, found->length);
		stream.start += found->length;
	} else {
		if (!pass_bytes(&hash, size))
			return 0;
		if (is_read)
			found->type = "large";
	}
	if (!has_id(&hash, found->id)) {
		found->type = "forged";
		found->length = 0;
	}
	return take_line_end();
}

static const char *find_type(const char *text, size_t length)
{
	static const char *const types[] = { "commit", "tag", "tree", "blob" };
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (strlen(types[i]) == length && !memcmp(types[i], text, length))
			return types[i];
	}
	return NULL;
}

/* Only digits, and too few to overflow; else -1. */
static long long parse_size(const char *text)
{
	long long size = 0;
	size_t length = strlen(text);
	if (!length || length > 18 || strspn(text, "0123456789") != length)
		return -1;
	for (; *text; text++)
		size = 10 * size + (*text - '0');
	return size;
}

static int read_object(struct found_object *found)
{
	const char *line = read_line();
	size_t digits = line ? strspn(line, "0123456789abcdef") : 0;
	if ((digits != SHA1_DIGITS && digits != SHA256_DIGITS) || line[digits] != ' ')
		return 0;
	memcpy(found->id, line, digits);
	found->id[digits] = '\0';
	found->body = "";
	found->length = 0;
	const char *rest = line + digits + 1, *space = strchr(rest, ' ');
	if (!strcmp(rest, "missing")) {
		found->type = "missing";
		return 1;
	}
	found->type = space ? find_type(rest, (size_t)(space - rest)) : NULL;
	long long size = space ? parse_size(space + 1) : -1;
	return found->type && size >= 0 && read_body(found, (unsigned long long)size);
}

/* Reads more into the buffer; 0 at the end. */
static int read_on(void)
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
		stream.is_at_end = got <= 0;
		stream.end += got > 0 ? (size_t)got : 0;
		return got > 0;
	}
}

/* Drops the rest of a large record, and gives its beginning, with the id; NULL if it is not complete. */
static char *skip_record(void)
{
	static char head[LONGEST_HEADER];
	memcpy(head, stream.bytes + stream.start, sizeof head);
	stream.is_whole = 0;
	do {
		stream.start = stream.end;
		if (!read_on())
			return NULL;
		char *nul = memchr(stream.bytes + stream.start, '\0', stream.end - stream.start);
		if (nul) {
			stream.start = (size_t)(nul - stream.bytes) + 1;
			return head;
		}
	} while (1);
}

/* The next record, without its final NUL; NULL if there is no complete one. Of a large one, only the beginning. */
static char *take_record(size_t *length)
{
	for (size_t seen = 0;;) {
		size_t at_hand = stream.end - stream.start;
		char *record = stream.bytes + stream.start;
		char *nul = at_hand > seen ? memchr(record + seen, '\0', at_hand - seen) : NULL;
		if (nul) {
			*length = (size_t)(nul - record);
			stream.start += *length + 1;
			return record;
		}
		seen = *length = at_hand;
		if (seen > LARGEST_KEPT)
			return skip_record();
		if (!read_on())
			return NULL;
	}
}

/*
 * A commit as git prints it: the id, LF, the header, a blank line, and the message with every line indented. git has
 * dropped white space at line ends, blank lines around the message and everything after a NUL byte, so only the id
 * shows whether the bytes that we reassemble here are the object.
 */
static int read_print(struct found_object *found)
{
	static char *object;
	static size_t room;
	size_t length;
	char *record = take_record(&length);
	/* The range excludes this one: the walk ends there. */
	int is_boundary = record && *record == '-';
	if (is_boundary) {
		record++;
		length--;
	}
	size_t digits = record ? strspn(record, "0123456789abcdef") : 0;
	if ((digits != SHA1_DIGITS && digits != SHA256_DIGITS) || record[digits] != '\n')
		return 0;
	memcpy(found->id, record, digits);
	found->id[digits] = '\0';
	/* A large print can be that of a smaller object: every line of it is indented. */
	found->type = is_boundary ? "boundary" : "unproved";
	found->body = "";
	found->length = 0;
	if (is_boundary || length > LARGEST_KEPT)
		return 1;
	const char *from = record + digits + 1, *end = record + length;
	if (room < length + 2)
		object = grow_memory(object, room = 2 * length + 2);
	const char *blank = memmem(from, (size_t)(end - from), "\n\n", 2);
	size_t header = (size_t)((blank ? blank + 1 : end) - from);
	memcpy(object, from, header);
	char *to = object + header;
	*to++ = '\n';
	for (const char *line = blank ? blank + 2 : end; line < end;) {
		const char *after = memchr(line, '\n', (size_t)(end - line));
		if (!after || after - line < 4 || memcmp(line, "    ", 4))
			return 1;
		size_t taken = (size_t)(after + 1 - line) - 4;
		memcpy(to, line + 4, taken);
		to += taken;
		line = after + 1;
	}
	/* Some programs write no final line end. */
	for (int dropped = 0; dropped < (blank ? 2 : 1); dropped++) {
		struct object_hash hash;
		size_t size = (size_t)(to - object) - (size_t)dropped;
		begin_object(&hash, (int)digits, "commit", size);
		add_bytes(&hash, object, size);
		if (has_id(&hash, found->id)) {
			found->type = "commit";
			found->body = object;
			found->length = size;
			return 1;
		}
	}
	return 1;
}

int next_object(struct found_object *found)
{
	if (!stream.is_open)
		return 0;
	if (stream.is_print ? read_print(found) : read_object(found))
		return 1;
	/* A truncated record is not the end. */
	close_stream(stream.is_at_end && stream.start == stream.end);
	return 0;
}

/* 0, or -1 if nobody reads any more. */
static int write_whole(int to, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t wrote = write_once(to, bytes, length);
		if (wrote < 0 && errno != EINTR)
			return -1;
		bytes += wrote > 0 ? wrote : 0;
		length -= wrote > 0 ? (size_t)wrote : 0;
	}
	return 0;
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
