#define _GNU_SOURCE /* pipe2 */
#include "objects/lead-walk.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "objects/object-stream.h"
#include "process/failure.h"
#include "programs/cold-side.h"
#include "programs/run-program.h"

void lead_walk(char *const *argv)
{
	/* Until we know better, it has failed. */
	int ends[2], status = EXIT_ENGINE_FAILED << 8;
	pid_t self = getpid(), child = pipe2(ends, O_CLOEXEC) ? -1 : fork();
	if (child < 0) {
		end_stream();
		become_cold_side(argv, NULL);
	}
	if (child == 0) {
		leave_stream();
		/* It ends with us; we may have ended already. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		char number[16];
		snprintf(number, sizeof number, "%d", ends[0]);
		if (getppid() != self || fcntl(ends[0], F_SETFD, 0))
			_exit(EXIT_ENGINE_FAILED);
		become_cold_side(argv, number);
	}
	close(ends[0]);
	/* If it ends early, we do not: its status is ours. */
	signal(SIGPIPE, SIG_IGN);
	dprintf(ends[1], "status %d", pass_stream_on(ends[1]));
	close(ends[1]);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status))
		raise_and_end(WTERMSIG(status));
	_exit(WEXITSTATUS(status));
}
