#include "programs/adopted-orphans.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "programs/ancestors.h"

/* Has the caller left us children, or are we the parent of all orphans? */
static int has_other_children(void)
{
	siginfo_t info;
	return getpid() == 1 || waitid(P_ALL, 0, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

int begin_adopting(void)
{
	return !has_other_children() && !prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int go_on_adopting(int is_begun)
{
	if (!is_begun || is_proc_ours())
		return is_begun;
	prctl(PR_SET_CHILD_SUBREAPER, 0);
	return 0;
}

static void kill_children(void)
{
	for (int round = 0; round < 50; round++) {
		/* Mostly there is nobody, and /proc need not be read. */
		if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
			return;
		DIR *processes = opendir("/proc");
		int is_any = 0;
		for (struct dirent *entry; processes && (entry = readdir(processes));) {
			long process = strtol(entry->d_name, NULL, 10);
			if (process <= 0 || parent_of(process) != getpid())
				continue;
			/* One that has become another user's, by sudo: it cannot be ended, and may live for ever. */
			if (kill((pid_t)process, SIGKILL) && errno == EPERM)
				continue;
			is_any = 1;
			waitpid((pid_t)process, NULL, 0);
		}
		if (processes)
			closedir(processes);
		if (!is_any)
			return;
	}
}

void end_adopting(int is_begun)
{
	if (!is_begun)
		return;
	kill_children();
	prctl(PR_SET_CHILD_SUBREAPER, 0);
}
