#include "process/output.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "process/signal-mask.h"

/* How many bytes of a colour start here, or 0. */
static size_t style_length(const char *bytes, size_t length)
{
	if (length < 3 || bytes[0] != '\033' || bytes[1] != '[')
		return 0;
	size_t i = 2;
	while (i < length && ((bytes[i] >= '0' && bytes[i] <= '9') || bytes[i] == ';'))
		i++;
	return i < length && bytes[i] == 'm' ? i + 1 : 0;
}

/* U+2028 to U+202E and U+2066 to U+2069: they end a line, or turn its direction. */
static int turns_line(const unsigned char *bytes, size_t length)
{
	return length >= 3 && bytes[0] == 0xe2 &&
	       ((bytes[1] == 0x80 && bytes[2] >= 0xa8 && bytes[2] <= 0xae) ||
		(bytes[1] == 0x81 && bytes[2] >= 0xa6 && bytes[2] <= 0xa9));
}

size_t make_printable(char *bytes, size_t length, int keeps_styles)
{
	size_t kept = 0;
	for (size_t i = 0; i < length; i++) {
		size_t style = keeps_styles ? style_length(bytes + i, length - i) : 0;
		if (style) {
			memmove(bytes + kept, bytes + i, style);
			kept += style;
			i += style - 1;
			continue;
		}
		unsigned char byte = (unsigned char)bytes[i];
		unsigned char next = i + 1 < length ? (unsigned char)bytes[i + 1] : 0;
		int is_c1 = byte == 0xc2 && next >= 0x80 && next < 0xa0;
		int is_c0 = (byte < 0x20 && byte != '\t' && byte != '\n') || byte == 0x7f;
		int turns = turns_line((const unsigned char *)bytes + i, length - i);
		bytes[kept++] = is_c0 || is_c1 || turns ? '?' : (char)byte;
		i += turns ? 2 : (size_t)is_c1;
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

ssize_t write_once(int fd, const char *bytes, size_t length)
{
	signal_set both = signal_bit(SIGPIPE) | signal_bit(SIGXFSZ), before;
	change_signal_mask(SIG_BLOCK, &both, &before);
	ssize_t wrote = write(fd, bytes, length);
	int failure = errno;
	if (wrote < 0 && (failure == EPIPE || failure == EFBIG)) {
		int raised = failure == EPIPE ? SIGPIPE : SIGXFSZ;
		if (pending_signals() & signal_bit(raised))
			drop_pending_signal(raised);
	}
	change_signal_mask(SIG_SETMASK, &before, NULL);
	errno = failure;
	return wrote;
}

int write_whole(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t wrote = write_once(fd, bytes, length);
		if (wrote == 0)
			errno = ENOSPC;
		if (wrote == 0 || (wrote < 0 && errno != EINTR))
			return -1;
		bytes += wrote > 0 ? wrote : 0;
		length -= wrote > 0 ? (size_t)wrote : 0;
	}
	return 0;
}
