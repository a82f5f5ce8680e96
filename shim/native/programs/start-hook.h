/*
 * Starts a hook program: in a session of its own, with its standard files, and no other file or signal setting of ours.
 */
#pragma once

#include <sys/types.h>

struct hook {
	char **words; /* the first is a path */
	const char *folder;
	char **environment;
	int input;
	/* Must no other process of this user reach its output through /proc? */
	int is_guarded;
	/* Set by start_hook. The two are not blocking. */
	pid_t child;
	int child_fd; /* readable when the program has ended; -1 on an old kernel */
	int output, errors;
	/* The errno that kept the child from becoming the program. It may be set until the child has ended. */
	volatile int problem;
};

/*
 * 0, or the errno. Closes `input`. Until the child has become the program it uses our memory: what `hook` points to must
 * stay as it is until the child has ended.
 */
int start_hook(struct hook *hook);
