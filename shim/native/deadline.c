#include "deadline.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "failure.h"

#define DEADLINE_SIGNAL (SIGRTMIN + 5)

static timer_t timer;
static int running;
static struct sigaction callers_action;
static sigset_t callers_mask;

long deadline_milliseconds(void)
{
	const char *text = getenv("INTERLOCK_TIMEOUT_MS");
	if (text && *text) {
		char *end;
		errno = 0;
		long value = strtol(text, &end, 10);
		if (!*end && !errno && value > 0)
			return value;
	}
	return 10000;
}

static void on_deadline(int signal_number)
{
	(void)signal_number;
	fail_engine("the policy script took longer than INTERLOCK_TIMEOUT_MS allows", "",
		    "raise it: export INTERLOCK_TIMEOUT_MS=60000");
}

void deadline_start(void)
{
	struct sigaction action = { .sa_handler = on_deadline };
	sigemptyset(&action.sa_mask);
	sigaction(DEADLINE_SIGNAL, &action, &callers_action);
	sigset_t unblock;
	sigemptyset(&unblock);
	sigaddset(&unblock, DEADLINE_SIGNAL);
	sigprocmask(SIG_UNBLOCK, &unblock, &callers_mask);

	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = DEADLINE_SIGNAL };
	long limit = deadline_milliseconds();
	struct itimerspec once = { .it_value = { .tv_sec = limit / 1000, .tv_nsec = limit % 1000 * 1000000 } };
	running = 1;
	if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) || timer_settime(timer, 0, &once, NULL))
		fail_engine("no timer can be had for the deadline", "", "allow timer_create in the sandbox's seccomp filter");
}

void deadline_stop(void)
{
	if (!running)
		return;
	running = 0;
	sigset_t own;
	sigemptyset(&own);
	sigaddset(&own, DEADLINE_SIGNAL);
	sigprocmask(SIG_BLOCK, &own, NULL);
	timer_delete(timer);
	/* One that fired just now is still pending, and a pending signal survives exec. */
	struct timespec none = { 0 };
	while (sigtimedwait(&own, NULL, &none) > 0)
		;
	sigaction(DEADLINE_SIGNAL, &callers_action, NULL);
	sigprocmask(SIG_SETMASK, &callers_mask, NULL);
}
