#define _GNU_SOURCE /* syscall */
#include "host-files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "byte-strings.h"
#include "failure.h"
#include "guarded.h"
#include "memory.h"
#include "standard-files.h"

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

duk_ret_t host_real_path(duk_context *ctx)
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
 * Pushes the contents, or the errno: EFBIG for more than `most` bytes. `words`: where the script's array of words is, or
 * a negative number; without any of them in it, the contents are as good as empty.
 */
static void push_contents(duk_context *ctx, int fd, const struct stat *file, size_t most, duk_idx_t words)
{
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
			give_memory(bytes);
			duk_push_int(ctx, errno);
			return;
		}
		length += (size_t)got;
		/* Another read would only report the end. */
		if (S_ISREG(file->st_mode) && length == (size_t)file->st_size && length < room)
			break;
		/* Do not rely on the size: files in /proc have none. */
		if (length > most) {
			give_memory(bytes);
			duk_push_int(ctx, EFBIG);
			return;
		}
	}
	push_bytes(ctx, bytes, words < 0 || mentions_any(ctx, words, bytes, length) ? length : 0);
	give_memory(bytes);
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

duk_ret_t host_read_file(duk_context *ctx)
{
	struct stat file;
	int fd = -1;
	char *path = take_c_string(ctx, 0);
	size_t most = duk_is_number(ctx, 1) ? (size_t)duk_get_number(ctx, 1) : SIZE_MAX;
	int failure = open_file(path, &fd, &file);
	give_memory(path);
	if (failure)
		duk_push_int(ctx, failure);
	else
		push_contents(ctx, fd, &file, most, duk_is_array(ctx, 2) ? 2 : -1);
	if (fd >= 0)
		close(fd);
	return 1;
}

duk_ret_t host_read_input(duk_context *ctx)
{
	struct stat file;
	char *path = take_c_string(ctx, 0);
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	int failure = !path ? ENOENT : fd < 0 || fstat(fd, &file) ? errno : 0;
	give_memory(path);
	if (failure)
		duk_push_int(ctx, failure);
	else
		push_contents(ctx, fd, &file, SIZE_MAX, -1);
	if (fd >= 0)
		close(fd);
	return 1;
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
	/* Another user's FIFO must not block us, and another user's link must not choose among our files. */
	int fd = path ? open_closing(path, O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) : -1;
	int failure = fd < 0 ? errno : 0;
	int is_own = path && !(fd < 0 ? lstat(path, &file) : fstat(fd, &file)) && is_own_file(&file);
	give_memory(path);
	if (!is_own || failure)
		duk_push_int(ctx, is_own ? failure : ENOENT);
	else
		push_contents(ctx, fd, &file, SIZE_MAX, -1);
	if (fd >= 0)
		close(fd);
	return 1;
}

duk_ret_t host_read_stdin(duk_context *ctx)
{
	struct stat file;
	int failure = stdin_was_closed() ? EBADF : fstat(0, &file) ? errno : 0;
	if (failure)
		duk_push_int(ctx, failure);
	else
		push_contents(ctx, 0, &file, SIZE_MAX, -1);
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
	int failure = path ? errno : ENOENT;
	give_memory(path);
	if (folder < 0) {
		duk_push_int(ctx, failure);
		return 1;
	}
	char *except = duk_is_string(ctx, 1) ? take_c_string(ctx, 1) : NULL;
	duk_push_array(ctx);
	duk_uarridx_t count = 0;
	union {
		struct folder_entry first;
		char bytes[4096];
	} entries;
	for (long length; (length = syscall(SYS_getdents64, folder, &entries, sizeof entries)) > 0;) {
		for (long at = 0; at < length;) {
			const struct folder_entry *entry = (const struct folder_entry *)(entries.bytes + at);
			at += entry->length;
			if (!strcmp(entry->name, ".") || !strcmp(entry->name, "..") || (except && ends_with(entry->name, except)))
				continue;
			push_c_string(ctx, entry->name);
			duk_put_prop_index(ctx, -2, count++);
		}
	}
	close(folder);
	give_memory(except);
	return 1;
}

duk_ret_t host_make_directory(duk_context *ctx)
{
	char *path = take_c_string(ctx, 0);
	int failure = !path ? ENOENT : mkdir(path, 0755) ? errno : 0;
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

/* 0, or the errno. */
static int write_to(const char *path, int flags, const char *bytes, size_t length)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | flags, 0666);
	if (fd < 0)
		return errno;
	int failure = 0;
	while (length > 0 && !failure) {
		ssize_t wrote = write(fd, bytes, length);
		if (wrote >= 0) {
			bytes += wrote;
			length -= (size_t)wrote;
		} else if (errno != EINTR) {
			failure = errno;
		}
	}
	return close(fd) && !failure ? errno : failure;
}

duk_ret_t host_write_file(duk_context *ctx)
{
	size_t length;
	char *path = take_c_string(ctx, 0);
	char *bytes = take_bytes(ctx, 1, &length);
	duk_push_int(ctx, path ? write_to(path, O_CREAT | O_TRUNC, bytes, length) : ENOENT);
	give_memory(path);
	give_memory(bytes);
	return 1;
}

duk_ret_t host_append_file(duk_context *ctx)
{
	size_t length;
	char *path = take_c_string(ctx, 0);
	char *bytes = take_bytes(ctx, 1, &length);
	/* A FIFO without a reader must not block us. */
	duk_push_int(ctx, path ? write_to(path, O_APPEND | O_NONBLOCK | O_NOCTTY, bytes, length) : ENOENT);
	give_memory(path);
	give_memory(bytes);
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
