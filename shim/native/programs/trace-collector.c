#define _GNU_SOURCE /* struct ucred, pipe2, syscall */
#include "programs/trace-collector.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/deadline.h"
#include "image/large.h"
#include "image/memory.h"
#include "process/output.h"
#include "programs/run-program.h"

#define ONE_READ 65536
/* Enough for five million refs. */
#define MOST_BYTES (512 * 1024 * 1024)
#define MOST_WRITERS 1024
/* A process that keeps the descriptor after git has ended must not keep us alive. */
#define WAIT_MILLISECONDS 2000
#define READS_A_LOOK 4096
/* Ends an answer; without it, the answer is truncated. */
static const char end_mark[] = ".\n";

struct writer {
	long process;
	char *bytes;
	size_t length, room;
};

static LARGE struct writer writers[MOST_WRITERS];
static size_t writer_count, all_bytes;
/* Something was dropped: give no more answers. Keep reading, or SIGPIPE would end git. */
static int is_incomplete;

static struct writer *find_writer(long process)
{
	for (size_t i = 0; i < writer_count; i++) {
		if (writers[i].process == process)
			return &writers[i];
	}
	return NULL;
}

/* One buffer per process: a long line comes in pieces, and those of other processes may come between them. */
static void keep_bytes(long process, const char *bytes, size_t added)
{
	struct writer *writer = find_writer(process);
	if (!writer && writer_count < MOST_WRITERS) {
		writer = &writers[writer_count++];
		writer->process = process;
	}
	all_bytes += added;
	is_incomplete = is_incomplete || !writer || all_bytes > MOST_BYTES;
	if (is_incomplete)
		return;
	if (writer->room - writer->length < added) {
		size_t room = 2 * writer->room + added + 4096;
		char *grown = realloc(writer->bytes, room);
		is_incomplete = !grown;
		if (!grown)
			return;
		writer->bytes = grown;
		writer->room = room;
	}
	memcpy(writer->bytes + writer->length, bytes, added);
	writer->length += added;
}

static void answer(int to, const char *request)
{
	struct writer *writer = find_writer(atol(request));
	/* Without its end, the answer counts as none. */
	if (!is_incomplete && (!writer || !write_whole(to, writer->bytes, writer->length)))
		write_whole(to, end_mark, sizeof end_mark - 1);
	close(to);
}

union control {
	struct cmsghdr align;
	char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(sizeof(int))];
};

/* 0 at the end. One read returns bytes of one process only (unix_stream_read_generic in net/unix/af_unix.c). */
static int take_bytes_of_one(int from)
{
	static LARGE char bytes[ONE_READ + 1];
	union control control;
	struct iovec part = { bytes, ONE_READ };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
	message.msg_control = control.bytes;
	message.msg_controllen = sizeof control.bytes;
	ssize_t length = recvmsg(from, &message, MSG_CMSG_CLOEXEC);
	/* To end here would end git by SIGPIPE, without a word. Whoever waits for an answer gets none. */
	if (length < 0 && errno != EINTR) {
		is_incomplete = 1;
		length = read(from, bytes, ONE_READ);
		return length > 0 || (length < 0 && errno == EINTR);
	}
	if (length <= 0)
		return length < 0;
	long process = 0;
	int to = -1;
	for (struct cmsghdr *part_of = CMSG_FIRSTHDR(&message); part_of; part_of = CMSG_NXTHDR(&message, part_of)) {
		if (part_of->cmsg_level != SOL_SOCKET)
			continue;
		if (part_of->cmsg_type == SCM_CREDENTIALS) {
			struct ucred sender;
			memcpy(&sender, CMSG_DATA(part_of), sizeof sender);
			process = sender.pid;
		} else if (part_of->cmsg_type == SCM_RIGHTS && part_of->cmsg_len >= CMSG_LEN(sizeof to)) {
			memcpy(&to, CMSG_DATA(part_of), sizeof to);
		}
	}
	bytes[length] = '\0';
	if (to >= 0)
		answer(to, bytes);
	else if (process > 0)
		keep_bytes(process, bytes, (size_t)length);
	else
		is_incomplete = 1;
	return 1;
}

/* We must not hold open a pipe whose end the caller waits for. */
static void close_all_but(int kept)
{
	int is_closed = !syscall(SYS_close_range, (unsigned)kept + 1, ~0U, 0U);
	for (int fd = 0; fd < (is_closed ? kept : 1024); fd++)
		if (fd != kept)
			close(fd);
}

_Noreturn static void collect(int from, pid_t git)
{
	deadline_stop();
	/* Other processes of the user must not read our memory or descriptors. */
	prctl(PR_SET_DUMPABLE, 0);
	setsid();
	signal(SIGPIPE, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	close_all_but(from);
	if (chdir("/")) {
		/* Harmless: the folder stays in use as long as git runs. */
	}
	for (unsigned reads = 1;; reads++) {
		struct pollfd ready = { .fd = from, .events = POLLIN };
		int count = poll(&ready, 1, WAIT_MILLISECONDS);
		if ((count == 0 || reads % READS_A_LOOK == 0) && kill(git, 0) && errno == ESRCH)
			_exit(0);
		if (count > 0 && !take_bytes_of_one(from))
			_exit(0);
	}
}

int start_collector(void)
{
	int ends[2], yes = 1;
	/*
	 * A stream, because a datagram must fit into the buffer as a whole. A child of git could shrink the buffer, and
	 * git stops tracing after a failed write.
	 */
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return -1;
	pid_t git = getpid(), child = -1;
	/* If the caller ignores SIGCHLD, we would not get the child's status. */
	struct sigaction reap = { .sa_handler = SIG_DFL }, callers;
	sigaction(SIGCHLD, &reap, &callers);
	if (!setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes))
		child = fork();
	if (child == 0) {
		close(ends[1]);
		/* Orphaned: git does not know it and would not wait for it. */
		pid_t collector = fork();
		if (collector == 0)
			collect(ends[0], git);
		_exit(collector < 0);
	}
	close(ends[0]);
	int status = -1;
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	sigaction(SIGCHLD, &callers, NULL);
	if (child > 0 && !status)
		return ends[1];
	close(ends[1]);
	return -1;
}

/* Sends the descriptor for the answer, so that nobody else can answer. */
static int send_request(int fd, long process, int answer_to)
{
	char text[32];
	union control control;
	memset(&control, 0, sizeof control);
	struct iovec part = { text, (size_t)snprintf(text, sizeof text, "%ld", process) };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
	message.msg_control = control.bytes;
	message.msg_controllen = CMSG_SPACE(sizeof answer_to);
	struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
	rights->cmsg_level = SOL_SOCKET;
	rights->cmsg_type = SCM_RIGHTS;
	rights->cmsg_len = CMSG_LEN(sizeof answer_to);
	memcpy(CMSG_DATA(rights), &answer_to, sizeof answer_to);
	return sendmsg(fd, &message, MSG_NOSIGNAL) > 0;
}

char *ask_collector(int fd, long process, size_t *length)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC))
		return NULL;
	int is_sent = send_request(fd, process, ends[1]);
	close(ends[1]);
	struct output answer = { NULL, 0, 0 };
	if (is_sent)
		collect_output(ends[0], &answer);
	close(ends[0]);
	size_t mark = sizeof end_mark - 1, got = answer.length;
	char *bytes = answer.bytes;
	if (got >= mark && !memcmp(bytes + got - mark, end_mark, mark) && (got == mark || bytes[got - mark - 1] == '\n')) {
		*length = got - mark;
		return bytes;
	}
	give_memory(bytes);
	return NULL;
}
