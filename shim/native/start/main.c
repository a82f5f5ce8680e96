/*
 * One binary, several names: as `git` or `git-commit` it is the shim, as `interlock` the command line, and by the
 * name of a hook, or as `interlock-editor`, it runs what the shim has given to git. As `gh` it is the shim of gh.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "programs/adopted-orphans.h"
#include "programs/cold-side.h"
#include "programs/exec-program.h"
#include "process/failure.h"
#include "start/heap.h"
#include "host/record.h"
#include "process/inherited-files.h"
#include "start/injection.h"
#include "start/unsafe-variables.h"
#include "programs/lead-verb.h"
#include "process/output.h"
#include "start/pass-through.h"
#include "programs/real-program.h"
#include "start/script.h"

static void say(int fd, const char *line)
{
	write_all(fd, line, strlen(line));
}

static int is_set(const char *variable)
{
	const char *value = getenv(variable);
	return value && *value && strcmp(value, "0");
}

static const char *real_program(const char *name)
{
	const char *program = find_real_program(name), *script = script_left_out();
	if (!program && script)
		die(EXIT_NO_PROGRAM, "no-real-program", "no real program found: this script calls interlock again", script,
		    "have the script call the real program by its path, or install that behind it on PATH");
	if (script && is_set("INTERLOCK_DEBUG"))
		say(2, "interlock: stepped over a script that calls interlock again\n");
	if (!program)
		die(EXIT_NO_PROGRAM, "no-real-program", "no real program found on PATH after interlock's own folder", name,
		    "install it, or put interlock's bin folder before it on PATH");
	return program;
}

_Noreturn static void pass(const char *program, char **argv, const char *reason)
{
	if (is_set("INTERLOCK_DEBUG"))
		say(2, reason);
	unsetenv("INTERLOCK_CALL");
	unsetenv("INTERLOCK_SENDING");
	exec_program(program, argv);
}

/* `git-commit -m x` is `git commit -m x`. */
static char **undash(int argc, char **argv, char *command)
{
	/* Not from the memory of scripts: the command may need none. */
	char **words = malloc(((size_t)argc + 2) * sizeof *words);
	if (!words)
		die(EXIT_ENGINE_FAILED, "out-of-memory", "out of memory", "", "free some memory and try again");
	words[0] = (char *)"git";
	words[1] = command;
	memcpy(words + 2, argv + 1, (size_t)argc * sizeof *words);
	return words;
}

static struct invocation before_git(char **argv, const char *git, int is_hook)
{
	return (struct invocation){ argv, git, is_hook, git };
}

_Noreturn static void run_as_shim(char *dashed, int argc, char **argv)
{
	struct invocation invocation = before_git(argv, real_program("git"), 0);
	/* We have already handled this command line; the script in between only passed it on. */
	if (script_left_out() && has_injected_word(argc, argv))
		exec_program(invocation.real_program, argv);
	/* `fd::` names descriptors of the caller's; that is a connection of the caller's own. */
	const char *command = dashed ? dashed : find_command(argc, argv);
	if (is_below_sender() && is_kept_beside(invocation.real_program) && (!command || strcmp(command, "remote-fd")))
		keep_files_from_children();
	take_out_injection(0);
	if (!command)
		pass(invocation.real_program, argv, "interlock: passed through: git answers this line itself\n");
	if (dashed && is_real_script(invocation.real_program)) {
		invocation.argv = argv = undash(argc++, argv, dashed);
		dashed = NULL;
	}
	if (is_pass_command(command))
		pass(invocation.real_program, argv, "interlock: passed through: the command makes no commit\n");
	unset_unsafe_variables(is_set("INTERLOCK_QUIET"));
	if (dashed)
		invocation.argv = undash(argc++, argv, dashed);
	run_script(is_set("INTERLOCK_DRY_RUN") ? "explain" : "command", argc, &invocation);
}

/* git is what gh works on: the script asks it. */
static struct invocation before_gh(char **argv, const char *gh)
{
	return (struct invocation){ argv, gh, 0, find_other_program("git") };
}

