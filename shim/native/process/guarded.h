/*
 * Who can change the file at a path. In a sealed install only root may; elsewhere also the user who runs this.
 */
#pragma once

#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

/* In a namespace without root, root's files appear to belong to nobody: these count as root's, unless we are nobody. */
int is_roots(uid_t owner);

/* Does it belong to root or to the user who runs this? */
int is_ours_or_roots(uid_t owner);

/* ... and can nobody else write to it? */
int is_closed(const struct stat *file);

/* In a folder that others can write to, only the sticky bit prevents them from replacing our files. */
int keeps_others_out(const struct stat *folder);

/*
 * Checks every folder and link on the path, then the file itself: each must belong to root and not be writable for
 * group or others. If the file does not exist, the folders decide who could create it. 1 if all is well; else 0, with
 * the reason in `why`.
 */
int is_guarded(const char *path, char *why, size_t room);

/*
 * Checks the same, and the content of the folder: can nobody but root and the user who runs this replace it? Anyone
 * who can rename a folder on the path can.
 */
int is_unexchangeable(const char *path);
