#include "process/guarded.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_LINKS 40 /* the kernel's limit */

/* Is uid 0 mapped in this user namespace? Yes, if unknown. */
static int root_is_mapped(void)
{
	FILE *map = fopen("/proc/self/uid_map", "re");
	if (!map)
		return 1;
	unsigned long inside, outside, count;
	int mapped = 0, lines = 0;
	while (fscanf(map, "%lu %lu %lu", &inside, &outside, &count) == 3) {
		mapped |= inside == 0 && count > 0;
		lines++;
	}
	fclose(map);
	return mapped || !lines;
}

static unsigned long overflow_uid(void)
{
	unsigned long uid = 65534;
	FILE *file = fopen("/proc/sys/kernel/overflowuid", "re");
	if (!file)
		return uid;
	if (fscanf(file, "%lu", &uid) != 1)
		uid = 65534;
	fclose(file);
	return uid;
}

int is_roots(uid_t owner)
{
	return owner == 0 || (!root_is_mapped() && owner == overflow_uid() && geteuid() != owner);
}

int is_ours_or_roots(uid_t owner)
{
	return owner == 0 || owner == geteuid() || is_roots(owner);
}

/* Is this file or folder on the path acceptable? If not, `why` gets the reason. */
typedef int judge(const char *path, const struct stat *file, char *why, size_t room);

static int is_roots_alone(const char *path, const struct stat *file, char *why, size_t room)
{
	if (!is_roots(file->st_uid))
		snprintf(why, room, "'%s' belongs to uid %lu", path, (unsigned long)file->st_uid);
	else if (!S_ISLNK(file->st_mode) && file->st_mode & (S_IWGRP | S_IWOTH))
		snprintf(why, room, "'%s' can be written to by its group or others", path);
	else
		return 1;
	return 0;
}

int is_closed(const struct stat *file)
{
	return is_ours_or_roots(file->st_uid) && !(file->st_mode & (S_IWGRP | S_IWOTH));
}

int keeps_others_out(const struct stat *folder)
{
	return is_closed(folder) || (is_ours_or_roots(folder->st_uid) && folder->st_mode & S_ISVTX);
}

static int is_out_of_reach(const char *path, const struct stat *file, char *why, size_t room)
{
	if (S_ISLNK(file->st_mode) ? is_ours_or_roots(file->st_uid) : keeps_others_out(file))
		return 1;
	snprintf(why, room, "others can exchange what lies in '%s'", path);
	return 0;
}

/* Prepends a link's target to the rest of the path; 0 if that fails. */
static int follow(const char *link, char *rest)
{
	char target[PATH_MAX], left[PATH_MAX];
	ssize_t length = readlink(link, target, sizeof target);
	size_t left_length = strlen(rest);
	if (length <= 0 || (size_t)length + left_length + 2 > PATH_MAX)
		return 0;
	memcpy(left, rest, left_length + 1);
	memcpy(rest, target, (size_t)length);
	rest[length] = '/';
	memcpy(rest + length + 1, left, left_length + 1);
	return 1;
}

static int walk(const char *path, judge *may_stand, char *why, size_t room)
{
	/* `done` has no links and dots; all of it is judged except its last name. */
	char done[PATH_MAX] = "", rest[PATH_MAX], name[PATH_MAX];
	struct stat file;
	int links = 0;
	if (path[0] != '/' || strlen(path) >= sizeof rest) {
		snprintf(why, room, "'%s' is not an absolute path", path);
		return 0;
	}
	memcpy(rest, path, strlen(path) + 1);
	if (lstat("/", &file) || !may_stand("/", &file, why, room))
		return 0;
	while (rest[0]) {
		size_t length = strcspn(rest, "/"), done_length = strlen(done);
		const char *behind = rest + length + (rest[length] == '/');
		memcpy(name, rest, length);
		name[length] = '\0';
		memmove(rest, behind, strlen(behind) + 1);
		if (!length || !strcmp(name, "."))
			continue;
		if (!strcmp(name, "..")) {
			char *slash = strrchr(done, '/');
			if (slash)
				*slash = '\0';
			continue;
		}
		if (done_length + length + 2 > sizeof done) {
			snprintf(why, room, "'%s' is too long a path", path);
			return 0;
		}
		done[done_length] = '/';
		memcpy(done + done_length + 1, name, length + 1);
		if (lstat(done, &file)) {
			if (errno == ENOENT)
				return 1;
			snprintf(why, room, "'%s' cannot be looked at (errno %d)", done, errno);
			return 0;
		}
		if (!may_stand(done, &file, why, room))
			return 0;
		if (!S_ISLNK(file.st_mode))
			continue;
		if (++links > MOST_LINKS || !follow(done, rest)) {
			snprintf(why, room, "'%s' is a link that leads nowhere", done);
			return 0;
		}
		/* An absolute target starts at the root, a relative one in the link's folder. */
		done[rest[0] == '/' ? 0 : done_length] = '\0';
	}
	return 1;
}

int is_guarded(const char *path, char *why, size_t room)
{
	return walk(path, is_roots_alone, why, room);
}

int is_unexchangeable(const char *path)
{
	char why[PATH_MAX + 64];
	return walk(path, is_out_of_reach, why, sizeof why);
}
