#include "output.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "signal-mask.h"

size_t make_printable(char *bytes, size_t length)
{
	size_t kept = 0;
	for (size_t i = 0; i < length; i++) {
		unsigned char byte = (unsigned char)bytes[i];
		unsigned char next = i + 1 < length ? (unsigned char)bytes[i + 1] : 0;
		int is_c1 = byte == 0xc2 && next >= 0x80 && next < 0xa0;
		int is_c0 = (byte < 0x20 && byte != '\t' && byte != '\n') || byte == 0x7f;
		bytes[kept++] = is_c0 || is_c1 ? '?' : (char)byte;
		i += (size_t)is_c1;
	}
	return kept;
}

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
	/* Discard the signal that came with EPIPE: git must not find it pending. */
	if (!was_pending && (pending_signals() & pipe_signal))
		drop_pending_signal(SIGPIPE);
	change_signal_mask(SIG_SETMASK, &before, NULL);
}
