#include "process/failure.h"

#include <string.h>
#include <unistd.h>

#include "process/output.h"

const char report_it[] = "this is a defect of interlock: please report it with the command that shows it";

static void (*way_on)(void);
static int policy_is_pass;
static int failed_status = EXIT_ENGINE_FAILED;
static int input_consumed;

void set_way_on(void (*go_on)(void))
{
	way_on = go_on;
}

void set_failure_policy_pass(void)
{
	policy_is_pass = 1;
}

void set_failed_status(int status)
{
	failed_status = status;
}

int status_of_failure(void)
{
	return failed_status;
}

void set_input_consumed(void)
{
	input_consumed = 1;
}

/* Control characters, C0 and (as UTF-8) C1, must not reach a terminal. */
static int is_printable(const char *start, const char *c)
{
	unsigned char byte = (unsigned char)*c;
	int second_of_c1 = c > start && (unsigned char)c[-1] == 0xc2 && byte >= 0x80 && byte < 0xa0;
	return byte == '\n' || (byte >= 0x20 && byte != 0x7f && !second_of_c1);
}

/* One write, so that lines of two processes do not mix. No stdio: a signal handler calls this. */
static void report(const char *kind, const char *code, const char *what, const char *detail, const char *hint)
{
	const char *parts[] = { "interlock: ", kind, ": ", what, detail[0] ? ": " : "", detail,
				" [E-", code, "]\nhint: ", hint, "\n" };
	char text[2048];
	size_t used = 0;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		for (const char *c = parts[i]; *c && used < sizeof text; c++)
			text[used++] = is_printable(parts[i], c) ? *c : '?';
	}
	write_all(2, text, used);
}

void die(int status, const char *code, const char *what, const char *detail, const char *hint)
{
	report("error", code, what, detail, hint);
	_exit(status);
}

void fail_engine(const char *code, const char *what, const char *detail, const char *hint)
{
	if (!policy_is_pass || input_consumed || !way_on)
		die(failed_status, code, what, detail, hint);
	report("warning", code, what, detail, "the command runs unchanged, as 'onEngineFailure: pass' says");
	way_on();
	_exit(failed_status);
}
