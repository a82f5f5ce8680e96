#define _GNU_SOURCE /* asprintf */
#include "programs/wrapper-scripts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "programs/ancestors.h"

/* The variable's value: `<process>@<path>:` for each script. */
struct entry {
	const char *start, *end; /* NULL if the script is not there */
	long process;
};

static struct entry find_entry(const char *list, const char *script)
{
	size_t length = strlen(script);
	for (const char *start = list; *start;) {
		char *at;
		long process = strtol(start, &at, 10);
		if (*at == '@' && !strncmp(at + 1, script, length) && at[1 + length] == ':')
			return (struct entry){ start, at + length + 2, process };
		const char *colon = strchr(start, ':');
		start = colon ? colon + 1 : "";
	}
	return (struct entry){ NULL, NULL, 0 };
}

/* Also if a package keeps the program under another name, such as `.git-wrapped`. */
static int runs_git(long process)
{
	char link[64], program[PATH_MAX];
	snprintf(link, sizeof link, "/proc/%ld/exe", process);
	ssize_t length = readlink(link, program, sizeof program - 1);
	program[length < 0 ? 0 : length] = '\0';
	const char *slash = strrchr(program, '/');
	return slash && strstr(slash, "git");
}

/*
 * A script may clear its environment before it calls us (`env -i`, sudo). The timer slack of a process survives that,
 * fork and exec, and one nanosecond more than the default is harmless. It does not say which script it was.
 */
static const unsigned long usual_slack = 50000, marked_slack = 50001;

static int take_slack_mark(void)
{
	if (prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0) != (int)marked_slack)
		return 0;
	prctl(PR_SET_TIMERSLACK, usual_slack, 0, 0, 0);
	return 1;
}

/*
 * If a script calls the real git, whose hook or alias calls us, run the script again: it may log or check every call.
 * If unknown, assume a loop: skipping a script does less harm than never ending.
 */
int has_called_us(const char *script)
{
	const char *list = getenv("INTERLOCK_WRAPPERS");
	if (!list)
		return take_slack_mark();
	struct entry entry = find_entry(list, script);
	if (!entry.start)
		return 0;
	for (long process = getpid(); process != entry.process && (process = parent_of(process)) > 0;) {
		if (runs_git(process))
			return 0;
	}
	return 1;
}

void mark_wrapper(const char *script)
{
	const char *list = getenv("INTERLOCK_WRAPPERS");
	if (!list)
		list = "";
	struct entry old = find_entry(list, script);
	int before = (int)(old.start ? (size_t)(old.start - list) : strlen(list));
	char *value;
	if (asprintf(&value, "%.*s%s%ld@%s:", before, list, old.start ? old.end : "", (long)getpid(), script) < 0)
		return;
	setenv("INTERLOCK_WRAPPERS", value, 1);
	free(value);
	prctl(PR_SET_TIMERSLACK, marked_slack, 0, 0, 0);
}

void forget_wrappers(void)
{
	unsetenv("INTERLOCK_WRAPPERS");
}
