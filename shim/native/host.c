#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "byte-strings.h"
#include "cold-side.h"
#include "memory.h"
#include "output.h"
#include "standard-files.h"

extern char **environ;

static const char *real_program;

static duk_ret_t host_env(duk_context *ctx)
{
	char *name = take_c_string(ctx, 0);
	const char *value = name ? getenv(name) : NULL;
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
		const char *equals = strchr(*entry, '=');
		if (equals && !strncmp(*entry, prefix, length)) {
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
	push_c_string(ctx, getcwd(path, sizeof path) ? path : "");
	return 1;
}

static duk_ret_t host_stat(duk_context *ctx)
{
	struct stat file;
	char *path = take_c_string(ctx, 0);
	int missing = !path || stat(path, &file);
	give_memory(path);
	if (missing) {
		duk_push_null(ctx);
		return 1;
	}
	char stamp[80];
	long long nanoseconds = file.st_mtim.tv_sec * 1000000000LL + file.st_mtim.tv_nsec;
	snprintf(stamp, sizeof stamp, "%lld:%lld:%llu", (long long)file.st_size, nanoseconds,
		 (unsigned long long)file.st_ino);
	duk_push_object(ctx);
	duk_push_string(ctx, S_ISREG(file.st_mode) ? "file" : S_ISDIR(file.st_mode) ? "directory" : "other");
	duk_put_prop_string(ctx, -2, "kind");
	duk_push_number(ctx, (double)file.st_size);
	duk_put_prop_string(ctx, -2, "size");
	duk_push_string(ctx, stamp);
	duk_put_prop_string(ctx, -2, "stamp");
	duk_push_boolean(ctx, (file.st_mode & 0111) != 0);
	duk_put_prop_string(ctx, -2, "executable");
	return 1;
}

static duk_ret_t host_real_path(duk_context *ctx)
{
	char resolved[PATH_MAX];
	char *path = take_c_string(ctx, 0);
	if (path && realpath(path, resolved))
		push_c_string(ctx, resolved);
	else
		duk_push_null(ctx);
	give_memory(path);
	return 1;
}

/* Pushes everything that can be read, or the errno. */
static void push_contents(duk_context *ctx, int fd)
{
	struct stat file;
	size_t room = 4096;
	int is_file = !fstat(fd, &file) && S_ISREG(file.st_mode);
	if (is_file && file.st_size > 0)
		room = (size_t)file.st_size + 1;
	if (fd == 0 || S_ISFIFO(file.st_mode) || S_ISSOCK(file.st_mode))
		set_input_consumed();
	char *bytes = take_memory(room);
	size_t length = 0;
	for (;;) {
		if (length == room)
			bytes = grow_memory(bytes, room *= 2);
		ssize_t got = read(fd, bytes + length, room - length);
		if (got == 0)
			break;
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			give_memory(bytes);
			duk_push_int(ctx, errno);
			return;
		}
		length += (size_t)got;
	}
	push_bytes(ctx, bytes, length);
	give_memory(bytes);
}

static duk_ret_t host_read_file(duk_context *ctx)
{
	char *path = take_c_string(ctx, 0);
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	int failure = path ? errno : ENOENT;
	give_memory(path);
	if (fd < 0) {
		duk_push_int(ctx, failure);
		return 1;
	}
	push_contents(ctx, fd);
	close(fd);
	return 1;
}

static duk_ret_t host_read_stdin(duk_context *ctx)
{
	if (stdin_was_closed())
		duk_push_int(ctx, EBADF);
	else
		push_contents(ctx, 0);
	return 1;
}

/* FNV-1a; the string is wide, so a byte from 0x80 on takes two. */
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
	duk_push_sprintf(ctx, "%08lx", (unsigned long)hash);
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

static duk_ret_t host_run_cold(duk_context *ctx)
{
	duk_size_t count = duk_get_length(ctx, 0);
	char **arguments = take_memory((count + 1) * sizeof *arguments);
	for (duk_size_t i = 0; i < count; i++) {
		duk_get_prop_index(ctx, 0, (duk_uarridx_t)i);
		arguments[i] = take_c_string(ctx, -1);
		if (!arguments[i])
			return duk_error(ctx, DUK_ERR_TYPE_ERROR, "an argument has a NUL byte");
		duk_pop(ctx);
	}
	arguments[count] = NULL;
	struct cold_result result;
	run_cold_side(arguments, &result);
	for (duk_size_t i = 0; i < count; i++)
		give_memory(arguments[i]);
	give_memory(arguments);
	duk_push_object(ctx);
	duk_push_int(ctx, result.status);
	duk_put_prop_string(ctx, -2, "status");
	push_bytes(ctx, result.output ? result.output : "", result.length);
	duk_put_prop_string(ctx, -2, "stdout");
	give_memory(result.output);
	return 1;
}

static duk_ret_t host_set_failure_policy(duk_context *ctx)
{
	if (!strcmp(duk_require_string(ctx, 0), "pass"))
		set_failure_policy_pass();
	return 0;
}

static duk_ret_t host_write(duk_context *ctx)
{
	size_t length;
	char *bytes = take_bytes(ctx, 1, &length);
	write_all(duk_require_int(ctx, 0), bytes, length);
	give_memory(bytes);
	return 0;
}

static const duk_function_list_entry functions[] = {
	{ "env", host_env, 1 },
	{ "envNames", host_env_names, 1 },
	{ "cwd", host_cwd, 0 },
	{ "stat", host_stat, 1 },
	{ "realPath", host_real_path, 1 },
	{ "readFile", host_read_file, 1 },
	{ "readStdin", host_read_stdin, 0 },
	{ "checksum", host_checksum, 1 },
	{ "isTerminal", host_is_terminal, 1 },
	{ "realProgram", host_real_program, 0 },
	{ "runCold", host_run_cold, 1 },
	{ "setFailurePolicy", host_set_failure_policy, 1 },
	{ "write", host_write, 2 },
	{ NULL, NULL, 0 },
};

void push_host(duk_context *ctx, int argc, const struct invocation *invocation)
{
	real_program = invocation->real_program;
	duk_push_object(ctx);
	duk_put_function_list(ctx, -1, functions);
	duk_push_array(ctx);
	for (int i = 0; i < argc; i++) {
		push_c_string(ctx, invocation->argv[i]);
		duk_put_prop_index(ctx, -2, (duk_uarridx_t)i);
	}
	duk_put_prop_string(ctx, -2, "argv");
}
