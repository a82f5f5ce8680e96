#define _GNU_SOURCE /* pipe2, environ, syscall */
#include "hook-program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ancestors.h"
#include "byte-strings.h"
#include "deadline.h"
#include "memory.h"
#include "object-stream.h"
#include "script-values.h"
#include "standard-files.h"

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
};

struct run {
	pid_t child;
	int child_fd; /* readable when the program has ended; -1 on an old kernel */
	int input;
	const char *rest;
	size_t left;
	struct stream output, errors;
	int is_ended, status;
	const char *failure;
};

static long now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* In the child. Tells the parent by `report` why it could not start. */
_Noreturn static void become_hook(char **words, const char *folder, char **environment, int files[3], int report)
{
	deadline_stop();
	release_standard_files();
	setsid();
	/* Ctrl-C ends us, and must not leave the program without a time limit. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	struct sigaction usual = { .sa_handler = SIG_DFL };
	for (int number = 1; number < 32; number++)
		sigaction(number, &usual, NULL);
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	int is_ready = !chdir(folder);
	for (int i = 0; is_ready && i < 3; i++)
		is_ready = dup2(files[i], i) == i;
	if (is_ready) {
		/* A name without a slash is looked up on the PATH that the program gets. */
		environ = environment;
		execvp(words[0], words);
	}
	int problem = errno;
	ssize_t ignored = write(report, &problem, sizeof problem);
	(void)ignored;
	_exit(127);
}

