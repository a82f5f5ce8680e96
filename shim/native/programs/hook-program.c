/*
 * Runs a hook program within limits: in a session of its own, which is killed whole at the time limit and when the
 * program itself has ended; with a bounded amount of output; with no environment but what it is given. The same rules
 * as library/programs/run-program.ts.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "programs/adopted-orphans.h"
#include "engine/byte-strings.h"
#include "image/large.h"
#include "process/deadline.h"
#include "image/memory.h"
#include "programs/run-program.h"
#include "engine/script-values.h"
#include "programs/start-hook.h"

/* A result is a few fields, and a reason a few lines. */
#define MOST_OUTPUT (1024 * 1024)
#define MOST_ERRORS (64 * 1024)
/* After SIGTERM, before SIGKILL. */
#define GRACE_MS 100
/* For output that is still in the pipe when the program has ended. */
#define DRAIN_MS 100

struct stream {
	int fd;
	char *bytes;
	size_t length, most;
	int is_over; /* there was more than `most` */
	int is_cut; /* the rest could not be read */
};

struct run {
	pid_t child;
	int child_fd; /* readable when the program has ended; -1 on an old kernel */
	struct stream output, errors;
	int is_ended, status;
	const char *failure;
};

static void take_some(struct stream *stream)
{
	static LARGE char piece[65536];
	ssize_t got = read(stream->fd, piece, sizeof piece);
	if (got < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (got <= 0) {
		stream->is_cut = got < 0;
		close(stream->fd);
		stream->fd = -1;
		return;
	}
	size_t kept = (size_t)got;
	if (kept > stream->most - stream->length) {
		kept = stream->most - stream->length;
		stream->is_over = 1;
	}
	stream->bytes = grow_memory(stream->bytes, stream->length + kept + 1);
	memcpy(stream->bytes + stream->length, piece, kept);
	stream->length += kept;
}

/* To all that it has started, too. It is in its group a moment after its start. */
static void send_signal(const struct run *run, int number)
{
	if (kill(-run->child, number))
		kill(run->child, number);
}

static void look_at_child(struct run *run)
{
	int status;
	if (waitpid(run->child, &status, WNOHANG) == run->child) {
		run->is_ended = 1;
		run->status = status;
		if (run->child_fd >= 0)
			close(run->child_fd);
		run->child_fd = -1;
		/* What it has left behind may hold the pipes open. */
		kill(-run->child, SIGKILL);
	}
}

/* Until the program has ended and its output is read, or time is over. */
static void attend(struct run *run, long long end)
{
	long long drain_end = 0, kill_at = 0;
	for (;;) {
		if (run->is_ended && run->output.fd < 0 && run->errors.fd < 0)
			return;
		long long now = milliseconds_now();
		if (run->is_ended && !drain_end)
			drain_end = now + DRAIN_MS;
		if (drain_end && now >= drain_end)
			return;
		if (!run->is_ended && !run->failure && (now >= end || run->output.is_over)) {
			run->failure = run->output.is_over ? "excess" : "late";
			send_signal(run, SIGTERM);
			kill_at = now + GRACE_MS;
		}
		if (kill_at && now >= kill_at && !run->is_ended)
			send_signal(run, SIGKILL);
		struct pollfd files[] = { { run->output.fd, POLLIN, 0 },
					  { run->errors.fd, POLLIN, 0 },
					  { run->child_fd, POLLIN, 0 } };
		long long next = drain_end ? drain_end : kill_at ? (now >= kill_at ? now + 5 : kill_at) : end;
		int is_watched = run->is_ended || run->child_fd >= 0;
		long long wait = next - now;
		poll(files, 3, wait < 0 ? 0 : is_watched || wait < 1 ? (int)wait : 1);
		if (files[0].revents)
			take_some(&run->output);
		if (files[1].revents)
			take_some(&run->errors);
		if (!run->is_ended && (files[2].revents || run->child_fd < 0))
			look_at_child(run);
	}
}

static void end(struct run *run)
{
	if (!run->is_ended) {
		send_signal(run, SIGKILL);
		/* One that has become another user's cannot be ended: nobody waits for it. */
		int may_wait = !kill(run->child, SIGKILL) || errno != EPERM;
		while (may_wait && waitpid(run->child, &run->status, 0) < 0 && errno == EINTR)
			;
		run->is_ended = 1;
	}
	if (run->child_fd >= 0)
		close(run->child_fd);
	if (run->output.fd >= 0)
		close(run->output.fd);
	if (run->errors.fd >= 0)
		close(run->errors.fd);
}

static void push_stream(duk_context *ctx, struct stream *stream, const char *name)
{
	push_bytes(ctx, stream->bytes ? stream->bytes : "", stream->length);
	give_memory(stream->bytes);
	duk_put_prop_string(ctx, -2, name);
}

/*
 * Words, folder, environment, input, milliseconds, and whether no other process may reach its output; gives
 * { status, stdout, stderr, failure }.
 */
duk_ret_t host_run_hook_program(duk_context *ctx)
{
	char **words = take_words(ctx, 0, 0), **environment = take_words(ctx, 2, 0);
	char *folder = take_c_string(ctx, 1);
	long long end_ms = milliseconds_now() + (long long)duk_require_number(ctx, 4);
	struct hook hook = { .words = words, .folder = folder, .environment = environment,
			     .input = take_memory_file(ctx, 3), .is_guarded = duk_require_boolean(ctx, 5) };
	struct run run = { .child_fd = -1 };
	run.output.fd = run.errors.fd = -1;
	run.output.most = MOST_OUTPUT;
	run.errors.most = MOST_ERRORS;
	struct sigaction reap = { .sa_handler = SIG_DFL }, child_was;
	sigaction(SIGCHLD, &reap, &child_was);
	int is_alone = begin_adopting();
	/* Nobody with our user id is to look into our memory and files meanwhile. exec takes this back. */
	int was_dumpable = hook.is_guarded && prctl(PR_GET_DUMPABLE) == 1;
	if (was_dumpable)
		prctl(PR_SET_DUMPABLE, 0);
	int problem = words[0] && folder ? start_hook(&hook) : ENOENT;
	is_alone = go_on_adopting(is_alone);
	if (!problem) {
		run.child = hook.child;
		run.child_fd = hook.child_fd;
		run.output.fd = hook.output;
		run.errors.fd = hook.errors;
		attend(&run, end_ms);
		end(&run);
		/* What was cut off must not change what the rest means. */
		if (run.output.is_over && !run.failure)
			run.failure = "excess";
		if (run.output.is_cut && !run.failure)
			run.failure = "unread";
		problem = hook.problem;
	}
	if (problem)
		run.failure = "unstarted";
	end_adopting(is_alone);
	if (was_dumpable)
		prctl(PR_SET_DUMPABLE, 1);
	sigaction(SIGCHLD, &child_was, NULL);
	duk_push_object(ctx);
	duk_push_int(ctx, problem ? problem : status_of(run.status));
	duk_put_prop_string(ctx, -2, "status");
	push_stream(ctx, &run.output, "stdout");
	push_stream(ctx, &run.errors, "stderr");
	duk_push_string(ctx, run.failure ? run.failure : "");
	duk_put_prop_string(ctx, -2, "failure");
	give_memory(folder);
	give_words(words, 0);
	give_words(environment, 0);
	return 1;
}
