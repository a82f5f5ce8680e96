/*
 * The header of a commit.
 */
#ifndef INTERLOCK_COMMIT_HEADER_H
#define INTERLOCK_COMMIT_HEADER_H

#include <stddef.h>

/* `isPlain` in shim/host.ts. `digits`: of an id. What is plain here must be so for readHeader (shim/git/commit-object.ts). */
int has_plain_header(const char *commit, size_t length, size_t digits);

#endif
