/*
 * The part of the Host interface that reads a commit or a tree from its own file, without git.
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "engine/byte-strings.h"
#include "image/large.h"
#include "image/memory.h"
#include "objects/object-id.h"
#include "process/standard-files.h"

/* An object that is larger, or compressed larger, is left to git. */
enum { MOST_BYTES = 64 * 1024 };

/* The number of bytes in the file, or -1: it is absent, no regular file, or too large. */
static ssize_t read_small_file(const char *path, char *bytes)
{
	struct stat file;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -1;
	size_t length = 0;
	ssize_t got = fstat(fd, &file) || !S_ISREG(file.st_mode) || file.st_size > MOST_BYTES ? -1 : 1;
	while (got > 0 && length < MOST_BYTES) {
		got = read_some(fd, bytes + length, MOST_BYTES - length);
		length += got > 0 ? (size_t)got : 0;
	}
	close(fd);
	return got == 0 ? (ssize_t)length : -1;
}

/* From blocks that are given back at once: the C library would take new pages. */
static voidpf take_for_zlib(voidpf unused, uInt count, uInt size)
{
	(void)unused;
	return take_memory((size_t)count * size);
}

static void give_from_zlib(voidpf unused, voidpf block)
{
	(void)unused;
	give_memory(block);
}

/* The number of bytes written to `object`, or -1: the file is damaged, goes on behind its end, or has too many. */
static long inflate_file(char *file, size_t length, char *object)
{
	z_stream stream = { .next_in = (Bytef *)file, .avail_in = (uInt)length, .next_out = (Bytef *)object, .avail_out = MOST_BYTES,
			    .zalloc = take_for_zlib, .zfree = give_from_zlib };
	if (inflateInit(&stream) != Z_OK)
		return -1;
	int is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && !stream.avail_in;
	inflateEnd(&stream);
	return is_whole ? (long)stream.total_out : -1;
}

/* The bytes behind `<type> <size>` and a NUL, if they have this id; else NULL. */
static const char *find_content(const char *object, size_t length, const char *type, const char *id, size_t *size)
{
	const char *end = memchr(object, 0, length);
	unsigned long long said = 0;
	size_t named = strlen(type);
	if (!end || strncmp(object, type, named) || sscanf(object + named, " %llu", &said) != 1)
		return NULL;
	*size = length - (size_t)(end + 1 - object);
	struct object_hash hash;
	begin_object(&hash, (int)strlen(id), type, *size);
	add_bytes(&hash, end + 1, *size);
	return said == *size && has_id(&hash, id) ? end + 1 : NULL;
}

static int is_id(const char *id)
{
	size_t length = strspn(id, "0123456789abcdef");
	return !id[length] && (length == SHA1_DIGITS || length == SHA256_DIGITS);
}

duk_ret_t host_read_loose_object(duk_context *ctx)
{
	char *folder = take_c_string(ctx, 0), *type = take_c_string(ctx, 1), *id = take_c_string(ctx, 2), path[PATH_MAX];
	/* Several are read for one commit: new memory would be new pages each time. */
	static LARGE char file[MOST_BYTES], object[MOST_BYTES];
	const char *content = NULL;
	size_t size = 0;
	if (folder && type && id && is_id(id)) {
		int length = snprintf(path, sizeof path, "%s/%.2s/%s", folder, id, id + 2);
		ssize_t got = length < PATH_MAX ? read_small_file(path, file) : -1;
		long written = got < 0 ? -1 : inflate_file(file, (size_t)got, object);
		if (written >= 0)
			content = find_content(object, (size_t)written, type, id, &size);
	}
	if (content)
		push_bytes(ctx, content, size);
	else
		duk_push_null(ctx);
	give_memory(id);
	give_memory(type);
	give_memory(folder);
	return 1;
}
