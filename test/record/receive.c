/* Binds a unix datagram socket, says so, and prints what it gets, until its standard input ends. */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	if (argc != 2)
		return 1;
	strncpy(address.sun_path, argv[1], sizeof address.sun_path - 1);
	if (bind(fd, (struct sockaddr *)&address, sizeof address))
		return 1;
	if (write(2, "ready\n", 6) != 6)
		return 1;
	static char bytes[65536];
	for (;;) {
		struct pollfd both[] = { { .fd = fd, .events = POLLIN }, { .fd = 0, .events = POLLIN } };
		poll(both, 2, -1);
		if (both[0].revents) {
			ssize_t length = recv(fd, bytes, sizeof bytes, 0);
			if (length < 0 || write(1, bytes, (size_t)length) != length)
				return 1;
		} else if (both[1].revents) {
			return 0;
		}
	}
}
