#include "host/host.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "programs/cold-side.h"
#include "process/deadline.h"
#include "host/faults.h"
#include "process/failure.h"
#include "host/git.h"
#include "programs/kept-variables.h"
#include "image/memory.h"
#include "objects/object-stream.h"
#include "process/output.h"
#include "host/progress.h"
#include "programs/real-program.h"
#include "programs/run-program.h"
#include "engine/script-values.h"
#include "host/temporary-folder.h"

extern char **environ;

static const char *real_program;

/* As getenv, which looks at all of every name: a command asks for twenty, and most begin with another letter. */
static const char *find_variable(const char *name)
{
	size_t length = strcspn(name, "=");
	if (!length || name[length])
		return NULL;
	for (char **entry = environ; *entry; entry++)
		if (**entry == *name && !strncmp(*entry, name, length) && (*entry)[length] == '=')
			return *entry + length + 1;
	return NULL;
}

static duk_ret_t host_env(duk_context *ctx)
{
	char *name = take_c_string(ctx, 0);
	const char *value = name ? find_variable(name) : NULL;
	give_memory(name);
	if (value)
		push_c_string(ctx, value);
	else
		duk_push_undefined(ctx);
	return 1;
}

static duk_ret_t host_env_names(duk_context *ctx)
{
	size_t length;
	char *prefix = take_bytes(ctx, 0, &length);
	duk_push_array(ctx);
	duk_uarridx_t count = 0;
	for (char **entry = environ; *entry; entry++) {
		const char *equals = strncmp(*entry, prefix, length) ? NULL : strchr(*entry, '=');
		if (equals) {
			push_bytes(ctx, *entry, (size_t)(equals - *entry));
			duk_put_prop_index(ctx, -2, count++);
		}
	}
	give_memory(prefix);
	return 1;
}

static duk_ret_t host_cwd(duk_context *ctx)
{
	char path[PATH_MAX];
	int failure = getcwd(path, sizeof path) ? 0 : errno;
	end_on_fault(".", failure);
	push_c_string(ctx, failure ? "" : path);
	return 1;
}

/* FNV-1a; the string is widened, so a byte from 0x80 on takes two. */
static duk_ret_t host_checksum(duk_context *ctx)
{
	duk_size_t length;
	const unsigned char *wide = (const unsigned char *)duk_require_lstring(ctx, 0, &length);
	uint32_t hash = 0x811c9dc5;
	for (duk_size_t i = 0; i < length; i++) {
		unsigned byte = wide[i];
		if (byte >= 0x80 && i + 1 < length)
			byte = (byte << 6 | (wide[++i] & 0x3f)) & 0xff;
		hash = (hash ^ byte) * 0x01000193;
	}
	/* Not by printf, which a commit would need for nothing else: three more pages of the binary. */
	char digits[8];
	for (int i = 7; i >= 0; i--, hash >>= 4)
		digits[i] = "0123456789abcdef"[hash & 15];
	duk_push_lstring(ctx, digits, sizeof digits);
	return 1;
}

/* strftime takes twenty times as long. */
static char *put_digits(char *out, unsigned long number, int count, char end)
{
	for (int i = count - 1; i >= 0; i--, number /= 10)
		out[i] = (char)('0' + number % 10);
	out[count] = end;
	return out + count + 1;
}

static duk_ret_t host_now(duk_context *ctx)
{
	char text[64];
	struct timespec now;
	struct tm parts;
	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &parts);
	char *out = put_digits(text, (unsigned long)parts.tm_year + 1900, 4, '-');
	out = put_digits(out, (unsigned long)parts.tm_mon + 1, 2, '-');
	out = put_digits(out, (unsigned long)parts.tm_mday, 2, 'T');
	out = put_digits(out, (unsigned long)parts.tm_hour, 2, ':');
	out = put_digits(out, (unsigned long)parts.tm_min, 2, ':');
	int is_precise = duk_get_boolean(ctx, 0);
	out = put_digits(out, (unsigned long)parts.tm_sec, 2, is_precise ? '.' : 'Z');
	if (is_precise)
		out = put_digits(out, (unsigned long)now.tv_nsec, 9, 'Z');
	duk_push_lstring(ctx, text, (duk_size_t)(out - text));
	return 1;
}

