#include "programs/ancestors.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/byte-strings.h"
#include "image/memory.h"
#include "process/standard-files.h"

long parent_of(long process)
{
	char file[64], text[512];
	snprintf(file, sizeof file, "/proc/%ld/stat", process);
	int problem = read_beginning(file, text, sizeof text) < 0 ? errno : EINVAL;
	/* The process's name, in parentheses, may contain anything. */
	const char *name_end = strrchr(text, ')');
	long parent;
	if (name_end && sscanf(name_end, ") %*c %ld", &parent) == 1)
		return parent;
	errno = problem;
	return -1;
}

/* linux/nsfs.h, which older headers do not have. */
#define NS_GET_USERNS _IO(0xb7, 0x1)
#define NS_GET_OWNER_UID _IO(0xb7, 0x4)

/* PROC_PID_INIT_INO and PROC_USER_INIT_INO: the machine's own namespaces, which nobody made. */
#define FIRST_PROCESSES 0xeffffffcu
#define FIRST_USERS 0xeffffffdu

static int is_namespace(const char *path, ino_t number)
{
	struct stat file;
	return !stat(path, &file) && file.st_ino == number;
}

/*
 * Can the caller have no rights over our process namespace? It is the machine's own, or root made it (a container) and we are
 * in the machine's own user namespace. In another one, numbers of users say nothing: the caller may have made it.
 */
static int is_namespace_roots(void)
{
	if (is_namespace("/proc/self/ns/pid", FIRST_PROCESSES))
		return 1;
	if (!is_namespace("/proc/self/ns/user", FIRST_USERS))
		return 0;
	int namespace = open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC);
	int owner = namespace < 0 ? -1 : ioctl(namespace, NS_GET_USERNS);
	uid_t user = 1;
	int is_roots = owner >= 0 && !ioctl(owner, NS_GET_OWNER_UID, &user) && user == 0;
	if (owner >= 0)
		close(owner);
	if (namespace >= 0)
		close(namespace);
	return is_roots;
}

/*
 * Is /proc that of our own process namespace? In that of one above, a process has a number for each. Before Linux 4.1 there is
 * no such line; then /proc at least has us under our number.
 */
static int read_whose_proc(void)
{
	char text[4096], end = '\n', link[32];
	long number = 0;
	if (read_beginning("/proc/self/status", text, sizeof text) <= 0)
		return 0;
	const char *line = strstr(text, "\nNSpid:");
	if (!line || sscanf(line, "\nNSpid: %ld%c", &number, &end) < 1) {
		ssize_t length = readlink("/proc/self", link, sizeof link - 1);
		link[length < 0 ? 0 : length] = '\0';
		number = strtol(link, NULL, 10);
	}
	return end == '\n' && number == getpid();
}

int is_proc_ours(void)
{
	static int known = -1;
	if (known < 0)
		known = read_whose_proc();
	return known;
}

int is_trace_true(void)
{
	return is_proc_ours() && is_namespace_roots();
}

/* The ancestor whose generation is the first argument, or 0. */
static long take_ancestor(duk_context *ctx)
{
	if (!is_proc_ours())
		return 0;
	long process = getppid();
	for (int generation = duk_require_int(ctx, 0); generation > 1 && process > 0; generation--)
		process = parent_of(process);
	return process;
}

static void push_program(duk_context *ctx, long process)
{
	char link[64], path[PATH_MAX];
	snprintf(link, sizeof link, "/proc/%ld/exe", process);
	push_c_string(ctx, realpath(link, path) ? path : "");
}

static void push_words(duk_context *ctx, long process)
{
	char file[64];
	snprintf(file, sizeof file, "/proc/%ld/cmdline", process);
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	size_t length = 0, room = 65536;
	char *words = take_memory(room);
	for (ssize_t got; fd >= 0 && (got = read(fd, words + length, room - length - 1)) > 0;) {
		length += (size_t)got;
		if (length + 1 == room)
			words = grow_memory(words, room *= 2);
	}
	if (fd >= 0)
		close(fd);
	words[length] = '\0';
	duk_push_array(ctx);
	duk_uarridx_t count = 0;
	for (const char *word = words; word < words + length; word += strlen(word) + 1) {
		push_c_string(ctx, word);
		duk_put_prop_index(ctx, -2, count++);
	}
	give_memory(words);
}

duk_ret_t host_ancestor_program(duk_context *ctx)
{
	push_program(ctx, take_ancestor(ctx));
	return 1;
}

