/*
 * Who can change what stands at a path. In a sealed install that must be root alone.
 */
#ifndef INTERLOCK_GUARDED_H
#define INTERLOCK_GUARDED_H

#include <stddef.h>
#include <sys/types.h>

/* In a namespace without root, root's files show as nobody's: then they are nobody's here, the caller's neither. */
int is_roots(uid_t owner);

/*
 * Looks at every folder on the way and at every link, then at the thing itself: each must belong to root, and not be
 * writable for its group or others. Where nothing stands, the folders decide who could put something there. 1 if all
 * is well; else 0, and `why` says what is not.
 */
int is_guarded(const char *path, char *why, size_t room);

#endif
