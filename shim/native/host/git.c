#include "host/git.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "objects/commit-header.h"
#include "programs/kept-variables.h"
#include "image/memory.h"
#include "objects/object-stream.h"
#include "programs/packet-trace.h"
#include "programs/run-program.h"
#include "engine/script-values.h"
#include "host/temporary-folder.h"

/* A batch is judged quickly, while git writes the next one. */
#define MOST_OBJECTS 500
#define MOST_BYTES (256 * 1024)

static const char *git, *real;

void set_git(const char *path, const char *real_program)
{
	git = path;
	real = real_program;
}

struct surroundings {
	char **only, **changes, **environment;
};

/* From RunOptions, if given. `trace`: a file for git's packets, or NULL. */
static struct surroundings take_surroundings(duk_context *ctx, duk_idx_t index, const char *trace)
{
	struct surroundings taken = { NULL, NULL, NULL };
	if (duk_is_object(ctx, index)) {
		duk_get_prop_string(ctx, index, "env");
		taken.changes = take_environment(ctx, -1);
		duk_get_prop_string(ctx, index, "only");
		taken.only = duk_is_object(ctx, -1) ? take_words(ctx, -1, 0) : NULL;
		duk_pop_2(ctx);
	}
	taken.environment = keep_variables(taken.only, taken.changes, trace);
	return taken;
}

static void give_surroundings(struct surroundings *given)
{
	if (given->only)
		give_words(given->only, 0);
	give_environment(given->changes);
	give_memory(given->environment);
}

static duk_ret_t run_for_output(duk_context *ctx, const char *program, const char *name)
{
	struct output output = { NULL, 0, 0 };
	struct packet_trace trace = { -1, "" };
	int status = NOT_STARTED, input = -1, is_traced = 0;
	char **arguments = take_words(ctx, 0, 1);
	arguments[0] = (char *)name;
	if (duk_is_object(ctx, 1)) {
		duk_get_prop_string(ctx, 1, "stdin");
		input = take_memory_file(ctx, -1);
		duk_get_prop_string(ctx, 1, "traced");
		is_traced = duk_to_boolean(ctx, -1);
		duk_get_prop_string(ctx, 1, "errors");
		output.of_errors = duk_to_boolean(ctx, -1);
		duk_pop_3(ctx);
	}
	if (is_traced)
		open_trace(&trace);
	struct surroundings around = take_surroundings(ctx, 1, trace.fd < 0 ? NULL : trace.path);
	if (program)
		status = run_program(program, arguments, around.environment, input, &output);
	if (input >= 0)
		close(input);
	give_surroundings(&around);
	give_words(arguments, 1);
	/* Ctrl-C was meant for both, but only the child got it. Without this we would go on and ask the next remote. */
	if (status == -SIGINT || status == -SIGQUIT) {
		remove_temporary_folder();
		raise_and_end(-status);
	}
	push_result(ctx, status, output.bytes, output.length);
	if (is_traced) {
		push_trace(ctx, &trace);
		duk_put_prop_string(ctx, -2, "trace");
	}
	return 1;
}

duk_ret_t host_run_git(duk_context *ctx)
{
	return run_for_output(ctx, git, "git");
}

duk_ret_t host_run_real(duk_context *ctx)
{
	const char *slash = real ? strrchr(real, '/') : NULL;
	return run_for_output(ctx, real, slash ? slash + 1 : real);
}

/* `git rev-list <words> --stdin`. */
static char **listing_line(char **words)
{
	size_t count = 0;
	while (words[count])
		count++;
	char **line = take_memory((count + 4) * sizeof *line);
	line[0] = (char *)"git";
	line[1] = (char *)"rev-list";
	memcpy(line + 2, words, count * sizeof *line);
	line[count + 2] = (char *)"--stdin";
	line[count + 3] = NULL;
	return line;
}

duk_ret_t host_start_objects(duk_context *ctx)
{
	char **words = duk_is_object(ctx, 0) ? take_words(ctx, 0, 0) : NULL;
	char **lister = words ? listing_line(words) : NULL;
	int input = take_memory_file(ctx, 1);
	struct surroundings around = take_surroundings(ctx, 2, NULL);
	end_stream();
	duk_push_int(ctx, git ? start_stream(git, lister, around.environment, input) : NOT_STARTED);
	if (input >= 0)
		close(input);
	give_surroundings(&around);
	if (words)
		give_words(words, 0);
	give_memory(lister);
	return 1;
}

duk_ret_t host_start_commits(duk_context *ctx)
{
	char **words = take_words(ctx, 0, 1);
	words[0] = (char *)"git";
	int input = take_memory_file(ctx, 1);
	struct surroundings around = take_surroundings(ctx, 2, NULL);
	duk_push_int(ctx, git ? start_print(git, words, around.environment, input) : NOT_STARTED);
	if (input >= 0)
		close(input);
	give_surroundings(&around);
	give_words(words, 1);
	return 1;
}

duk_ret_t host_await_output(duk_context *ctx)
{
	duk_push_int(ctx, await_stream(duk_require_int(ctx, 0)));
	return 1;
}

duk_ret_t host_listing_status(duk_context *ctx)
{
	duk_push_int(ctx, stream_status());
	return 1;
}

duk_ret_t host_listing_errors(duk_context *ctx)
{
	char text[16384];
	ssize_t length = print_errors(text, sizeof text);
	if (length < 0 || (size_t)length == sizeof text)
		duk_push_null(ctx);
	else
		push_bytes(ctx, text, (size_t)length);
	return 1;
}

static void push_found(duk_context *ctx, const struct found_object *found)
{
	struct plain_header header;
	int is_commit = !strcmp(found->type, "commit");
	duk_push_object(ctx);
	duk_push_string(ctx, found->id);
	duk_put_prop_string(ctx, -2, "id");
	duk_push_string(ctx, found->type);
	duk_put_prop_string(ctx, -2, "type");
	push_bytes(ctx, found->body, found->length);
	duk_put_prop_string(ctx, -2, "body");
	duk_push_boolean(ctx, is_commit && read_plain_header(found->body, found->length, strlen(found->id), &header));
	duk_put_prop_string(ctx, -2, "isPlain");
}

duk_ret_t host_read_objects(duk_context *ctx)
{
	struct found_object found;
	size_t bytes = 0;
	duk_uarridx_t count = 0;
	duk_push_array(ctx);
	while (count < MOST_OBJECTS && bytes < MOST_BYTES && next_object(&found)) {
		bytes += found.length;
		push_found(ctx, &found);
		duk_put_prop_index(ctx, -2, count++);
	}
	return 1;
}
