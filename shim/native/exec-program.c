#include "exec-program.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "failure.h"

extern char **environ;

/* A script without a #! line: sh runs it, as execvp and every shell have it. */
static void exec_with_shell(const char *path, char **argv)
{
	size_t count = 0;
	while (argv[count])
		count++;
	char *words[count + 2];
	words[0] = (char *)"sh";
	words[1] = (char *)path;
	memcpy(words + 2, argv + 1, count * sizeof *argv);
	execve("/bin/sh", words, environ);
}

void exec_program(const char *path, char **argv)
{
	execve(path, argv, environ);
	if (errno == ENOEXEC && argv[0])
		exec_with_shell(path, argv);
	die(EXIT_NO_PROGRAM, "the real program cannot be run", strerror(errno), path);
}
