#include "programs/program-search.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "programs/kernel-calls.h"
#include "image/large.h"
#include "programs/wrapper-scripts.h"

/*
 * Every pass-through runs this code, so: few system calls, no allocation, no stdio (whose pages
 * would have to be faulted in).
 */

/* The mark by which copies recognise each other: an ELF note, which the linker puts into the first page. */
#define MARK "interlock-shim"
__attribute__((section(".note.interlock"), used, aligned(4))) static const struct {
	unsigned name_size, descriptor_size, type;
	char name[16];
} mark = { sizeof MARK, 0, 1, MARK };

int join_path(char *out, size_t room, const char *folder, size_t length, const char *rest)
{
	size_t rest_length = strlen(rest);
	if (length + rest_length + 2 > room)
		return 0;
	memmove(out, folder, length);
	out[length] = '/';
	memcpy(out + length + 1, rest, rest_length + 1);
	return 1;
}

static int is_self(const struct search *search, const struct stat *file)
{
	static struct stat self;
	if (!self.st_ino && stat("/proc/self/exe", &self))
		stat(search->executed, &self);
	return file->st_dev == self.st_dev && file->st_ino == self.st_ino;
}

/* A file that is not a binary is a script, and may be a wrapper around us. UNUSUAL ends an early search. */
enum candidate { NOT_A_PROGRAM, OURSELVES, SCRIPT, REAL, UNUSUAL };

/* Not memmem: musl's checks its stack, which takes an initialised library. */
static int has_mark(const char *head, size_t length)
{
	const char *end = head + length, *at = head;
	while ((at = memchr(at, MARK[0], (size_t)(end - at))) && (size_t)(end - at) >= sizeof MARK) {
		if (!memcmp(at, MARK, sizeof MARK))
			return 1;
		at++;
	}
	return 0;
}

/* What is known of an open file after a look at its beginning. */
static enum candidate judge_file(const struct search *search, int fd, int is_kept)
{
	char head[1024];
	long length = kernel_read(fd, head, sizeof head);
	int is_binary = length >= 4 && !memcmp(head, "\177ELF", 4);
	int is_ours = is_binary && has_mark(head, (size_t)length);
	/* An early search needs no more checks: if the file is not a program, the exec fails, and main() decides. A kept one is the installer's. */
	if (is_binary && !is_ours && (search->is_early || is_kept))
		return REAL;
	if (search->is_early)
		return UNUSUAL;
	struct stat file;
	if (fstat(fd, &file) || !S_ISREG(file.st_mode) || access(search->path, X_OK))
		return NOT_A_PROGRAM;
	if (is_ours)
		return is_self(search, &file) ? OURSELVES : NOT_A_PROGRAM;
	return is_binary ? REAL : SCRIPT;
}

/* `is_kept`: it is beside us, where nothing but the installer can have put it. */
static enum candidate judge(const struct search *search, int is_kept)
{
	long fd = kernel_open(search->path, O_RDONLY | O_NONBLOCK); /* a FIFO must not block us */
	if (fd == -ENOENT || fd == -ENOTDIR)
		return NOT_A_PROGRAM;
	if (fd < 0) /* not readable, or no descriptor left: assume that it is not ours */
		return kernel_access(search->path, X_OK) ? NOT_A_PROGRAM : REAL;
	enum candidate kind = judge_file(search, (int)fd, is_kept);
	kernel_close((int)fd);
	return kind;
}

/* As judge(), but skips a script that called us: it would call us again. */
static enum candidate judge_and_step_over(struct search *search, int is_kept)
{
	enum candidate kind = judge(search, is_kept);
	if (kind != SCRIPT || !has_called_us(search->path))
		return kind;
	if (!search->has_skipped)
		memcpy(search->skipped, search->path, strlen(search->path) + 1);
	search->has_skipped = 1;
	return NOT_A_PROGRAM;
}

static int is_found(struct search *search, enum candidate kind, int is_beside)
{
	search->is_beside = is_beside;
	search->is_script = kind == SCRIPT;
	return 1;
}