static duk_ret_t host_elapsed(duk_context *ctx)
{
	duk_push_number(ctx, milliseconds_since_start());
	return 1;
}

static duk_ret_t host_user_id(duk_context *ctx)
{
	duk_push_number(ctx, (double)getuid());
	return 1;
}

static duk_ret_t host_is_terminal(duk_context *ctx)
{
	duk_push_boolean(ctx, isatty(duk_require_int(ctx, 0)));
	return 1;
}

static duk_ret_t host_real_program(duk_context *ctx)
{
	push_c_string(ctx, real_program ? real_program : "");
	return 1;
}

static duk_ret_t host_own_program(duk_context *ctx)
{
	push_c_string(ctx, own_program());
	return 1;
}

static duk_ret_t host_own_prefix(duk_context *ctx)
{
	push_c_string(ctx, own_prefix());
	return 1;
}

static duk_ret_t host_run_program(duk_context *ctx)
{
	char *path = take_c_string(ctx, 0);
	char **argv = take_words(ctx, 1, 0);
	char **changes = take_environment(ctx, 2), **environment = change_variables(changes);
	int input = take_memory_file(ctx, 3);
	/* The caller's program must not inherit our stream. */
	end_stream();
	duk_push_int(ctx, path ? run_program(path, argv, environment, input, NULL) : NOT_STARTED);
	if (input >= 0)
		close(input);
	give_memory(path);
	give_words(argv, 0);
	give_memory(environment);
	give_environment(changes);
	return 1;
}

static duk_ret_t host_run_cold(duk_context *ctx)
{
	char **arguments = take_words(ctx, 0, 0);
	struct cold_result result;
	run_cold_side(arguments, &result);
	give_words(arguments, 0);
	push_result(ctx, result.status, result.output, result.length);
	return 1;
}

static duk_ret_t host_has_cold_side(duk_context *ctx)
{
	duk_push_boolean(ctx, has_cold_side());
	return 1;
}

/* Finding cycles scans the whole heap, which grows with a push: not for every batch. */
#define LOTS_A_SWEEP 16

static duk_ret_t host_reset_deadline(duk_context *ctx)
{
	static unsigned lots;
	deadline_renew();
	if (++lots % LOTS_A_SWEEP == 0)
		duk_gc(ctx, 0);
	return 0;
}

static duk_ret_t host_set_failure_policy(duk_context *ctx)
{
	if (!strcmp(duk_require_string(ctx, 0), "pass"))
		set_failure_policy_pass();
	return 0;
}

static duk_ret_t host_progress(duk_context *ctx)
{
	show_progress((unsigned long)duk_require_uint(ctx, 0));
	return 0;
}

static duk_ret_t host_write(duk_context *ctx)
{
	clear_progress();
	size_t length;
	char *bytes = take_bytes(ctx, 1, &length);
	length = make_printable(bytes, length, duk_get_boolean(ctx, 2));
	write_all(duk_require_int(ctx, 0), bytes, length);
	give_memory(bytes);
	return 0;
}

