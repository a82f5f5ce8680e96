#define _GNU_SOURCE /* pipe2, execvpe */
#include "programs/cold-side.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "programs/compile-turn.h"
#include "process/deadline.h"
#include "process/failure.h"
#include "image/memory.h"
#include "programs/real-program.h"
#include "programs/run-program.h"

#define LONGEST (PATH_MAX + 64)

static void find_files(char packaged[LONGEST], char script[LONGEST])
{
	snprintf(packaged, LONGEST, "%s/lib/interlock/cold/interlock-cold", install_prefix());
	snprintf(script, LONGEST, "%s/lib/interlock/cold/cli.cjs", install_prefix());
}

/* Searches as execvp does. */
static int is_on_path(const char *name)
{
	char file[LONGEST];
	const char *path = getenv("PATH");
	while (path && *path) {
		size_t length = strcspn(path, ":");
		snprintf(file, sizeof file, "%.*s/%s", (int)(length ? length : 1), length ? path : ".", name);
		if (length < PATH_MAX && !access(file, X_OK))
			return 1;
		path += length + (path[length] == ':');
	}
	return 0;
}

int has_cold_side(void)
{
	char packaged[LONGEST], script[LONGEST];
	find_files(packaged, script);
	return !access(packaged, X_OK) || (!access(script, R_OK) && is_on_path("node"));
}

void exec_cold_side(char *const *arguments, const char *walk)
{
	/* A caller cannot hand over a walk. */
	unsetenv("INTERLOCK_WALK");
	if (walk && setenv("INTERLOCK_WALK", walk, 1))
		return;
	char packaged[LONGEST], script[LONGEST];
	find_files(packaged, script);
	size_t count = 0;
	while (arguments[count])
		count++;
	char **argv = take_memory((count + 3) * sizeof *argv);
	memcpy(argv + 2, arguments, (count + 1) * sizeof *argv);
	argv[1] = packaged;
	execv(packaged, argv + 1);
	if (access(script, R_OK))
		return;
	argv[0] = (char *)"node";
	argv[1] = script;
	execvp("node", argv);
}

/* install.sh leaves this file where it has left out the cold side. */
static int is_minimal(void)
{
	char mark[LONGEST];
	snprintf(mark, sizeof mark, "%s/lib/interlock/minimal", install_prefix());
	return !access(mark, F_OK);
}

void become_cold_side(char *const *argv, const char *walk)
{
	exec_cold_side(argv + 1, walk);
	if (is_minimal())
		die(status_of_failure(), "no-cold-side", "this minimal install leaves out",
		    argv[1] ? argv[1] : "",
		    "it has explain, health, verify (as text) and version; install.sh without '--minimal' installs the others, too");
	die(status_of_failure(), "no-cold-side", "the cold side cannot be started", argv[1] ? argv[1] : "",
	    "reinstall interlock, or put a node of version 20 or later on PATH");
}

_Noreturn static void become_child(int output, char *const *arguments)
{
	/* Its own process group, so that it can be killed as one. It dies with us, even if Ctrl-C kills us. */
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* So that it can print errors in the background of a terminal with `stty tostop`. */
	signal(SIGTTOU, SIG_IGN);
	deadline_stop();
	take_turn_along();
	/* Meant for the agent's own programs; they would slow down ours, or load code into it. */
	unsetenv("NODE_OPTIONS");
	unsetenv("NODE_EXTRA_CA_CERTS");
	int nothing = open("/dev/null", O_RDONLY);
	if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0)
		_exit(EXIT_NO_PROGRAM);
	exec_cold_side(arguments, NULL);
	_exit(EXIT_NO_PROGRAM);
}

/* Reads until the end or the deadline; 0 in time, -1 if too slow. */
static int collect(int from, struct cold_result *result, long long until)
{
	size_t room = 0;
	for (;;) {
		long long left = until - milliseconds_now();
		struct pollfd ready = { .fd = from, .events = POLLIN };
		int answer = left > 0 ? poll(&ready, 1, left > INT_MAX ? INT_MAX : (int)left) : 0;
		if (answer < 0 && errno == EINTR)
			continue;
		if (answer <= 0)
			return -1;
		if (room - result->length < 65536)
			result->output = grow_memory(result->output, room += room + 65536);
		ssize_t got = read(from, result->output + result->length, 65536);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return 0;
		result->length += (size_t)got;
	}
}

/* The child's wait status; after the deadline, kills its group first. */
static int await_child(pid_t child, int *slow, long long until)
{
	/* Until we know better, it has failed. */
	int status = EXIT_ENGINE_FAILED << 8;
	for (;;) {
		if (!*slow && milliseconds_now() >= until)
			*slow = 1;
		if (*slow)
			kill(-child, SIGKILL);
		pid_t ended = waitpid(child, &status, *slow ? 0 : WNOHANG);
		if (ended == child || (ended < 0 && errno != EINTR))
			return status;
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
}

void run_cold_side(char *const *arguments, struct cold_result *result)
{
	*result = (struct cold_result){ .status = COLD_NOT_STARTED };
	int ends[2];
	if (pipe2(ends, O_CLOEXEC))
		return;
	long long until = milliseconds_now() + deadline_milliseconds();
	/* If the caller ignores SIGCHLD, we would not get the child's status. */
	struct sigaction reap = { .sa_handler = SIG_DFL }, callers;
	sigaction(SIGCHLD, &reap, &callers);
	pid_t child = fork();
	if (child == 0) {
		sigaction(SIGCHLD, &callers, NULL);
		become_child(ends[1], arguments);
	}
	leave_turn_to_child();
	close(ends[1]);
	if (child > 0) {
		setpgid(child, child);
		int slow = collect(ends[0], result, until) < 0;
		int status = await_child(child, &slow, until);
		if (slow)
			result->status = COLD_TOO_SLOW;
		else if (WIFSIGNALED(status))
			result->status = 128 + WTERMSIG(status);
		else if (WEXITSTATUS(status) != EXIT_NO_PROGRAM)
			result->status = WEXITSTATUS(status);
	}
	close(ends[0]);
	sigaction(SIGCHLD, &callers, NULL);
}
