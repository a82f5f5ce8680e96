#include "output.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "signal-mask.h"

void write_all(int fd, const char *bytes, size_t length)
{
	signal_set pipe_signal = signal_bit(SIGPIPE), before;
	change_signal_mask(SIG_BLOCK, &pipe_signal, &before);
	while (length > 0) {
		ssize_t wrote = write(fd, bytes, length);
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0) {
			/* The signal that came with EPIPE is ours; git must not find it pending. */
			if (errno == EPIPE && !(before & pipe_signal))
				drop_pending_signal(SIGPIPE);
			break;
		}
		bytes += wrote;
		length -= (size_t)wrote;
	}
	change_signal_mask(SIG_SETMASK, &before, NULL);
}
