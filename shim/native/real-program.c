#define _GNU_SOURCE /* memmem, AT_EXECFN */
#include "real-program.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "large.h"
#include "wrapper-scripts.h"

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

/* The candidate path, and finally the result. */
static LAST char path[PATH_MAX];

/* Joins up to PATH_MAX bytes; 0 if they do not fit. */
static int join(char *out, const char *folder, size_t length, const char *rest)
{
	size_t rest_length = strlen(rest);
	if (length + rest_length + 2 > PATH_MAX)
		return 0;
	memmove(out, folder, length);
	out[length] = '/';
	memcpy(out + length + 1, rest, rest_length + 1);
	return 1;
}

/*
 * The path that was executed: after a PATH lookup, the entry's folder and our name. The caller may choose it: a descriptor, a link,
 * a script whose first line names us.
 */
static const char *executed_path(void)
{
	const char *executed = (const char *)getauxval(AT_EXECFN);
	return executed ? executed : "";
}

/* Without /proc, uses the path that was executed. */
const char *own_program(void)
{
	static LARGE char program[PATH_MAX];
	if (!program[0] && !realpath("/proc/self/exe", program) && !realpath(executed_path(), program))
		program[0] = '\0';
	return program;
}

/* Only for finding the cold side. */
const char *install_prefix(void)
{
	static LARGE char prefix[PATH_MAX];
	if (prefix[0])
		return prefix;
	memcpy(prefix, own_program(), sizeof prefix);
	for (int level = 0; level < 2; level++) {
		char *slash = strrchr(prefix, '/');
		if (slash)
			*slash = '\0';
	}
	return prefix;
}

static int is_self(const struct stat *file)
{
	static struct stat self;
	if (!self.st_ino && stat("/proc/self/exe", &self))
		stat(executed_path(), &self);
	return file->st_dev == self.st_dev && file->st_ino == self.st_ino;
}

/* A file that is not a binary is a script, and may be a wrapper around us. */
enum candidate { NOT_A_PROGRAM, OURSELVES, SCRIPT, REAL };

/* `is_pinned`: the installer has put it there, and a binary needs no further look. */
static enum candidate judge(int is_pinned)
{
	struct stat file;
	int fd = open(path, O_RDONLY | O_NONBLOCK); /* a FIFO must not block us */
	if (fd < 0) /* not readable, or no descriptor left: assume that it is not ours */
		return errno != ENOENT && errno != ENOTDIR && !access(path, X_OK) ? REAL : NOT_A_PROGRAM;
	char head[1024];
	ssize_t length = read(fd, head, sizeof head);
	int is_binary = length >= 4 && !memcmp(head, "\177ELF", 4);
	int is_ours = is_binary && memmem(head, (size_t)length, MARK, sizeof MARK);
	int is_sure = is_pinned && is_binary && !is_ours;
	int runs = is_sure || (!fstat(fd, &file) && S_ISREG(file.st_mode) && !access(path, X_OK));
	close(fd);
	if (!runs)
		return NOT_A_PROGRAM;
	if (is_ours)
		return is_self(&file) ? OURSELVES : NOT_A_PROGRAM;
	return is_binary ? REAL : SCRIPT;
}

static const char *found;
static int found_beside, found_script;
static LARGE char called_us[PATH_MAX]; /* the first script that was skipped; only looked at if there is one: it is a page */
static int has_skipped;

/* As judge(), but skips a script that called us: it would call us again. */
static enum candidate judge_and_step_over(int is_pinned)
{
	enum candidate kind = judge(is_pinned);
	if (kind != SCRIPT || !has_called_us(path))
		return kind;
	if (!has_skipped)
		memcpy(called_us, path, strlen(path) + 1);
	has_skipped = 1;
	return NOT_A_PROGRAM;
}

static const char *search_path(const char *name)
{
	static LARGE char before[PATH_MAX]; /* a program on PATH before our own folder, or if our folder is not on PATH */
	int passed_own = 0, has_before = 0, before_is_script = 0;
	const char *own = executed_path();
	const char *list = getenv("PATH");
	for (const char *entry = list ? list : "/usr/bin:/bin"; entry;) {
		const char *colon = strchr(entry, ':');
		size_t length = colon ? (size_t)(colon - entry) : strlen(entry);
		int fits = length ? join(path, entry, length, name) : join(path, ".", 1, name);
		enum candidate kind = !fits ? NOT_A_PROGRAM : !strcmp(path, own) ? OURSELVES : judge_and_step_over(0);
		int runs = kind == REAL || kind == SCRIPT;
		if (runs && passed_own) {
			found_script = kind == SCRIPT;
			return path;
		}
		if (runs && !has_before) {
			has_before = 1;
			memcpy(before, path, strlen(path) + 1);
			before_is_script = kind == SCRIPT;
		}
		if (kind == OURSELVES)
			passed_own = 1;
		entry = colon ? colon + 1 : NULL;
	}
	/* A program before us may be a wrapper that called us: calling it would loop. */
	if (passed_own || !has_before)
		return NULL;
	found_script = before_is_script;
	return before;
}

