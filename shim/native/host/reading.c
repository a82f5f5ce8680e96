/*
 * The part of the Host interface that reads files, folders and standard input.
 */
#define _GNU_SOURCE /* syscall */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "process/failure.h"
#include "host/faults.h"
#include "process/guarded.h"
#include "image/memory.h"
#include "process/standard-files.h"

/*
 * Is it finite, and can it be read again? A folder is accepted, because reading it fails anyway. /dev/null is as good
 * as an empty file, and people use it to disable git's configuration.
 */
static int is_like_file(const struct stat *file)
{
	int is_null = S_ISCHR(file->st_mode) && file->st_rdev == makedev(1, 3);
	return S_ISREG(file->st_mode) || S_ISDIR(file->st_mode) || is_null;
}

/* Like open(), but without the fcntl that musl adds although the kernel has set the flag. */
static int open_closing(const char *path, int flags)
{
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_RDONLY | O_CLOEXEC);
}

#define MOST_WORDS 32

/* Is one of the words of a script's array in these bytes? The words are in lower case, the bytes need not be. */
static int mentions_any(duk_context *ctx, duk_idx_t array, const char *bytes, size_t length)
{
	const char *words[MOST_WORDS];
	size_t lengths[MOST_WORDS], count = duk_get_length(ctx, array);
	char is_first[256] = { 0 };
	if (count > MOST_WORDS)
		return 1;
	for (size_t i = 0; i < count; i++) {
		duk_get_prop_index(ctx, array, (duk_uarridx_t)i);
		/* The array keeps it. */
		words[i] = duk_require_lstring(ctx, -1, &lengths[i]);
		duk_pop(ctx);
		is_first[(unsigned char)*words[i]] = 1;
	}
	for (size_t at = 0; at < length; at++) {
		unsigned char first = (unsigned char)bytes[at];
		if (first >= 'A' && first <= 'Z')
			first += 'a' - 'A';
		for (size_t i = 0; is_first[first] && i < count; i++)
			if ((unsigned char)*words[i] == first && lengths[i] <= length - at && !strncasecmp(bytes + at, words[i], lengths[i]))
				return 1;
	}
	return 0;
}

/*
 * Pushes the contents, or returns the errno: EFBIG for more than `most` bytes. `words`: where the script's array of words is, or
 * a negative number; without any of them in it, the contents are as good as empty.
 */
static int push_contents(duk_context *ctx, int fd, const struct stat *file, size_t most, duk_idx_t words)
{
	if (S_ISREG(file->st_mode) && (unsigned long long)file->st_size > most)
		return EFBIG;
	size_t room = 4096;
	if (S_ISREG(file->st_mode) && file->st_size > 0)
		room = (size_t)file->st_size + 1;
	if (room - 1 > most)
		room = most + 1;
	if (fd == 0 || S_ISFIFO(file->st_mode) || S_ISSOCK(file->st_mode))
		set_input_consumed();
	char *bytes = take_memory(room);
	size_t length = 0;
	for (;;) {
		if (length == room)
			bytes = grow_memory(bytes, room *= 2);
		ssize_t got = read_some(fd, bytes + length, room - length);
		if (got == 0)
			break;
		if (got < 0) {
			int failure = errno;
			give_memory(bytes);
			return failure;
		}
		length += (size_t)got;
		/* Another read would only report the end. */
		if (S_ISREG(file->st_mode) && length == (size_t)file->st_size && length < room)
			break;
		/* Do not rely on the size: files in /proc have none. */
		if (length > most) {
			give_memory(bytes);
			return EFBIG;
		}
	}
	push_bytes(ctx, bytes, words < 0 || mentions_any(ctx, words, bytes, length) ? length : 0);
	give_memory(bytes);
	return 0;
}

/* 0, or the errno. Checks before it opens: opening and closing a FIFO would end its writer. */
static int open_file(const char *path, int *fd, struct stat *file)
{
	if (!path)
		return ENOENT;
	if (stat(path, file))
		return errno;
	if (!is_like_file(file))
		return EINVAL;
	/* It may have been replaced meanwhile, and must not block us. */
	*fd = open_closing(path, O_NONBLOCK | O_NOCTTY);
	if (*fd < 0 || fstat(*fd, file))
		return errno;
	return is_like_file(file) ? 0 : EINVAL;
}

