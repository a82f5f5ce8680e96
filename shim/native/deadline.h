/*
 * A limit on script time. It counts the processor time of this process, so waiting for standard
 * input or for a child does not count, and a loaded machine does not shorten it. The timer is one
 * of timer_create: exec deletes it, and the caller's own alarm is left alone. `deadline_stop` gives
 * the caller's signal mask and disposition back before the real program runs.
 */
#ifndef INTERLOCK_DEADLINE_H
#define INTERLOCK_DEADLINE_H

/* From INTERLOCK_TIMEOUT_MS, else 10000. */
long deadline_milliseconds(void);

void deadline_start(void);
/* The time begins anew: for a script that does the same for one lot after the other. */
void deadline_renew(void);
/* Async-signal-safe, and harmless if no deadline runs. */
void deadline_stop(void);

#endif
