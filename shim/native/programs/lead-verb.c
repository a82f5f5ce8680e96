#define _GNU_SOURCE /* pipe2 */
#include "programs/lead-verb.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "programs/cold-side.h"
#include "process/deadline.h"
#include "process/failure.h"
#include "programs/run-program.h"

/* Where the cold side says that it runs (cli/shared/say-ready.ts): the number of a descriptor. */
static const char ready_variable[] = "INTERLOCK_READY";

static const char limits_hint[] = "Node needs some memory, open files and threads: look at 'ulimit -a', and raise what is low";

_Noreturn static void become_verb(pid_t leader, int ready, char *const *argv)
{
	char number[16];
	/* It ends with us; we may have ended already. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	snprintf(number, sizeof number, "%d", ready);
	if (getppid() != leader || fcntl(ready, F_SETFD, 0) || setenv(ready_variable, number, 1))
		_exit(EXIT_ENGINE_FAILED);
	become_cold_side(argv, NULL);
}

enum start { READY, ENDED, LATE };

static enum start await_start(int from)
{
	char byte;
	struct pollfd ready = { .fd = from, .events = POLLIN };
	int answer;
	while ((answer = poll(&ready, 1, (int)deadline_milliseconds())) < 0 && errno == EINTR)
		;
	return !answer ? LATE : answer > 0 && read(from, &byte, 1) == 1 ? READY : ENDED;
}

/* Any other end is the verb's, which has said why, or the caller's. */
static int is_broken_end(int status, enum start start)
{
	/* Without a Node it says so itself, by this status. */
	if (!WIFSIGNALED(status))
		return start == ENDED && WEXITSTATUS(status) != EXIT_ENGINE_FAILED;
	int number = WTERMSIG(status);
	return number == SIGABRT || number == SIGTRAP || number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGSYS ||
	       (number == SIGKILL && start != READY);
}

_Noreturn static void end_as(pid_t child, enum start start)
{
	int status = EXIT_ENGINE_FAILED << 8;
	char how[32];
	if (start != READY)
		kill(child, SIGKILL);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (start == LATE)
		snprintf(how, sizeof how, "no sign of life in time");
	else if (WIFSIGNALED(status))
		snprintf(how, sizeof how, "signal %d", WTERMSIG(status));
	else
		snprintf(how, sizeof how, "exit status %d", WEXITSTATUS(status));
	if (is_broken_end(status, start))
		die(EXIT_ENGINE_FAILED, "cold-side-ended",
		    start == READY ? "the cold side ended before it was done" : "the cold side could not begin, and nothing was changed", how,
		    limits_hint);
	if (WIFSIGNALED(status))
		raise_and_end(WTERMSIG(status));
	_exit(WEXITSTATUS(status));
}

void lead_verb(char *const *argv)
{
	int ends[2];
	struct sigaction reap = { .sa_handler = SIG_DFL }, callers;
	if (pipe2(ends, O_CLOEXEC))
		die(EXIT_ENGINE_FAILED, "cold-side-ended", "the cold side cannot be started, and nothing was changed", "no pipe", limits_hint);
	/* If the caller ignores SIGCHLD, we would not get the child's status. */
	sigaction(SIGCHLD, &reap, &callers);
	/* Not one of the standard files, which the caller may have closed. */
	int ready = fcntl(ends[1], F_DUPFD_CLOEXEC, 3);
	pid_t self = getpid(), child = ready < 0 ? -1 : fork();
	if (child < 0)
		die(EXIT_ENGINE_FAILED, "cold-side-ended", "the cold side cannot be started, and nothing was changed", "no process", limits_hint);
	if (child == 0) {
		sigaction(SIGCHLD, &callers, NULL);
		become_verb(self, ready, argv);
	}
	close(ends[1]);
	close(ready);
	/* Ctrl-C and Ctrl-\ are for the child, too; we end the way it does. */
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	end_as(child, await_start(ends[0]));
}
