#define _GNU_SOURCE /* syscall */
#include "process/signal-mask.h"

#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

signal_set signal_bit(int signal_number)
{
	return 1ULL << (signal_number - 1);
}

void change_signal_mask(int how, const signal_set *set, signal_set *before)
{
	syscall(SYS_rt_sigprocmask, how, set, before, sizeof *set);
}

signal_set pending_signals(void)
{
	signal_set pending = 0;
	syscall(SYS_rt_sigpending, &pending, sizeof pending);
	return pending;
}

void drop_pending_signal(int signal_number)
{
	signal_set only = signal_bit(signal_number);
	struct timespec none = { 0 };
	while (syscall(SYS_rt_sigtimedwait, &only, NULL, &none, sizeof only) > 0)
		;
}
