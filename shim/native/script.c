#include "script.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "standard-files.h"
#include "byte-strings.h"
#include "cold-side.h"
#include "deadline.h"
#include "duktape.h"
#include "exec-program.h"
#include "host.h"
#include "object-stream.h"
#include "packet-trace.h"
#include "progress.h"
#include "run-program.h"
#include "script-values.h"
#include "temporary-folder.h"

static const char report_it[] = "this is a defect of interlock: please report it with the command that shows it";

static void on_fatal(void *unused, const char *message)
{
	(void)unused;
	fail_engine("the policy script cannot run", message ? message : "", report_it);
}

static duk_context *create_heap(void)
{
	duk_context *ctx = duk_create_heap(heap_alloc, heap_realloc, heap_free, NULL, on_fatal);
	if (!ctx)
		fail_engine("out of memory", "", "free some memory and try again");
	return ctx;
}

/* Bytecode -> main(host); runs protected, because loading may throw too. */
static duk_ret_t load_and_call(duk_context *ctx, void *argument)
{
	const struct bytecode *bytecode = argument;
	duk_push_external_buffer(ctx);
	duk_config_buffer(ctx, -1, (void *)bytecode->start, (duk_size_t)(bytecode->end - bytecode->start));
	duk_load_function(ctx);
	duk_dup(ctx, 0);
	duk_call(ctx, 1);
	return 1;
}

/* The words of decision.argv: a number forwards the caller's word as it came. */
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

struct call {
	int argc;
	const struct invocation *invocation;
};

static duk_ret_t carry_out(duk_context *ctx, void *argument)
{
	const struct call *call = argument;
	end_stream();
	clear_progress();
	remove_temporary_folder();
	duk_get_prop_string(ctx, -1, "action");
	const char *action = duk_require_string(ctx, -1);
	int is_exit = !strcmp(action, "exit"), is_raise = !strcmp(action, "raise");
	int is_defer = !strcmp(action, "defer"), is_cold = !strcmp(action, "cold");
	duk_pop(ctx);
	if (is_defer)
		return 0;
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
		become_cold_side(call->invocation->argv);
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
	if (failed)
		fail_engine("the policy script failed", duk_safe_to_stacktrace(ctx, -1), report_it);
}

void run_script(struct bytecode bytecode, int argc, const struct invocation *invocation)
{
	set_invocation(invocation);
	hold_standard_files();
	deadline_start();
	duk_context *ctx = create_heap();
	push_host(ctx, argc, invocation);
	check(ctx, duk_safe_call(ctx, load_and_call, &bytecode, 1, 1));
	struct call call = { argc, invocation };
	check(ctx, duk_safe_call(ctx, carry_out, &call, 1, 1));
	duk_destroy_heap(ctx);
	deadline_stop();
	release_standard_files();
}