static void take_some(struct stream *stream)
{
	char piece[65536];
	ssize_t got = read(stream->fd, piece, sizeof piece);
	if (got < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (got <= 0) {
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

/* A program need not read what it is told. */
static void give_some(struct run *run)
{
	ssize_t gave = write(run->input, run->rest, run->left);
	if (gave < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (gave > 0) {
		run->rest += gave;
		run->left -= (size_t)gave;
	}
	if (gave < 0 || !run->left) {
		close(run->input);
		run->input = -1;
	}
}

static void look_at_child(struct run *run)
{
	int status;
	if (!run->is_ended && waitpid(run->child, &status, WNOHANG) == run->child) {
		run->is_ended = 1;
		run->status = status;
		close(run->child_fd);
		run->child_fd = -1;
		/* What it has left behind may hold the pipes open. */
		kill(-run->child, SIGKILL);
	}
}

/* Until the program has ended and its output is read, or time is over. */
static void attend(struct run *run, long limit_ms)
{
	long end = now_ms() + limit_ms, drain_end = 0, kill_at = 0;
	for (;;) {
		look_at_child(run);
		if (run->is_ended && run->output.fd < 0 && run->errors.fd < 0)
			return;
		long now = now_ms();
		if (run->is_ended && !drain_end)
			drain_end = now + DRAIN_MS;
		if (drain_end && now >= drain_end)
			return;
		if (!run->is_ended && !run->failure && (now >= end || run->output.is_over)) {
			run->failure = run->output.is_over ? "excess" : "late";
			kill(-run->child, SIGTERM);
			kill_at = now + GRACE_MS;
		}
		if (kill_at && now >= kill_at && !run->is_ended)
			kill(-run->child, SIGKILL);
		struct pollfd files[] = { { run->output.fd, POLLIN, 0 },
					  { run->errors.fd, POLLIN, 0 },
					  { run->input, POLLOUT, 0 },
					  { run->child_fd, POLLIN, 0 } };
		long next = drain_end ? drain_end : kill_at ? (now >= kill_at ? now + 5 : kill_at) : end;
		int is_watched = run->is_ended || run->child_fd >= 0;
		long wait = next - now;
		poll(files, 4, wait < 0 ? 0 : is_watched || wait < 1 ? (int)wait : 1);
		if (files[0].revents)
			take_some(&run->output);
		if (files[1].revents)
			take_some(&run->errors);
		if (files[2].revents)
			give_some(run);
	}
}

/* Has the caller left us children, or are we the parent of all orphans? Then nobody can tell a program's from others. */
static int has_other_children(void)
{
	siginfo_t info;
	return getpid() == 1 || waitid(P_ALL, 0, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

/* Whoever left the session has become a child of ours (PR_SET_CHILD_SUBREAPER), now that its parent has ended. */
static void kill_orphans(void)
{
	for (int round = 0; round < 50; round++) {
		/* Mostly there is nobody, and /proc need not be read. */
		if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
			return;
		DIR *processes = opendir("/proc");
		int is_any = 0;
		for (struct dirent *entry; processes && (entry = readdir(processes));) {
			long process = strtol(entry->d_name, NULL, 10);
			if (process <= 0 || parent_of(process) != getpid())
				continue;
			is_any = 1;
			kill((pid_t)process, SIGKILL);
			waitpid((pid_t)process, NULL, 0);
		}
		if (processes)
			closedir(processes);
		if (!is_any)
			return;
	}
}

static int open_pipes(int pipes[4][2])
{
	for (int i = 0; i < 4; i++) {
		if (pipe2(pipes[i], O_CLOEXEC))
			return 0;
		/* A program's standard files must not lie where the caller has closed one. */
		for (int side = 0; side < 2; side++) {
			int high = fcntl(pipes[i][side], F_DUPFD_CLOEXEC, 3);
			if (high < 0)
				return 0;
			close(pipes[i][side]);
			pipes[i][side] = high;
		}
	}
	return 1;
}

/* 0, or the errno that kept the program from starting. */
static int start(struct run *run, char **words, const char *folder, char **environment)
{
	int pipes[4][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 }, { -1, -1 } }, problem = 0;
	if (!open_pipes(pipes))
		problem = errno;
	run->child = problem ? -1 : fork();
	if (run->child == 0)
		become_hook(words, folder, environment, (int[]){ pipes[0][0], pipes[1][1], pipes[2][1] }, pipes[3][1]);
	if (!problem && run->child < 0)
		problem = errno;
	int ours[] = { pipes[0][1], pipes[1][0], pipes[2][0] };
	close(pipes[0][0]);
	close(pipes[1][1]);
	close(pipes[2][1]);
	close(pipes[3][1]);
	if (!problem && read(pipes[3][0], &problem, sizeof problem) != sizeof problem)
		problem = 0;
	close(pipes[3][0]);
	run->child_fd = problem ? -1 : (int)syscall(SYS_pidfd_open, run->child, 0U);
	run->input = ours[0];
	run->output.fd = ours[1];
	run->errors.fd = ours[2];
	for (int i = 0; i < 3; i++)
		fcntl(ours[i], F_SETFL, O_NONBLOCK);
	if (problem && run->child > 0)
		waitpid(run->child, NULL, 0);
	return problem;
}

static void end(struct run *run)
{
	if (!run->is_ended) {
		kill(-run->child, SIGKILL);
		while (waitpid(run->child, &run->status, 0) < 0 && errno == EINTR)
			;
		run->is_ended = 1;
	}
	if (run->child_fd >= 0)
		close(run->child_fd);
	if (run->input >= 0)
		close(run->input);
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

duk_ret_t host_run_hook_program(duk_context *ctx)
{
	char **words = take_words(ctx, 0, 0), **environment = take_words(ctx, 2, 0);
	char *folder = take_c_string(ctx, 1);
	size_t length;
	char *input = take_bytes(ctx, 3, &length);
	struct run run = { .child_fd = -1, .input = -1, .rest = input, .left = length };
	run.output.fd = run.errors.fd = -1;
	run.output.most = MOST_OUTPUT;
	run.errors.most = MOST_ERRORS;
	/* The program must not inherit our stream. */
	end_stream();
	struct sigaction ignore = { .sa_handler = SIG_IGN }, reap = { .sa_handler = SIG_DFL }, pipe_was, child_was;
	sigaction(SIGPIPE, &ignore, &pipe_was);
	sigaction(SIGCHLD, &reap, &child_was);
	int is_alone = !has_other_children() && is_proc_ours();
	if (is_alone)
		prctl(PR_SET_CHILD_SUBREAPER, 1);
	int problem = words[0] && folder ? start(&run, words, folder, environment) : ENOENT;
	if (!problem) {
		attend(&run, (long)duk_require_number(ctx, 4));
		end(&run);
		if (is_alone)
			kill_orphans();
	} else {
		run.failure = "unstarted";
		run.is_ended = 1;
		end(&run);
	}
	prctl(PR_SET_CHILD_SUBREAPER, 0);
	sigaction(SIGPIPE, &pipe_was, NULL);
	sigaction(SIGCHLD, &child_was, NULL);
	duk_push_object(ctx);
	duk_push_int(ctx, problem ? problem : WIFSIGNALED(run.status) ? -WTERMSIG(run.status) : WEXITSTATUS(run.status));
	duk_put_prop_string(ctx, -2, "status");
	push_stream(ctx, &run.output, "stdout");
	push_stream(ctx, &run.errors, "stderr");
	duk_push_string(ctx, run.failure ? run.failure : "");
	duk_put_prop_string(ctx, -2, "failure");
	give_memory(folder);
	give_memory(input);
	give_words(words, 0);
	give_words(environment, 0);
	return 1;
}
