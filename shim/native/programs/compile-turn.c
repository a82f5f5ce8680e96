#define _GNU_SOURCE /* flock */
#include "programs/compile-turn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "process/deadline.h"
#include "process/guarded.h"
#include "image/large.h"
#include "image/memory.h"
#include "process/signal-mask.h"

#define TICK_SIGNAL (SIGRTMIN + 6)
#define TICK_NANOSECONDS 200000000L
/* For a compile that is ended at its time limit, to end. */
#define GRACE_MILLISECONDS 1000

/* Beside the plan, and where the plan of all homes is. */
#define MOST_TURNS 2

static SELDOM int turns[MOST_TURNS];
static SELDOM int turn_count;

static void on_tick(int signal_number)
{
	(void)signal_number;
}

static int is_same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

enum outcome { TAKEN, STUCK, NO_LOCK };

/*
 * Whoever takes the turn touches the file. So others see that there is progress, however long the queue is; without any for as
 * long as a compile may take, the one that has the turn is stopped.
 */
static enum outcome wait_in_queue(int fd)
{
	struct stat file;
	struct timespec touched = { 0 };
	long long since = milliseconds_now(), patience = deadline_milliseconds() + GRACE_MILLISECONDS;
	while (flock(fd, LOCK_EX)) {
		if (errno != EINTR || fstat(fd, &file))
			return NO_LOCK;
		if (!file.st_nlink)
			return STUCK;
		if (!is_same_time(&touched, &file.st_mtim)) {
			touched = file.st_mtim;
			since = milliseconds_now();
		} else if (milliseconds_now() - since > patience) {
			return STUCK;
		}
	}
	return TAKEN;
}

/* Signals end a wait for a lock early, and nothing else does. */
static enum outcome wait_with_ticks(int fd)
{
	timer_t timer;
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = TICK_SIGNAL };
	if (timer_create(CLOCK_MONOTONIC, &event, &timer))
		return NO_LOCK;
	struct sigaction action = { .sa_handler = on_tick }, callers_action;
	sigaction(TICK_SIGNAL, &action, &callers_action);
	signal_set tick = signal_bit(TICK_SIGNAL), callers_mask;
	change_signal_mask(SIG_UNBLOCK, &tick, &callers_mask);
	struct timespec interval = { .tv_nsec = TICK_NANOSECONDS };
	timer_settime(timer, 0, &(struct itimerspec){ interval, interval }, NULL);
	enum outcome outcome = wait_in_queue(fd);
	change_signal_mask(SIG_BLOCK, &tick, NULL);
	timer_delete(timer);
	drop_pending_signal(TICK_SIGNAL);
	sigaction(TICK_SIGNAL, &callers_action, NULL);
	change_signal_mask(SIG_SETMASK, &callers_mask, NULL);
	return outcome;
}

static enum outcome take_lock(int fd)
{
	if (!flock(fd, LOCK_EX | LOCK_NB))
		return TAKEN;
	return errno == EWOULDBLOCK ? wait_with_ticks(fd) : NO_LOCK;
}

/* A file of the caller's or root's; another user could keep us waiting by any other. */
static int open_lock(const char *path)
{
	struct stat file;
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
	if (fd >= 0 && !fstat(fd, &file) && S_ISREG(file.st_mode) && is_closed(&file))
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* The descriptor of the lock; -1 if there can be none. */
static int await_turn(const char *path)
{
	int fd;
	for (; (fd = open_lock(path)) >= 0; close(fd)) {
		struct stat file;
		enum outcome outcome = take_lock(fd);
		if (outcome == NO_LOCK)
			break;
		/* It may have been replaced meanwhile. */
		int is_there = !fstat(fd, &file) && file.st_nlink;
		if (outcome == TAKEN && is_there) {
			futimens(fd, NULL);
			return fd;
		}
		/* The next ones wait for whoever comes first now, and not for a process that is stopped. */
		if (outcome == STUCK && is_there && unlink(path))
			break;
	}
	if (fd >= 0)
		close(fd);
	return -1;
}

duk_ret_t host_await_turn(duk_context *ctx)
{
	char *path = take_c_string(ctx, 0);
	int fd = path && turn_count < MOST_TURNS ? await_turn(path) : -1;
	if (fd >= 0)
		turns[turn_count++] = fd;
	give_memory(path);
	duk_push_boolean(ctx, fd >= 0);
	return 1;
}

void leave_turn_to_child(void)
{
	while (turn_count > 0)
		close(turns[--turn_count]);
}

duk_ret_t host_end_turn(duk_context *ctx)
{
	(void)ctx;
	leave_turn_to_child();
	return 0;
}

void take_turn_along(void)
{
	for (int i = 0; i < turn_count; i++)
		fcntl(turns[i], F_SETFD, 0);
}
