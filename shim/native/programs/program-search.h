/*
 * Searches for the program that this binary wraps: the one kept beside it, else one on PATH behind its own folder.
 */
#pragma once

#include <stddef.h>

struct search {
	const char *executed; /* the path that was executed (AT_EXECFN) */
	const char *list; /* PATH; NULL if it is not set */
	/* The candidate, and finally the result, in PATH_MAX bytes. */
	char *path;
	/* Of the result. */
	int is_beside, is_script;
	/* Was a script skipped that called us, and so would call us again? The path of the first, in PATH_MAX bytes. */
	int has_skipped;
	char *skipped;
	/* Is there one on PATH, but before our own folder? It may have called us. */
	int is_ahead;
};

/* Is there one? Its path is in `path`. */
int search_program(struct search *search, const char *name);

/*
 * After search_program, where PATH has none: the git that is run by its path works there, too. First as if PATH were not set, then
 * the one that the installer found.
 */
int search_elsewhere(struct search *search, const char *name);

/*
 * A path relative to the folder of the executed path; 0 if it is unknown or does not fit. We avoid /proc/self/exe, whose first use in
 * a process costs more than everything else here. A link is followed, as from git-core/git-commit to git and to us; folders may be
 * links.
 */
int path_from_own_folder(const struct search *search, char *out, const char *rest);

/* Joins a folder and a path below it, in place if `out` is the folder; 0 if they do not fit into PATH_MAX bytes. */
int join_path(char *out, const char *folder, size_t length, const char *rest);
