/*
 * Commits that the script need not look at. It names a clean one, and what makes others like it (engine/judge/alike.ts); of
 * those, only the ids and parents still matter. Most commits of a history end in one of a few ways.
 */
#ifndef INTERLOCK_ALIKE_COMMITS_H
#define INTERLOCK_ALIKE_COMMITS_H

#include <stddef.h>

#include "duktape.h"
#include "object-stream.h"

/* Commits of which each is the only parent of the one before. */
struct alike_run {
	/* Their ids, and after the last line end the parent of the last one, if it has any. */
	char *lines;
	size_t length, room;
};

/* `alike`: of the type Alike. The first one after `forget_clean` counts. */
void remember_clean(duk_context *ctx, const char *message, size_t length, duk_idx_t alike);

void forget_clean(void);

/* Is it like a clean one? Then `parent` becomes its parent's id, or NULL. */
int is_alike(duk_context *ctx, const struct found_object *found, const char **parent);

/* Does the run, unless it is empty, end with a child of this commit? */
int run_goes_on(const struct alike_run *run, const char *id);

void add_to_run(struct alike_run *run, const char *id, const char *parent);

#endif
