#include "failure.h"

#include <string.h>
#include <unistd.h>

#include "deadline.h"

extern char **environ;

static struct invocation current;
static int policy_is_pass;
static int input_consumed;

void set_invocation(const struct invocation *invocation)
{
	current = *invocation;
}

void set_failure_policy_pass(void)
{
	policy_is_pass = 1;
}

void set_input_consumed(void)
{
	input_consumed = 1;
}

/* One write, so that lines of two processes do not mix. No stdio: a signal handler comes here. */
static void report(const char *kind, const char *what, const char *detail, const char *hint)
{
	const char *parts[] = { "interlock: ", kind, ": ", what, detail[0] ? ": " : "", detail, "\nhint: ", hint, "\n" };
	char text[2048];
	size_t used = 0;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		for (const char *c = parts[i]; *c && used < sizeof text; c++) {
			int printable = (unsigned char)*c >= 0x20 && *c != 0x7f;
			text[used++] = printable || *c == '\n' ? *c : '?';
		}
	}
	if (write(2, text, used) < 0)
		return; /* nobody is listening */
}

void die(int status, const char *what, const char *detail, const char *hint)
{
	report("error", what, detail, hint);
	_exit(status);
}

void fail_engine(const char *what, const char *detail, const char *hint)
{
	if (!policy_is_pass || input_consumed || !current.real_program)
		die(EXIT_ENGINE_FAILED, what, detail, hint);
	report("warning", what, detail, "the command runs unchanged, as 'onEngineFailure: pass' says");
	deadline_stop();
	execve(current.real_program, current.argv, environ);
	_exit(EXIT_NO_PROGRAM);
}
