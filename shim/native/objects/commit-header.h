/*
 * The header of a commit.
 */
#pragma once

#include <stddef.h>

struct plain_header {
	const char *parent; /* its id, without a NUL; NULL if there is none */
	const char *message;
};

/*
 * Has the commit nothing but a tree, at most one parent, an author and a committer? That is `isPlain` in shim/host.ts. `digits`: of
 * an id. What is plain here must be so for readHeader (shim/git/commit-object.ts).
 */
int read_plain_header(const char *commit, size_t length, size_t digits, struct plain_header *header);
