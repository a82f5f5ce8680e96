#define _GNU_SOURCE /* clone, pipe2 */
#include "programs/start-hook.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image/large.h"

#ifndef CLONE_PIDFD /* older headers do not have it */
#define CLONE_PIDFD 0x1000
#endif

enum { HOOK_READS, HOOK_WRITES };

/* What the child needs to know. It lives in our memory until it has become the program. */
struct start {
	struct hook *hook;
	pid_t parent;
	int output, errors;
};

/*
 * What every program may count on in a sealed install, whatever the caller has set: a script whose temporary file cannot be written,
 * or whose `grep` cannot start, may find nothing wrong. Most limits are far higher anyway.
 */
static const struct {
	int resource;
	rlim_t least;
} needed[] = {
	{ RLIMIT_FSIZE, 16 << 20 }, { RLIMIT_NOFILE, 256 },      { RLIMIT_AS, 256 << 20 }, { RLIMIT_DATA, 128 << 20 },
	{ RLIMIT_STACK, 1 << 20 },  { RLIMIT_NPROC, 64 },	 { RLIMIT_CPU, 60 },
};

/* 0 if the caller has lowered a limit for good. */
static int ensure_surroundings(void)
{
	umask(022);
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
		struct rlimit limit;
		if (getrlimit(needed[i].resource, &limit))
			return 0;
		if (limit.rlim_cur >= needed[i].least)
			continue;
		limit.rlim_cur = needed[i].least;
		if (setrlimit(needed[i].resource, &limit)) {
			errno = EPERM;
			return 0;
		}
	}
	return 1;
}

#if defined(__SANITIZE_ADDRESS__)
__attribute__((no_sanitize_address)) /* it takes the stack for a wrong one */
#endif
static int become_hook(void *given)
{
	const struct start *start = given;
	struct hook *hook = start->hook;
	setsid();
	/* Ctrl-C ends us, and must not leave the program without a time limit. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != start->parent)
		_exit(127);
	struct sigaction usual = { .sa_handler = SIG_DFL };
	for (int number = 1; number < 32; number++)
		if (number != SIGKILL && number != SIGSTOP)
			sigaction(number, &usual, NULL);
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if ((!hook->is_guarded || ensure_surroundings()) && !chdir(hook->folder) && !dup2(hook->input, 0) && dup2(start->output, 1) == 1 && dup2(start->errors, 2) == 2)
		execve(hook->words[0], hook->words, hook->environment);
	hook->problem = errno;
	_exit(127);
}

/* A program's standard files must not lie where the caller has closed one. */
static int raised(int fd)
{
	if (fd < 0 || fd > 2)
		return fd;
	int high = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	close(fd);
	return high;
}

static int open_ends(int ends[2], int is_guarded)
{
	/* Anybody with our user id can open a pipe through /proc and write to it; a socket cannot be opened. */
	if (is_guarded ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) : pipe2(ends, O_CLOEXEC))
		return 0;
	for (int side = 0; side < 2; side++)
		if ((ends[side] = raised(ends[side])) < 0)
			return 0;
	return 1;
}

static void close_both(const int ends[2])
{
	for (int side = 0; side < 2; side++)
		if (ends[side] >= 0)
			close(ends[side]);
}

int start_hook(struct hook *hook)
{
	/* For the child alone: it shares our memory, so nothing of it is copied. */
	static LARGE char stack[65536];
	static struct start start;
	int output[2] = { -1, -1 }, errors[2] = { -1, -1 };
	hook->child = hook->child_fd = -1;
	hook->problem = 0;
	hook->input = raised(hook->input);
	int is_open = hook->input >= 0 && open_ends(output, hook->is_guarded) && open_ends(errors, hook->is_guarded);
	start = (struct start){ hook, getpid(), output[HOOK_WRITES], errors[HOOK_WRITES] };
	if (is_open)
		hook->child = clone(become_hook, stack + sizeof stack, CLONE_VM | CLONE_PIDFD | SIGCHLD, &start, &hook->child_fd);
	int problem = hook->child < 0 ? errno : 0;
	if (hook->input >= 0)
		close(hook->input);
	if (problem) {
		close_both(output);
		close_both(errors);
		return problem;
	}
	close(output[HOOK_WRITES]);
	close(errors[HOOK_WRITES]);
	hook->output = output[HOOK_READS];
	hook->errors = errors[HOOK_READS];
	fcntl(hook->output, F_SETFL, O_NONBLOCK);
	fcntl(hook->errors, F_SETFL, O_NONBLOCK);
	return 0;
}
