#define _GNU_SOURCE /* memmem */
#include "programs/program-search.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

int join_path(char *out, const char *folder, size_t length, const char *rest)
{
	size_t rest_length = strlen(rest);
	if (length + rest_length + 2 > PATH_MAX)
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

/* A file that is not a binary is a script, and may be a wrapper around us. */
enum candidate { NOT_A_PROGRAM, OURSELVES, SCRIPT, REAL };

/* What is known of an open file after a look at its beginning. */
static enum candidate judge_file(const struct search *search, int fd, int is_kept)
{
	char head[1024];
	ssize_t length = read(fd, head, sizeof head);
	int is_binary = length >= 4 && !memcmp(head, "\177ELF", 4);
	int is_ours = is_binary && memmem(head, (size_t)length, MARK, sizeof MARK);
	/* A kept one is the installer's, and needs no more checks. */
	if (is_binary && !is_ours)
		return is_kept || !access(search->path, X_OK) ? REAL : NOT_A_PROGRAM;
	struct stat file;
	if (fstat(fd, &file) || !S_ISREG(file.st_mode) || access(search->path, X_OK))
		return NOT_A_PROGRAM;
	if (is_ours)
		return is_self(search, &file) ? OURSELVES : NOT_A_PROGRAM;
	return SCRIPT;
}

/* `is_kept`: it is beside us, where nothing but the installer can have put it. */
static enum candidate judge(const struct search *search, int is_kept)
{
	int fd = open(search->path, O_RDONLY | O_NONBLOCK); /* a FIFO must not block us */
	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
		return NOT_A_PROGRAM;
	if (fd < 0) /* not readable, or no descriptor left: assume that it is not ours */
		return access(search->path, X_OK) ? NOT_A_PROGRAM : REAL;
	enum candidate kind = judge_file(search, fd, is_kept);
	close(fd);
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
		int fits = length ? join_path(search->path, entry, length, name)
				  : join_path(search->path, ".", 1, name);
		enum candidate kind = !fits					     ? NOT_A_PROGRAM
				      : !strcmp(search->path, search->executed) ? OURSELVES
									     : judge_and_step_over(search, 0);
		int runs = kind == REAL || kind == SCRIPT;
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

/* Replaces the path of a link by where it leads: 0 if it is no link, -1 if that is unknown. */
static int follow_link(char *link)
{
	char target[PATH_MAX];
	ssize_t length = readlink(link, target, sizeof target);
	if (length < 0)
		return errno == EINVAL ? 0 : -1;
	if (length == 0 || length == sizeof target)
		return -1;
	target[length] = '\0';
	char *slash = strrchr(link, '/');
	if (target[0] != '/')
		return slash && join_path(link, link, (size_t)(slash - link), target) ? 1 : -1;
	memcpy(link, target, (size_t)length + 1);
	return 1;
}

int path_from_own_folder(const struct search *search, char *out, const char *rest)
{
	const char *own = search->executed;
	int step = 1;
	/* A relative path breaks when git changes its folder. */
	if (own[0] != '/') {
		if (!realpath(own, out))
			return 0;
	} else if (strlen(own) >= PATH_MAX) {
		return 0;
	} else {
		memcpy(out, own, strlen(own) + 1);
		for (int links = 0; step > 0 && links <= MOST_LINKS; links++)
			step = follow_link(out);
		if (step != 0)
			return 0;
	}
	return join_path(out, out, (size_t)(strrchr(out, '/') - out), rest);
}

static int kept_path(const struct search *search, const char *name)
{
	return path_from_own_folder(search, search->path, "../lib/interlock/real") &&
	       join_path(search->path, search->path, strlen(search->path), name);
}

int search_program(struct search *search, const char *name)
{
	int has_path = kept_path(search, name);
	enum candidate kind = has_path ? judge_and_step_over(search, 1) : NOT_A_PROGRAM;
	/* Nothing replaces the program beside us, which only the installer can choose. */
	if (kind == REAL || kind == SCRIPT)
		return is_found(search, kind, 1);
	if (search->has_skipped)
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
	if (search->has_skipped || !path_from_own_folder(search, search->path, "../lib/interlock/found") ||
	    !join_path(search->path, search->path, strlen(search->path), name))
		return 0;
	enum candidate kind = judge_and_step_over(search, 0);
	return (kind == REAL || kind == SCRIPT) && is_found(search, kind, 0);
}