static int search_list(struct search *search, const char *name)
{
	static LARGE char before[PATH_MAX]; /* a program on PATH before our own folder, or if our folder is not on PATH */
	enum candidate kind_before = NOT_A_PROGRAM;
	int passed_own = 0;
	for (const char *entry = search->list ? search->list : "/usr/bin:/bin"; entry;) {
		const char *colon = strchr(entry, ':');
		size_t length = colon ? (size_t)(colon - entry) : strlen(entry);
		int fits = length ? join_path(search->path, search->room, entry, length, name)
				  : join_path(search->path, search->room, ".", 1, name);
		enum candidate kind = !fits					     ? NOT_A_PROGRAM
				      : !strcmp(search->path, search->executed) ? OURSELVES
									     : judge_and_step_over(search, 0);
		int runs = kind == REAL || kind == SCRIPT;
		if (kind == UNUSUAL || (search->is_early && (!fits || (runs && !passed_own))))
			return 0;
		if (runs && passed_own)
			return is_found(search, kind, 0);
		if (runs && kind_before == NOT_A_PROGRAM) {
			kind_before = kind;
			memcpy(before, search->path, strlen(search->path) + 1);
		}
		if (kind == OURSELVES)
			passed_own = 1;
		entry = colon ? colon + 1 : NULL;
	}
	/* A program before us may be a wrapper that called us: calling it would loop. */
	search->is_ahead = passed_own && kind_before != NOT_A_PROGRAM;
	if (search->is_ahead || kind_before == NOT_A_PROGRAM)
		return 0;
	memcpy(search->path, before, strlen(before) + 1);
	return is_found(search, kind_before, 0);
}

#define MOST_LINKS 40 /* the kernel's limit */

/* `target`: as readlink gives it, with room for a NUL. */
static int replace_link(char *link, size_t room, char *target, size_t length)
{
	if (length == 0 || length >= room)
		return -1;
	target[length] = '\0';
	char *slash = strrchr(link, '/');
	if (target[0] != '/')
		return slash && join_path(link, room, link, (size_t)(slash - link), target) ? 1 : -1;
	memcpy(link, target, length + 1);
	return 1;
}

__attribute__((noinline)) static int follow_long_link(char *link, size_t room)
{
	char target[PATH_MAX];
	long length = kernel_readlink(link, target, sizeof target);
	return length < 0 || (size_t)length == sizeof target ? -1 : replace_link(link, room, target, (size_t)length);
}

/* Replaces the path of a link by where it leads: 0 if it is no link, -1 if that is unknown. */
static int follow_link(char *link, size_t room)
{
	/* Few are longer, and this needs no further page of the stack. */
	char target[256];
	long length = kernel_readlink(link, target, sizeof target);
	if (length < 0)
		return length == -EINVAL ? 0 : -1;
	return (size_t)length < sizeof target ? replace_link(link, room, target, (size_t)length) : follow_long_link(link, room);
}

int path_from_own_folder(const struct search *search, char *out, size_t room, const char *rest)
{
	const char *own = search->executed;
	int step = 1;
	/* A relative path breaks when git changes its folder. */
	if (own[0] != '/') {
		if (search->is_early || room < PATH_MAX || !realpath(own, out))
			return 0;
	} else if (strlen(own) >= room) {
		return 0;
	} else {
		memcpy(out, own, strlen(own) + 1);
		for (int links = 0; step > 0 && links <= MOST_LINKS; links++)
			step = follow_link(out, room);
		if (step != 0)
			return 0;
	}
	return join_path(out, room, out, (size_t)(strrchr(out, '/') - out), rest);
}

static int kept_path(const struct search *search, const char *name)
{
	return path_from_own_folder(search, search->path, search->room, "../lib/interlock/real") &&
	       join_path(search->path, search->room, search->path, strlen(search->path), name);
}

int search_program(struct search *search, const char *name)
{
	int has_path = kept_path(search, name);
	enum candidate kind = has_path ? judge_and_step_over(search, 1) : NOT_A_PROGRAM;
	/* Nothing replaces the program beside us, which only the installer can choose. */
	if (kind == REAL || kind == SCRIPT)
		return is_found(search, kind, 1);
	if (search->has_skipped || kind == UNUSUAL || (search->is_early && !has_path))
		return 0;
	return search_list(search, name);
}

int search_elsewhere(struct search *search, const char *name)
{
	if (search->has_skipped || search->is_ahead)
		return 0;
	if (search->list) {
		search->list = NULL;
		if (search_list(search, name))
			return 1;
	}
	if (search->has_skipped || !path_from_own_folder(search, search->path, search->room, "../lib/interlock/found") ||
	    !join_path(search->path, search->room, search->path, strlen(search->path), name))
		return 0;
	enum candidate kind = judge_and_step_over(search, 0);
	return (kind == REAL || kind == SCRIPT) && is_found(search, kind, 0);
}
