/*
 * The part of the Host interface that reads from git's index which tree it stands for.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "image/memory.h"

enum { MOST_DIGITS = 64, HEADER = 12, STAT_DATA = 40, EXTENDED = 0x4000 };

struct view {
	const unsigned char *at, *end;
};

static unsigned long number_at(const unsigned char *bytes)
{
	return (unsigned long)bytes[0] << 24 | (unsigned long)bytes[1] << 16 | (unsigned long)bytes[2] << 8 | bytes[3];
}

/* Past one entry of version 2 or 3; 0 if it does not end. */
static int skip_entry(struct view *view, size_t id_bytes, int has_more_flags)
{
	size_t fixed = STAT_DATA + id_bytes + 2;
	size_t room = (size_t)(view->end - view->at);
	if (room <= fixed + 2)
		return 0;
	const unsigned char *flags = view->at + STAT_DATA + id_bytes;
	if (has_more_flags && ((flags[0] << 8 | flags[1]) & EXTENDED))
		fixed += 2;
	const unsigned char *name = view->at + fixed, *nul = memchr(name, 0, room - fixed);
	/* One to eight NULs, so that its length is a multiple of eight. */
	size_t length = nul ? ((size_t)(nul - view->at) + 8) & ~(size_t)7 : room + 1;
	if (length > room)
		return 0;
	view->at += length;
	return 1;
}

/* The root of the cache tree: an empty path, the number of entries or -1, that of subtrees, the id. */
static int read_root(const unsigned char *bytes, size_t size, size_t id_bytes, char *hex)
{
	const unsigned char *line_end = size > 1 && !bytes[0] ? memchr(bytes, '\n', size) : NULL;
	if (!line_end || bytes[1] == '-' || (size_t)(bytes + size - line_end) < 1 + id_bytes)
		return 0;
	for (size_t i = 0; i < id_bytes; i++) {
		hex[2 * i] = "0123456789abcdef"[line_end[1 + i] >> 4];
		hex[2 * i + 1] = "0123456789abcdef"[line_end[1 + i] & 15];
	}
	return 1;
}

static int find_root(struct view view, size_t id_bytes, char *hex)
{
	unsigned long version = number_at(view.at + 4), count = number_at(view.at + 8);
	if (memcmp(view.at, "DIRC", 4) || version < 2 || version > 3)
		return 0;
	view.end -= id_bytes; /* the checksum */
	view.at += HEADER;
	while (count--)
		if (!skip_entry(&view, id_bytes, version == 3))
			return 0;
	while (view.end - view.at >= 8) {
		unsigned long size = number_at(view.at + 4);
		if (size > (size_t)(view.end - view.at) - 8)
			return 0;
		if (!memcmp(view.at, "TREE", 4))
			return read_root(view.at + 8, size, id_bytes, hex);
		view.at += 8 + size;
	}
	return 0;
}

duk_ret_t host_tree_of_index(duk_context *ctx)
{
	char *path = take_c_string(ctx, 0), hex[MOST_DIGITS];
	size_t digits = duk_require_uint(ctx, 1);
	struct stat file;
	int is_found = 0, fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
	if (fd >= 0 && digits <= MOST_DIGITS && !fstat(fd, &file) && S_ISREG(file.st_mode) && (size_t)file.st_size > HEADER + digits / 2) {
		size_t size = (size_t)file.st_size;
		unsigned char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (bytes != MAP_FAILED) {
			is_found = find_root((struct view){ bytes, bytes + size }, digits / 2, hex);
			munmap(bytes, size);
		}
	}
	if (fd >= 0)
		close(fd);
	give_memory(path);
	push_bytes(ctx, hex, is_found ? digits : 0);
	return 1;
}
