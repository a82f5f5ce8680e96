/*
 * The cold side: `interlock` on Node, or packaged as one executable. Found under the prefix.
 */
#ifndef INTERLOCK_COLD_SIDE_H
#define INTERLOCK_COLD_SIDE_H

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

/* Execs the cold side; returns only if that fails. */
void exec_cold_side(char *const *arguments);

/* The same with our own command line; exits with an error if it fails. */
_Noreturn void become_cold_side(char *const *argv);

/*
 * The same while git prints commits (object-stream.h), so that nothing is walked twice: the cold side reads the print
 * from a pipe of ours, with git's exit status behind it. We stay, because only its parent learns that status, and end
 * as the cold side does.
 */
_Noreturn void lead_cold_side(char *const *argv);

#endif