/* Each function of `Host`: its name, ours for it, and how many arguments it has. Those that are not above are in other files. */
#define FUNCTIONS(_) \
	_("env", host_env, 1) \
	_("envNames", host_env_names, 1) \
	_("cwd", host_cwd, 0) \
	_("stat", host_stat, 1) \
	_("isThere", host_is_there, 1) \
	_("areUnchanged", host_are_unchanged, 1) \
	_("realPath", host_real_path, 1) \
	_("readFile", host_read_file, 3) \
	_("readInput", host_read_input, 1) \
	_("readOwnFile", host_read_own_file, 2) \
	_("readLooseObject", host_read_loose_object, 3) \
	_("treeOfIndex", host_tree_of_index, 2) \
	_("readStdin", host_read_stdin, 0) \
	_("readPackets", host_read_packets, 0) \
	_("listDirectory", host_list_directory, 2) \
	_("makeDirectory", host_make_directory, 2) \
	_("isOwnFolder", host_is_own_folder, 1) \
	_("makeLink", host_make_link, 2) \
	_("removeFile", host_remove_file, 1) \
	_("writeFile", host_write_file, 2) \
	_("tryAppend", host_try_append, 1) \
	_("appendRecord", host_append_record, 2) \
	_("sendRecord", host_send_record, 2) \
	_("sha256", host_sha256, 1) \
	_("whyUnguarded", host_why_unguarded, 1) \
	_("now", host_now, 1) \
	_("elapsed", host_elapsed, 0) \
	_("userId", host_user_id, 0) \
	_("checksum", host_checksum, 1) \
	_("isTerminal", host_is_terminal, 1) \
	_("realProgram", host_real_program, 0) \
	_("ownProgram", host_own_program, 0) \
	_("ownPrefix", host_own_prefix, 0) \
	_("privateFolder", host_private_folder, 1) \
	_("ancestorProgram", host_ancestor_program, 1) \
	_("ancestorWords", host_ancestor_words, 1) \
	_("siblings", host_siblings, 0) \
	_("runGit", host_run_git, 2) \
	_("runReal", host_run_real, 2) \
	_("startObjects", host_start_objects, 3) \
	_("startCommits", host_start_commits, 3) \
	_("readObjects", host_read_objects, 0) \
	_("awaitOutput", host_await_output, 1) \
	_("listingStatus", host_listing_status, 0) \
	_("listingErrors", host_listing_errors, 0) \
	_("readTrace", host_read_trace, 0) \
	_("makeTemporaryFolder", host_make_temporary_folder, 0) \
	_("removeTemporaryFolder", host_remove_temporary_folder, 0) \
	_("runProgram", host_run_program, 4) \
	_("runHookProgram", host_run_hook_program, 6) \
	_("runCold", host_run_cold, 1) \
	_("awaitTurn", host_await_turn, 1) \
	_("endTurn", host_end_turn, 0) \
	_("hasColdSide", host_has_cold_side, 0) \
	_("resetDeadline", host_reset_deadline, 0) \
	_("progress", host_progress, 1) \
	_("setFailurePolicy", host_set_failure_policy, 1) \
	_("write", host_write, 3)
#define DECLARATION(name, function, count) duk_ret_t function(duk_context *ctx);
#define ENTRY(name, function, count) { name, function, count },

FUNCTIONS(DECLARATION)
static const duk_function_list_entry functions[] = { FUNCTIONS(ENTRY){ NULL, NULL, 0 } };

void push_host(duk_context *ctx)
{
	duk_push_object(ctx);
	for (const duk_function_list_entry *entry = functions; entry->key; entry++) {
		/* Light functions are not objects, and cost nothing to create. */
		duk_push_c_lightfunc(ctx, entry->value, entry->nargs, entry->nargs, 0);
		duk_put_prop_string(ctx, -2, entry->key);
	}
	/* Reserves the slot; bind_host sets it. */
	duk_push_null(ctx);
	duk_put_prop_string(ctx, -2, "argv");
}

void bind_host(duk_context *ctx, duk_idx_t index, int argc, const struct invocation *invocation)
{
	real_program = invocation->real_program;
	set_git(invocation->git, real_program);
	duk_push_array(ctx);
	for (int i = 0; i < argc; i++) {
		push_c_string(ctx, invocation->argv[i]);
		duk_put_prop_index(ctx, -2, (duk_uarridx_t)i);
	}
	duk_put_prop_string(ctx, index, "argv");
}
