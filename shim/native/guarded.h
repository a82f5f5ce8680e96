/*
 * Who can change what stands at a path. In a sealed install that must be root alone; elsewhere whoever runs this may.
 */
#ifndef INTERLOCK_GUARDED_H
#define INTERLOCK_GUARDED_H

#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

/* In a namespace without root, root's files show as nobody's: then they are nobody's here, the caller's neither. */
int is_roots(uid_t owner);

/* Does it belong to root, or to whoever runs this? */
int is_ours_or_roots(uid_t owner);

/* ... and may nobody else write to it? */
int is_closed(const struct stat *file);

/* In a folder that others may write to, only the sticky bit keeps them from exchanging what is ours. */
int keeps_others_out(const struct stat *folder);

/*
 * Looks at every folder on the way and at every link, then at the thing itself: each must belong to root, and not be
 * writable for its group or others. Where nothing stands, the folders decide who could put something there. 1 if all
 * is well; else 0, and `why` says what is not.
 */
int is_guarded(const char *path, char *why, size_t room);

/*
 * Looks at the same, and at what lies in the folder: can nobody but root and whoever runs this put something else in
 * its place? Where others can rename a folder on the way, they can.
 */
int is_unexchangeable(const char *path);

#endif
