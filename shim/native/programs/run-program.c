#define _GNU_SOURCE /* pipe2, vfork */
#include "programs/run-program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/deadline.h"
#include "programs/exec-program.h"
#include "process/failure.h"
#include "image/large.h"
#include "image/memory.h"
#include "programs/real-program.h"
#include "process/signal-mask.h"
#include "process/standard-files.h"

extern char **environ;

void change_environment(char *const *pairs)
{
	for (; pairs && pairs[0]; pairs += 2) {
		/* The variable may be set twice, and setenv replaces only the first. */
		unsetenv(pairs[0]);
		/* The next program, or its hooks, would work without what this says. */
		if (pairs[1] && setenv(pairs[0], pairs[1], 1))
			fail_engine("out-of-memory", "out of memory", "", "free some memory and try again");
	}
}

/* While a child has the terminal, Ctrl-C and Ctrl-\ are meant for the child; we end the way it does. */
static const int left_to_child[] = { SIGINT, SIGQUIT };
#define LEFT (sizeof left_to_child / sizeof *left_to_child)

static SELDOM struct sigaction callers[LEFT + 1];

static void take_signals(void)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, reap = { .sa_handler = SIG_DFL };
	for (size_t i = 0; i < LEFT; i++)
		sigaction(left_to_child[i], &ignore, &callers[i]);
	/* If the caller ignores SIGCHLD, we would not get the child's status. */
	sigaction(SIGCHLD, &reap, &callers[LEFT]);
}

static void give_signals_back(void)
{
	for (size_t i = 0; i < LEFT; i++)
		sigaction(left_to_child[i], &callers[i], NULL);
	sigaction(SIGCHLD, &callers[LEFT], NULL);
}

/* Wrong standard files are worse than a program that does not run. */
static void put_file(int fd, int at)
{
	if (fd < 0 || dup2(fd, at) < 0)
		_exit(EXIT_NO_PROGRAM);
}

/* `mask`: of signals, as the caller of this process had it if no deadline runs. */
_Noreturn static void become_program(const char *path, char **argv, char **environment, const struct files *files, signal_set mask)
{
	mask = deadline_leave(mask);
	release_standard_files();
	if (files->from >= 0)
		put_file(files->from, 0);
	if (files->to >= 0) {
		/* The caller may have closed some, and a new descriptor could take a number that we still have to set. */
		int opened = open("/dev/null", O_RDWR), nothing = fcntl(opened, F_DUPFD_CLOEXEC, 3);
		close(opened);
		if (files->from < 0)
			put_file(nothing, 0);
		put_file(files->to, files->at);
		put_file(files->other < 0 ? nothing : files->other, files->at == 1 ? 2 : 1);
	}
	change_signal_mask(SIG_SETMASK, &mask, NULL);
	if (is_real_script(path)) {
		environ = environment;
		exec_for_git(path, argv);
	}
	exec_child(path, argv, environment);
}

pid_t start_program(const char *path, char **argv, char **environment, const struct files *files, void (*restore_signals)(void))
{
	signal_set all = ~(signal_set)0, mask;
	/* Else a signal could stop the child while we wait for its exec, or be handled by it. */
	change_signal_mask(SIG_SETMASK, &all, &mask);
	/*
	 * The child of vfork uses our memory until its exec, because to copy it takes longer. So it must write to nothing but its stack and
	 * errno. Before a script runs, the environment changes (wrapper-scripts.h).
	 */
	pid_t child = is_real_script(path) ? fork() : vfork();
	if (child == 0) {
		restore_signals();
		become_program(path, argv, environment, files, mask);
	}
	change_signal_mask(SIG_SETMASK, &mask, NULL);
	return child;
}

int collect_output(int from, struct output *output)
{
	size_t room = 0;
	for (;;) {
		if (room - output->length < 4096)
			output->bytes = grow_memory(output->bytes, room += room + 4096);
		ssize_t got = read(from, output->bytes + output->length, room - output->length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return (int)got;
		output->length += (size_t)got;
	}
}

int status_of(int waited)
{
	return WIFSIGNALED(waited) ? -WTERMSIG(waited) : WEXITSTATUS(waited);
}

int run_program(const char *path, char **argv, char **environment, int input, struct output *output)
{
	int ends[2] = { -1, -1 };
	if (output && pipe2(ends, O_CLOEXEC))
		return NOT_STARTED;
	take_signals();
	struct files files = { .from = input, .to = ends[1], .at = output && output->of_errors ? 2 : 1, .other = -1 };
	pid_t child = start_program(path, argv, environment, &files, give_signals_back);
	int is_read = 1;
	if (output) {
		close(ends[1]);
		if (child > 0)
			is_read = !collect_output(ends[0], output);
		close(ends[0]);
	}
	int status = 0;
	pid_t ended = child;
	while (child > 0 && (ended = waitpid(child, &status, 0)) < 0 && errno == EINTR)
		;
	give_signals_back();
	/* An answer that is cut off is none. */
	if (ended < 0 || !is_read)
		return NOT_STARTED;
	return status_of(status);
}

void raise_and_end(int signal_number)
{
	deadline_stop();
	signal(signal_number, SIG_DFL);
	sigset_t only;
	sigemptyset(&only);
	sigaddset(&only, signal_number);
	sigprocmask(SIG_UNBLOCK, &only, NULL);
	/* One core file, the child's, is enough. */
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	raise(signal_number);
	_exit(128 + signal_number);
}