_Noreturn static void run_as_gh(int argc, char **argv)
{
	const char *gh = real_program("gh");
	if (is_gh_pass_line(argc, argv))
		pass(gh, argv, "interlock: passed through: gh sends no text of ours here\n");
	take_out_injection(0);
	unset_unsafe_variables(is_set("INTERLOCK_QUIET"));
	struct invocation invocation = before_gh(argv, gh);
	run_script(is_set("INTERLOCK_DRY_RUN") ? "explain" : "gh", argc, &invocation);
}

_Noreturn static void run_as_hook(const char *name, int argc, char **argv)
{
	take_out_injection(1);
	struct invocation invocation = before_git(argv, real_program("git"), 1);
	unset_unsafe_variables(is_set("INTERLOCK_QUIET"));
	if (is_below_sender() && is_kept_beside(invocation.real_program))
		keep_files_from_children();
	run_script(strcmp(name, "pre-push") ? "hook" : name, argc, &invocation);
}

static char *name_of(char *path)
{
	char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* interlock explain [--json] [--color <when>] [--] gh ...: the first word that is one of the two programs. */
static int explains_gh(int argc, char **argv)
{
	int i = 2;
	while (i < argc && strcmp(name_of(argv[i]), "gh") && strcmp(name_of(argv[i]), "git"))
		i++;
	return !strcmp(argv[1], "explain") && i < argc && !strcmp(name_of(argv[i]), "gh");
}

static int names_dialect(char **argv)
{
	for (; *argv; argv++)
		if (!strncmp(*argv, "--dialect", strlen("--dialect")))
			return 1;
	return 0;
}

_Noreturn static void run_as_interlock(int argc, char **argv)
{
	const char *verb = argc > 1 ? argv[1] : "";
	/* With more arguments it asks for help or is an error: the cold side handles both. */
	if (argc == 2 && (!strcmp(verb, "--version") || !strcmp(verb, "-V") || !strcmp(verb, "version"))) {
		say(1, "interlock " INTERLOCK_VERSION "\n");
		_exit(0);
	}
	if (!strcmp(verb, "explain") || !strcmp(verb, "health") || !strcmp(verb, "verify")) {
		struct invocation invocation = explains_gh(argc, argv) ? before_gh(argv, find_real_program("gh"))
								       : before_git(argv, find_real_program("git"), 0);
		/* A dry run of a push connects as the push does. */
		unset_unsafe_variables(1);
		run_script(verb, argc, &invocation);
	}
	/* What the shim has made gh's editor (shim/commands/gh/editor.ts), and what 'plugin test' runs. */
	if (!strcmp(verb, "gh-editor") || !strcmp(verb, "run-examples")) {
		struct invocation invocation = before_git(argv, find_real_program("git"), 1);
		run_script(verb, argc, &invocation);
	}
	if (argc == 3 && !strcmp(verb, "send-record"))
		send_record_of_input(argv[2]);
	/* It rewrites commits. */
	if (!strcmp(verb, "fix"))
		lead_verb(argv);
	if (!strcmp(verb, "dispatch")) {
		/* The cold side ends what its hook programs leave behind, which Node alone would lose to init. exec keeps this. */
		begin_adopting();
		/* A runtime lets a tool call pass at any other status, and its agent chooses much of what is read here. */
		if (names_dialect(argv))
			set_failed_status(EXIT_BLOCKED);
		struct invocation invocation = before_git(argv, find_real_program("git"), 0);
		run_script(verb, argc, &invocation);
	}
	become_cold_side(argv, NULL);
}

int main(int argc, char **argv)
{
	if (argc < 1)
		die(EXIT_USAGE, "wrong-usage", "called without a name", "", "call it as 'git' or 'interlock'");
	int words = build_heap(argc, argv);
	argc -= words;
	argv += words;
	char *name = name_of(argv[0]);
	if (!strcmp(name, "interlock"))
		run_as_interlock(argc, argv);
	if (!strcmp(name, "gh"))
		run_as_gh(argc, argv);
	if (is_hook_name(name) && getenv("INTERLOCK_CALL"))
		run_as_hook(name, argc, argv);
	/* By any other name (exec -a), we are the git that the caller found. */
	run_as_shim(strncmp(name, "git-", 4) ? NULL : name + 4, argc, argv);
}