static duk_ret_t end_reading(duk_context *ctx, char *path, int fd, int failure)
{
	if (failure) {
		end_on_fault(path ? path : "", failure);
		duk_push_int(ctx, failure);
	}
	give_memory(path);
	if (fd >= 0)
		close(fd);
	return 1;
}

duk_ret_t host_read_file(duk_context *ctx)
{
	struct stat file;
	int fd = -1;
	char *path = take_c_string(ctx, 0);
	size_t most = duk_is_number(ctx, 1) ? (size_t)duk_get_number(ctx, 1) : SIZE_MAX;
	int failure = open_file(path, &fd, &file);
	if (!failure)
		failure = push_contents(ctx, fd, &file, most, duk_is_array(ctx, 2) ? 2 : -1);
	return end_reading(ctx, path, fd, failure);
}

duk_ret_t host_read_input(duk_context *ctx)
{
	struct stat file;
	char *path = take_c_string(ctx, 0);
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	int failure = !path ? ENOENT : fd < 0 || fstat(fd, &file) ? errno : 0;
	if (!failure)
		failure = push_contents(ctx, fd, &file, SIZE_MAX, -1);
	return end_reading(ctx, path, fd, failure);
}

/* Only root or the user who runs this can have written it. A folder is accepted, because reading it fails anyway. */
static int is_own_file(const struct stat *file)
{
	return (S_ISREG(file->st_mode) || S_ISDIR(file->st_mode)) && is_closed(file);
}

duk_ret_t host_read_own_file(duk_context *ctx)
{
	struct stat file;
	char *path = take_c_string(ctx, 0);
	size_t most = duk_is_number(ctx, 1) ? (size_t)duk_get_number(ctx, 1) : SIZE_MAX;
	/* Another user's FIFO must not block us, and another user's link must not choose among our files. */
	int fd = path ? open_closing(path, O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) : -1;
	int failure = !path ? ENOENT : fd < 0 ? errno : 0;
	if (failure)
		end_on_fault(path ? path : "", failure);
	int is_own = path && !(fd < 0 ? lstat(path, &file) : fstat(fd, &file)) && is_own_file(&file);
	if (!is_own)
		failure = ENOENT;
	if (!failure)
		failure = push_contents(ctx, fd, &file, most, -1);
	return end_reading(ctx, path, fd, failure);
}

duk_ret_t host_read_stdin(duk_context *ctx)
{
	struct stat file;
	int failure = stdin_was_closed() ? EBADF : fstat(0, &file) ? errno : 0;
	if (!failure)
		failure = push_contents(ctx, 0, &file, SIZE_MAX, -1);
	end_on_fault("standard input", failure);
	if (failure)
		duk_push_int(ctx, failure);
	return 1;
}

/* What getdents64 gives. */
struct folder_entry {
	uint64_t inode;
	int64_t offset;
	uint16_t length;
	uint8_t type;
	char name[];
};

static int ends_with(const char *name, const char *end)
{
	size_t length = strlen(name), of_end = strlen(end);
	return length >= of_end && !memcmp(name + length - of_end, end, of_end);
}

/* Not by opendir(), whose memory would be the only one that most commands take from the system. */
duk_ret_t host_list_directory(duk_context *ctx)
{
	char *path = take_c_string(ctx, 0);
	int folder = path ? open_closing(path, O_DIRECTORY) : -1;
	if (folder < 0)
		return end_reading(ctx, path, folder, path ? errno : ENOENT);
	char *except = duk_is_string(ctx, 1) ? take_c_string(ctx, 1) : NULL;
	duk_push_array(ctx);
	duk_uarridx_t count = 0;
	union {
		struct folder_entry first;
		char bytes[4096];
	} entries;
	long length;
	while ((length = syscall(SYS_getdents64, folder, &entries, sizeof entries)) > 0) {
		for (long at = 0; at < length;) {
			const struct folder_entry *entry = (const struct folder_entry *)(entries.bytes + at);
			at += entry->length;
			if (!strcmp(entry->name, ".") || !strcmp(entry->name, "..") || (except && ends_with(entry->name, except)))
				continue;
			push_c_string(ctx, entry->name);
			duk_put_prop_index(ctx, -2, count++);
		}
	}
	give_memory(except);
	return end_reading(ctx, path, folder, length < 0 ? errno : 0);
}
