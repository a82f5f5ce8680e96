/*
 * The part of the Host interface that looks at files, makes and writes them.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "host/faults.h"
#include "process/guarded.h"
#include "image/memory.h"

/* printf takes thousands of instructions for a stamp, and a plan has one for each of its files. */
static char *put_number(char *out, unsigned long long number, unsigned base, char end)
{
	char digits[24], *at = digits + sizeof digits;
	*--at = end;
	do
		*--at = (char)('0' + number % base);
	while (number /= base);
	size_t length = (size_t)(digits + sizeof digits - at);
	memcpy(out, at, length);
	return out + length;
}

/* size:time:inode:mode */
static void write_stamp(char *out, const struct stat *file)
{
	long long nanoseconds = file->st_mtim.tv_sec * 1000000000LL + file->st_mtim.tv_nsec;
	out = put_number(out, (unsigned long long)file->st_size, 10, ':');
	if (nanoseconds < 0)
		*out++ = '-';
	out = put_number(out, nanoseconds < 0 ? 0 - (unsigned long long)nanoseconds : (unsigned long long)nanoseconds, 10, ':');
	out = put_number(out, file->st_ino, 10, ':');
	put_number(out, file->st_mode & 07777, 8, '\0');
}

/* More than four numbers need. */
#define LONGEST_STAMP 100

/* One call for all files of a plan: the script engine would take ten times as many instructions. */
duk_ret_t host_are_unchanged(duk_context *ctx)
{
	int are_same = 1;
	duk_size_t count = duk_get_length(ctx, 0);
	for (duk_size_t i = 0; are_same && i + 1 < count; i += 2) {
		struct stat file;
		char stamp[LONGEST_STAMP] = "absent";
		duk_get_prop_index(ctx, 0, (duk_uarridx_t)i);
		duk_get_prop_index(ctx, 0, (duk_uarridx_t)i + 1);
		char *path = take_c_string(ctx, -2);
		if (path && !stat(path, &file))
			write_stamp(stamp, &file);
		else if (path)
			end_on_fault(path, errno);
		are_same = !strcmp(stamp, duk_require_string(ctx, -1));
		give_memory(path);
		duk_pop_2(ctx);
	}
	duk_push_boolean(ctx, are_same);
	return 1;
}

duk_ret_t host_stat(duk_context *ctx)
{
	struct stat file;
	char *path = take_c_string(ctx, 0);
	int missing = !path || stat(path, &file);
	if (path && missing)
		end_on_fault(path, errno);
	give_memory(path);
	if (missing) {
		duk_push_null(ctx);
		return 1;
	}
	char stamp[LONGEST_STAMP];
	write_stamp(stamp, &file);
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

duk_ret_t host_is_there(duk_context *ctx)
{
	struct stat file;
	char *path = take_c_string(ctx, 0);
	int is_absent = !path || (stat(path, &file) && (errno == ENOENT || errno == ENOTDIR));
	give_memory(path);
	duk_push_boolean(ctx, !is_absent);
	return 1;
}

duk_ret_t host_real_path(duk_context *ctx)
{
	char resolved[PATH_MAX];
	char *path = take_c_string(ctx, 0);
	int is_resolved = path && realpath(path, resolved);
	if (path && !is_resolved)
		end_on_fault(path, errno);
	if (is_resolved)
		push_c_string(ctx, resolved);
	else
		duk_push_null(ctx);
	give_memory(path);
	return 1;
}

duk_ret_t host_make_directory(duk_context *ctx)
{
	char *path = take_c_string(ctx, 0);
	int failure = !path ? ENOENT : mkdir(path, duk_get_boolean(ctx, 1) ? 0700 : 0755) ? errno : 0;
	give_memory(path);
	duk_push_int(ctx, failure);
	return 1;
}

duk_ret_t host_is_own_folder(duk_context *ctx)
{
	struct stat folder, parent;
	char *path = take_c_string(ctx, 0);
	int is_own = path && !lstat(path, &folder) && S_ISDIR(folder.st_mode) && is_closed(&folder);
	char *slash = is_own ? strrchr(path, '/') : NULL;
	if (slash)
		slash[slash == path] = '\0';
	is_own = slash && !stat(path, &parent) && keeps_others_out(&parent);
	give_memory(path);
	duk_push_boolean(ctx, is_own);
	return 1;
}

duk_ret_t host_make_link(duk_context *ctx)
{
	char *target = take_c_string(ctx, 0);
	char *path = take_c_string(ctx, 1);
	int failure = !target || !path ? ENOENT : symlink(target, path) ? errno : 0;
	give_memory(target);
	give_memory(path);
	duk_push_int(ctx, failure);
	return 1;
}

duk_ret_t host_remove_file(duk_context *ctx)
{
	char *path = take_c_string(ctx, 0);
	int failure = !path ? ENOENT : unlink(path) ? errno : 0;
	give_memory(path);
	duk_push_int(ctx, failure);
	return 1;
}

/*
 * The file ends where the new content does. Not by O_TRUNC: git has just written the message that we change, and to empty a file
 * waits until its old content is on its way to the disk, which takes longer than all else that a hook of ours does.
 */
static int cut_at(int fd, off_t length)
{
	struct stat now;
	return !fstat(fd, &now) && S_ISREG(now.st_mode) && now.st_size > length && ftruncate(fd, length) ? errno : 0;
}

/* 0, or the errno. */
static int write_to(const char *path, const char *bytes, size_t length)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_CREAT, 0666);
	if (fd < 0)
		return errno;
	int failure = 0;
	size_t written = 0;
	while (written < length && !failure) {
		ssize_t wrote = write(fd, bytes + written, length - written);
		if (wrote >= 0)
			written += (size_t)wrote;
		else if (errno != EINTR)
			failure = errno;
	}
	/* After a failure, too: nothing old may stand behind what is new. */
	int uncut = cut_at(fd, (off_t)written);
	if (!failure)
		failure = uncut;
	return close(fd) && !failure ? errno : failure;
}

duk_ret_t host_write_file(duk_context *ctx)
{
	size_t length;
	char *path = take_c_string(ctx, 0);
	char *bytes = take_bytes(ctx, 1, &length);
	duk_push_int(ctx, path ? write_to(path, bytes, length) : ENOENT);
	give_memory(path);
	give_memory(bytes);
	return 1;
}

duk_ret_t host_try_append(duk_context *ctx)
{
	char *path = take_c_string(ctx, 0);
	/* A FIFO without a reader must not block us. */
	int fd = path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
	duk_push_int(ctx, fd >= 0 ? 0 : path ? errno : ENOENT);
	give_memory(path);
	if (fd >= 0)
		close(fd);
	return 1;
}

duk_ret_t host_why_unguarded(duk_context *ctx)
{
	char why[PATH_MAX + 64];
	char *path = take_c_string(ctx, 0);
	if (is_guarded(path ? path : "", why, sizeof why))
		why[0] = '\0';
	give_memory(path);
	push_c_string(ctx, why);
	return 1;
}
