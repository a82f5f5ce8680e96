/* exchange-folders <a> <b>: swaps two names in one step, which Node cannot: at no moment is either missing. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* RENAME_EXCHANGE; musl's headers may lack it. */
#define EXCHANGE 2

int main(int argc, char **argv)
{
	if (argc != 3 || syscall(SYS_renameat2, AT_FDCWD, argv[1], AT_FDCWD, argv[2], EXCHANGE)) {
		perror("exchange-folders");
		return 1;
	}
	return 0;
}
