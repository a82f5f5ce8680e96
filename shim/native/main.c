/*
 * One binary for every name: `git` is the shim, `interlock` the command line.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cold-side.h"
#include "exec-program.h"
#include "failure.h"
#include "output.h"
#include "pass-through.h"
#include "real-program.h"
#include "script.h"

static const struct bytecode decide = { decide_bytecode, decide_bytecode_end };
static const struct bytecode explain = { explain_bytecode, explain_bytecode_end };

static void say(int fd, const char *line)
{
	write_all(fd, line, strlen(line));
}

static int is_set(const char *variable)
{
	const char *value = getenv(variable);
	return value && *value && strcmp(value, "0");
}

_Noreturn static void run_as_shim(const char *name, int argc, char **argv)
{
	struct invocation invocation = { argv, find_real_program(name) };
	if (!invocation.real_program)
		die(EXIT_NO_PROGRAM, "no real program found on PATH after interlock's own folder", name,
		    "install it, or put interlock's bin folder before it on PATH");
	const char *command = find_command(argc, argv);
	if (!command || is_pass_command(command)) {
		if (is_set("INTERLOCK_DEBUG"))
			say(2, command ? "interlock: passed through: the command makes no commit\n"
				       : "interlock: passed through: git answers this line itself\n");
		exec_program(invocation.real_program, argv);
	}
	run_script(is_set("INTERLOCK_DRY_RUN") ? explain : decide, argc, &invocation);
}

_Noreturn static void run_as_interlock(int argc, char **argv)
{
	const char *verb = argc > 1 ? argv[1] : "";
	if (!strcmp(verb, "--version") || !strcmp(verb, "version")) {
		say(1, "interlock " INTERLOCK_VERSION "\n");
		_exit(0);
	}
	if (!strcmp(verb, "explain")) {
		struct invocation invocation = { argv, find_real_program("git") };
		run_script(explain, argc, &invocation);
	}
	exec_cold_side(argv + 1);
	die(EXIT_ENGINE_FAILED, "the cold side cannot be started", verb,
	    "reinstall interlock, or put a node of version 20 or later on PATH");
}

int main(int argc, char **argv)
{
	if (argc < 1)
		die(EXIT_USAGE, "called without a name", "", "call it as 'git' or 'interlock'");
	const char *slash = strrchr(argv[0], '/');
	const char *name = slash ? slash + 1 : argv[0];
	if (!strcmp(name, "interlock"))
		run_as_interlock(argc, argv);
	/* Whatever name the caller chose (exec -a), it meant the git that it found. */
	run_as_shim("git", argc, argv);
}
