#define _GNU_SOURCE /* pipe2, F_SETPIPE_SZ */
#include "object-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "deadline.h"
#include "memory.h"
#include "run-program.h"

#define ROOM (256 * 1024)
#define LONGEST_HEADER 128
/* No commit or tag that a person wrote comes near it. */
#define LARGEST_KEPT (16 * 1024 * 1024)
/* Reading on is no endless loop of a script: after so many bytes of one object its time begins anew. */
#define BYTES_A_TURN (64 * 1024 * 1024)

static struct {
	int is_open, from;
	pid_t children[2];
	struct sigaction callers_child_signal;
	char *bytes;
	size_t room, start, end;
} stream;

void end_stream(void)
{
	if (!stream.is_open)
		return;
	stream.is_open = 0;
	close(stream.from);
	for (int i = 0; i < 2; i++) {
		if (stream.children[i] <= 0)
			continue;
		kill(stream.children[i], SIGTERM);
		while (waitpid(stream.children[i], NULL, 0) < 0 && errno == EINTR)
			;
	}
	sigaction(SIGCHLD, &stream.callers_child_signal, NULL);
}

/* `from` and `to` are the child's input and output. */
static pid_t start_child(const char *git, char **argv, char *const *environment, int from, int to)
{
	pid_t child = fork();
	if (child)
		return child;
	sigaction(SIGCHLD, &stream.callers_child_signal, NULL);
	become_program(git, argv, environment, from, to);
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
	/* git writes on while a lot is judged. */
	fcntl(objects[0], F_SETPIPE_SZ, 4 * ROOM);
	/* A caller that ignores SIGCHLD would have our children's numbers given to others. */
	struct sigaction reap = { .sa_handler = SIG_DFL };
	sigaction(SIGCHLD, &reap, &stream.callers_child_signal);
	stream.is_open = 1;
	stream.from = objects[0];
	stream.start = stream.end = 0;
	stream.children[0] = lister ? start_child(git, lister, environment, input, ids[1]) : 0;
	stream.children[1] = start_child(git, reader, environment, lister ? ids[0] : input, objects[1]);
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

/* Has so many bytes at hand, in one piece; 0 if there are no more. */
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

/* The next line without its end, which becomes a NUL; NULL if there is none, or it is too long. */
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

/* Hashes so many bytes as they come by; 0 if there are fewer. */
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

/* Nothing but digits, and not so many that they could overflow; -1 else. */
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

int next_object(struct found_object *found)
{
	if (!stream.is_open)
		return 0;
	if (read_object(found))
		return 1;
	end_stream();
	return 0;
}
