/*
 * The cold side: `interlock` on Node, or packaged as one executable. Found under the prefix.
 */
#pragma once

#include <stddef.h>

struct cold_result {
	int status; /* as ColdResult in shim/host.ts */
	char *output;
	size_t length;
};

enum { COLD_NOT_STARTED = -1, COLD_TOO_SLOW = -2 };

/* `arguments` ends in NULL and does not include the program's name. */
void run_cold_side(char *const *arguments, struct cold_result *result);

/* Is one installed? */
int has_cold_side(void);

/* Execs the cold side; returns only if that fails. `walk`: the descriptor of a walk that goes on there (objects/lead-walk.h), or NULL. */
void exec_cold_side(char *const *arguments, const char *walk);

/* The same with our own command line; exits with an error if it fails. */
_Noreturn void become_cold_side(char *const *argv, const char *walk);
