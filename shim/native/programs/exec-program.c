#include "programs/exec-program.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "process/failure.h"
#include "process/output.h"
#include "programs/real-program.h"

extern char **environ;

/* A script without a #! line: run it by sh, as execvp and every shell do. */
static void exec_with_shell(const char *path, char **argv, char **environment)
{
	size_t count = 0;
	while (argv[count])
		count++;
	char *words[count + 2];
	words[0] = (char *)"sh";
	words[1] = (char *)path;
	memcpy(words + 2, argv + 1, count * sizeof *argv);
	execve("/bin/sh", words, environment);
}

static void try_program(const char *path, char **argv, char **environment)
{
	execve(path, argv, environment);
	if (errno == ENOEXEC && argv[0])
		exec_with_shell(path, argv, environment);
}

void exec_program(const char *path, char **argv)
{
	prepare_to_run(path);
	try_program(path, argv, environ);
	die(EXIT_NO_PROGRAM, "no-real-program", "the real program cannot be run", strerror(errno), path);
}

void exec_for_git(const char *path, char **argv)
{
	prepare_to_run(path);
	exec_child(path, argv, environ);
}

/* The message of child_err_spew in git's run-command.c. */
void exec_child(const char *path, char **argv, char **environment)
{
	try_program(path, argv, environment);
	int failure = errno, missing = failure == ENOENT;
	const char *parts[] = { missing ? "fatal: cannot run " : "fatal: cannot exec '", path, missing ? ": " : "': ",
				strerror(failure), "\n" };
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		write_all(2, parts[i], strlen(parts[i]));
	_exit(EXIT_NO_PROGRAM);
}
