#include "start/script.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "image/memory.h"
#include "process/standard-files.h"
#include "engine/byte-strings.h"
#include "objects/lead-walk.h"
#include "programs/cold-side.h"
#include "process/deadline.h"
#include "duktape.h"
#include "programs/exec-program.h"
#include "start/heap.h"
#include "process/failure.h"
#include "objects/object-stream.h"
#include "programs/packet-trace.h"
#include "host/progress.h"
#include "programs/run-program.h"
#include "engine/script-values.h"
#include "host/temporary-folder.h"

struct call {
	const char *role;
	int argc;
	const struct invocation *invocation;
};

/* entry(host, role) */
static duk_ret_t decide(duk_context *ctx, void *argument)
{
	const struct call *call = argument;
	bind_host(ctx, HEAP_HOST, call->argc, call->invocation);
	duk_dup(ctx, HEAP_ENTRY);
	duk_dup(ctx, HEAP_HOST);
	duk_push_string(ctx, call->role);
	duk_call(ctx, 2);
	return 1;
}

/* decision.argv: a number is the index of a caller's argument, which is passed on unchanged. */
static char **read_words(duk_context *ctx, int argc, char **argv)
{
	duk_get_prop_string(ctx, -1, "argv");
	duk_size_t count = duk_get_length(ctx, -1);
	char **words = take_memory((count + 1) * sizeof *words);
	for (duk_size_t i = 0; i < count; i++) {
		duk_get_prop_index(ctx, -1, (duk_uarridx_t)i);
		if (duk_is_number(ctx, -1)) {
			int index = duk_get_int(ctx, -1);
			words[i] = index >= 0 && index < argc ? argv[index] : NULL;
		} else {
			words[i] = take_c_string(ctx, -1);
		}
		if (!words[i])
			(void)duk_error(ctx, DUK_ERR_RANGE_ERROR, "a word of the decision cannot be an argument");
		duk_pop(ctx);
	}
	words[count] = NULL;
	duk_pop(ctx);
	return words;
}

static duk_ret_t carry_out(duk_context *ctx, void *argument)
{
	const struct call *call = argument;
	duk_get_prop_string(ctx, -1, "walk");
	int is_led = duk_to_boolean(ctx, -1) && stream_is_whole();
	duk_pop(ctx);
	if (!is_led)
		end_stream();
	clear_progress();
	remove_temporary_folder();
	duk_get_prop_string(ctx, -1, "action");
	const char *action = duk_require_string(ctx, -1);
	int is_exit = !strcmp(action, "exit"), is_raise = !strcmp(action, "raise");
	int is_cold = !strcmp(action, "cold");
	duk_pop(ctx);
	if (is_exit) {
		duk_get_prop_string(ctx, -1, "status");
		_exit(duk_require_int(ctx, -1));
	}
	if (is_raise) {
		duk_get_prop_string(ctx, -1, "signal");
		raise_and_end(duk_require_int(ctx, -1));
	}
	char **words = is_cold ? NULL : read_words(ctx, call->argc, call->invocation->argv);
	duk_get_prop_string(ctx, -1, "stdin");
	if (duk_is_string(ctx, -1)) {
		size_t length;
		char *bytes = take_bytes(ctx, -1, &length);
		provide_stdin(bytes, length);
	}
	duk_pop(ctx);
	if (is_cold) {
		deadline_stop();
		release_standard_files();
		if (is_led)
			lead_walk(call->invocation->argv);
		become_cold_side(call->invocation->argv, NULL);
	}
	duk_get_prop_string(ctx, -1, "stdinBefore");
	if (duk_is_string(ctx, -1)) {
		size_t length;
		char *bytes = take_bytes(ctx, -1, &length);
		provide_stdin_before(bytes, length);
	}
	duk_pop(ctx);
	duk_get_prop_string(ctx, -1, "program");
	const char *program = duk_is_string(ctx, -1) ? take_c_string(ctx, -1) : NULL;
	duk_pop(ctx);
	duk_get_prop_string(ctx, -1, "env");
	change_environment(take_environment(ctx, -1));
	duk_get_prop_string(ctx, -2, "traced");
	if (duk_to_boolean(ctx, -1))
		trace_next_program();
	deadline_stop();
	release_standard_files();
	if (program)
		exec_for_git(program, words);
	exec_program(call->invocation->real_program, words);
}

static void check(duk_context *ctx, duk_int_t failed)
{
	if (failed && memory_ran_out())
		fail_engine("out-of-memory", "out of memory", "", "free some memory, or raise the limit: ulimit -d unlimited, ulimit -v unlimited");
	if (failed)
		fail_engine("script-failed", "the policy script failed", duk_safe_to_stacktrace(ctx, -1), report_it);
}

static const struct invocation *unchanged;

static void run_unchanged(void)
{
	if (unchanged->is_hook)
		_exit(0);
	end_stream();
	deadline_stop();
	release_standard_files();
	exec_program(unchanged->real_program, unchanged->argv);
}

void run_script(const char *role, int argc, const struct invocation *invocation)
{
	unchanged = invocation;
	set_way_on(invocation->real_program ? run_unchanged : NULL);
	hold_standard_files();
	deadline_start();
	duk_context *ctx = open_heap();
	struct call call = { role, argc, invocation };
	check(ctx, duk_safe_call(ctx, decide, &call, 0, 1));
	check(ctx, duk_safe_call(ctx, carry_out, &call, 1, 1));
	_exit(EXIT_ENGINE_FAILED);
}
