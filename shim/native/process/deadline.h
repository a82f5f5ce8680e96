/*
 * A limit on script time. It counts the processor time of this process, so waiting for standard
 * input or for a child does not count, and a loaded machine does not shorten it. The timer comes
 * from timer_create: exec deletes it, and the caller's own alarm is not affected. `deadline_stop`
 * restores the caller's signal mask and disposition before the real program runs.
 */
#pragma once

#include "process/signal-mask.h"

/* From INTERLOCK_TIMEOUT_MS, else 10000. */
long deadline_milliseconds(void);

/* On a clock that nobody sets. */
long long milliseconds_now(void);

void deadline_start(void);
/* On the clock, since `deadline_start`. */
double milliseconds_since_start(void);
/* Restarts the time, for a script that works through one batch after another. */
void deadline_renew(void);
/* Async-signal-safe, and harmless if no deadline runs. */
void deadline_stop(void);
/*
 * For a child, which has no timer, while all signals are blocked: restores the caller's disposition, and gives the caller's mask, which
 * is `mask` if no deadline runs. Writes to no memory.
 */
signal_set deadline_leave(signal_set mask);
