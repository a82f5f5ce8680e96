#define _GNU_SOURCE /* syscall */
#include "process/deadline.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "process/failure.h"
#include "process/signal-mask.h"

#define DEADLINE_SIGNAL (SIGRTMIN + 5)
#define LONGEST_LIMIT (24 * 60 * 60 * 1000L)

static timer_t timer;
static struct timespec started;
static int running;
static struct sigaction callers_action;
static signal_set callers_mask;

long deadline_milliseconds(void)
{
	const char *text = getenv("INTERLOCK_TIMEOUT_MS");
	if (text && *text) {
		char *end;
		errno = 0;
		long value = strtol(text, &end, 10);
		if (!*end && !errno && value > 0)
			return value < LONGEST_LIMIT ? value : LONGEST_LIMIT;
	}
	return 10000;
}

static void on_deadline(int signal_number)
{
	(void)signal_number;
	fail_engine("script-timeout", "the policy script took longer than INTERLOCK_TIMEOUT_MS allows", "",
		    "raise it: export INTERLOCK_TIMEOUT_MS=60000");
}

static void set_timer(void)
{
	long limit = deadline_milliseconds();
	struct itimerspec once = { .it_value = { .tv_sec = limit / 1000, .tv_nsec = limit % 1000 * 1000000 } };
	timer_settime(timer, 0, &once, NULL);
}

/* A call of the kernel: that is cheaper for one or two than finding the vDSO, and touching its pages. */
static void read_clock(struct timespec *now)
{
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, now);
}

double milliseconds_since_start(void)
{
	struct timespec now;
	read_clock(&now);
	return (double)(now.tv_sec - started.tv_sec) * 1e3 + (double)(now.tv_nsec - started.tv_nsec) / 1e6;
}

long long milliseconds_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

void deadline_start(void)
{
	read_clock(&started);
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = DEADLINE_SIGNAL };
	/* If limits allow no timer, run without one: the command matters more, and our script terminates. */
	if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer))
		return;
	struct sigaction action = { .sa_handler = on_deadline };
	sigemptyset(&action.sa_mask);
	sigaction(DEADLINE_SIGNAL, &action, &callers_action);
	signal_set own = signal_bit(DEADLINE_SIGNAL);
	change_signal_mask(SIG_UNBLOCK, &own, &callers_mask);
	running = 1;
	set_timer();
}

void deadline_renew(void)
{
	if (running)
		set_timer();
}

void deadline_stop(void)
{
	if (!running)
		return;
	running = 0;
	signal_set own = signal_bit(DEADLINE_SIGNAL);
	change_signal_mask(SIG_BLOCK, &own, NULL);
	timer_delete(timer);
	/* A signal that fired just now is still pending, and would survive exec. */
	drop_pending_signal(DEADLINE_SIGNAL);
	sigaction(DEADLINE_SIGNAL, &callers_action, NULL);
	change_signal_mask(SIG_SETMASK, &callers_mask, NULL);
}

signal_set deadline_leave(signal_set mask)
{
	if (!running)
		return mask;
	sigaction(DEADLINE_SIGNAL, &callers_action, NULL);
	return callers_mask;
}
