/*
 * The signal mask as the kernel has it. libc's own functions leave out the signals that it uses
 * itself (32 to 34 in musl), and a caller's mask must arrive at git bit for bit.
 */
#ifndef INTERLOCK_SIGNAL_MASK_H
#define INTERLOCK_SIGNAL_MASK_H

typedef unsigned long long signal_set;

signal_set signal_bit(int signal_number);
/* `how` as for sigprocmask; `before` may be NULL. Async-signal-safe. */
void change_signal_mask(int how, const signal_set *set, signal_set *before);
signal_set pending_signals(void);
/* For a signal that is blocked now. */
void drop_pending_signal(int signal_number);

#endif
