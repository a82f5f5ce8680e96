/*
 * The kernel's signal mask. libc's own functions omit the signals that libc uses itself (32 to 34
 * in musl), but git must get the caller's mask bit for bit.
 */
#pragma once

typedef unsigned long long signal_set;

signal_set signal_bit(int signal_number);
/* `how` as for sigprocmask; `before` may be NULL. Async-signal-safe. */
void change_signal_mask(int how, const signal_set *set, signal_set *before);
signal_set pending_signals(void);
/* The signal must be blocked. */
void drop_pending_signal(int signal_number);