duk_ret_t host_ancestor_words(duk_context *ctx)
{
	push_words(ctx, take_ancestor(ctx));
	return 1;
}

/* A process that has ended has no memory, and so no program; of others, the link may not be readable. */
static int has_ended(long process)
{
	char link[64], byte;
	snprintf(link, sizeof link, "/proc/%ld/exe", process);
	return readlink(link, &byte, 1) < 0 && errno == ENOENT;
}

/* The name outlasts the process, and nobody else can change it. */
static void push_name(duk_context *ctx, long process)
{
	char file[64], text[128];
	snprintf(file, sizeof file, "/proc/%ld/stat", process);
	read_beginning(file, text, sizeof text);
	const char *start = strchr(text, '('), *end = strrchr(text, ')');
	push_bytes(ctx, start && end ? start + 1 : "", start && end ? (size_t)(end - start - 1) : 0);
}

static void push_sibling(duk_context *ctx, long process, duk_uarridx_t index)
{
	duk_push_object(ctx);
	push_program(ctx, process);
	duk_put_prop_string(ctx, -2, "program");
	push_words(ctx, process);
	duk_put_prop_string(ctx, -2, "words");
	if (has_ended(process))
		push_name(ctx, process);
	else
		duk_push_null(ctx);
	duk_put_prop_string(ctx, -2, "endedAs");
	duk_put_prop_index(ctx, -2, index);
}

/* The kernel prints less than a page at once. */
#define CHILDREN_BYTES 4000

/*
 * The kernel's own list of our parent's children, where it was built to have one; 0 if it may not be whole. While it is
 * printed, a child that ends may have those behind it left out (get_children_pid in fs/proc/array.c). But that child was
 * printed, and if its number is given out again, then to one that stands behind us: a list with us on it that reads the same
 * twice has left out nobody. Each thread has its own list; git has one thread while it waits for us.
 */
static int read_children(char list[CHILDREN_BYTES + 1], long parent)
{
	char file[64], again[CHILDREN_BYTES];
	struct stat threads;
	snprintf(file, sizeof file, "/proc/%ld/task", parent);
	/* Like every folder it has two links, and one more for each thread. */
	if (stat(file, &threads) || threads.st_nlink != 3)
		return 0;
	snprintf(file, sizeof file, "/proc/%ld/task/%ld/children", parent, parent);
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : pread(fd, list, CHILDREN_BYTES, 0);
	int is_whole = length > 0 && length < CHILDREN_BYTES && pread(fd, again, CHILDREN_BYTES, 0) == length &&
		       !memcmp(list, again, (size_t)length);
	if (fd >= 0)
		close(fd);
	list[is_whole ? length : 0] = '\0';
	return is_whole;
}

/* Pushes an array and gives 1, or gives 0 if somebody may be missing, as we would be in a /proc of other processes. */
static int push_listed_siblings(duk_context *ctx)
{
	char list[CHILDREN_BYTES + 1], *rest = list;
	long parent = getppid(), own = getpid();
	if (!read_children(list, parent))
		return 0;
	int is_found = 0;
	duk_push_array(ctx);
	duk_uarridx_t count = 0;
	for (long process; (process = strtol(rest, &rest, 10)) > 0;) {
		if (process == own)
			is_found = 1;
		else
			push_sibling(ctx, process, count++);
	}
	if (!is_found)
		duk_pop(ctx);
	return is_found;
}

/*
 * Null if the list may be incomplete: the parent of a running process cannot be read, or /proc does not show
 * ourselves.
 */
duk_ret_t host_siblings(duk_context *ctx)
{
	if (!is_proc_ours()) {
		duk_push_null(ctx);
		return 1;
	}
	if (push_listed_siblings(ctx))
		return 1;
	DIR *processes = opendir("/proc");
	int is_whole = processes != NULL, is_found = 0;
	duk_push_array(ctx);
	duk_uarridx_t count = 0;
	for (struct dirent *entry; processes && (errno = 0, entry = readdir(processes));) {
		long process = strtol(entry->d_name, NULL, 10);
		if (process <= 0)
			continue;
		long parent = parent_of(process);
		if (parent < 0 && errno != ENOENT && errno != ESRCH)
			is_whole = 0;
		if (process == getpid())
			is_found = 1;
		else if (parent == getppid())
			push_sibling(ctx, process, count++);
	}
	is_whole = is_whole && errno == 0 && is_found;
	if (processes)
		closedir(processes);
	if (!is_whole)
		duk_push_null(ctx);
	return 1;
}
