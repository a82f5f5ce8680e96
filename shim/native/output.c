#include "output.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "signal-mask.h"

void write_all(int fd, const char *bytes, size_t length)
{
	signal_set pipe_signal = signal_bit(SIGPIPE), before;
	change_signal_mask(SIG_BLOCK, &pipe_signal, &before);
	int was_pending = (pending_signals() & pipe_signal) != 0;
	while (length > 0) {
		ssize_t wrote = write(fd, bytes, length);
		if (wrote >= 0) {
			bytes += wrote;
			length -= (size_t)wrote;
		} else if (errno == EAGAIN) {
			struct pollfd room = { .fd = fd, .events = POLLOUT };
			poll(&room, 1, -1);
		} else if (errno != EINTR) {
			break;
		}
	}
	/* The signal that came with EPIPE is ours; git must not find it pending. */
	if (!was_pending && (pending_signals() & pipe_signal))
		drop_pending_signal(SIGPIPE);
	change_signal_mask(SIG_SETMASK, &before, NULL);
}