#define MOST_LINKS 40 /* the kernel's limit */

/* `target`: as readlink gives it, with room for a NUL. */
static int replace_link(char *link, char *target, size_t length)
{
	if (length == 0)
		return -1;
	target[length] = '\0';
	char *slash = strrchr(link, '/');
	if (target[0] != '/')
		return slash && join(link, link, (size_t)(slash - link), target) ? 1 : -1;
	memcpy(link, target, length + 1);
	return 1;
}

__attribute__((noinline)) static int follow_long_link(char *link)
{
	char target[PATH_MAX];
	ssize_t length = readlink(link, target, sizeof target);
	return length < 0 || (size_t)length == sizeof target ? -1 : replace_link(link, target, (size_t)length);
}

/* Replaces the path of a link, which has room for PATH_MAX bytes, by where it leads: 0 if it is no link, -1 if that is unknown. */
static int follow_link(char *link)
{
	/* Few are longer, and this needs no further page of the stack. */
	char target[256];
	ssize_t length = readlink(link, target, sizeof target);
	if (length < 0)
		return errno == EINVAL ? 0 : -1;
	return (size_t)length < sizeof target ? replace_link(link, target, (size_t)length) : follow_long_link(link);
}

/*
 * A path relative to the folder of the executed path. We avoid /proc/self/exe, whose first use in a process costs
 * more than everything else here. A link is followed, as from git-core/git-commit to git and to us; folders may be links.
 */
static int path_from_own_folder(char *out, const char *rest)
{
	const char *own = executed_path();
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
	return join(out, out, (size_t)(strrchr(out, '/') - out), rest);
}

static int pinned_path(const char *name)
{
	return path_from_own_folder(path, "../lib/interlock/real") && join(path, path, strlen(path), name);
}

const char *own_prefix(void)
{
	static LARGE char prefix[PATH_MAX];
	return path_from_own_folder(prefix, "..") ? prefix : "";
}

/* Nothing replaces the program beside us, which only the installer can choose. */
static const char *find_beside_or_on_path(const char *name)
{
	enum candidate kind = pinned_path(name) ? judge_and_step_over(1) : NOT_A_PROGRAM;
	found_beside = kind == REAL || kind == SCRIPT;
	found_script = kind == SCRIPT;
	if (has_skipped)
		return NULL;
	return found_beside ? path : search_path(name);
}

const char *find_real_program(const char *name)
{
	found = find_beside_or_on_path(name);
	if (!found_script)
		forget_wrappers();
	return found;
}

const char *find_other_program(const char *name)
{
	static LARGE char other[PATH_MAX];
	char path_before[PATH_MAX], called_before[PATH_MAX];
	int beside_before = found_beside, script_before = found_script, skipped_before = has_skipped;
	memcpy(path_before, path, sizeof path);
	memcpy(called_before, called_us, sizeof called_us);
	has_skipped = 0;
	const char *result = find_beside_or_on_path(name);
	if (result)
		memcpy(other, result, strlen(result) + 1);
	memcpy(path, path_before, sizeof path);
	memcpy(called_us, called_before, sizeof called_us);
	found_beside = beside_before;
	found_script = script_before;
	has_skipped = skipped_before;
	return result ? other : NULL;
}

int is_sealed(void)
{
	char kept[PATH_MAX];
	const char *prefix = install_prefix();
	return join(kept, prefix, strlen(prefix), "lib/interlock/real/git") && !access(kept, F_OK);
}

int is_kept_beside(const char *program)
{
	return found_beside && program == path;
}

const char *script_left_out(void)
{
	return has_skipped ? called_us : NULL;
}

int is_real_script(const char *program)
{
	return found_script && !strcmp(program, found);
}

void prepare_to_run(const char *program)
{
	if (is_real_script(program))
		mark_wrapper(program);
}
