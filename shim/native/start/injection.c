#include "start/injection.h"

#include <stdlib.h>
#include <string.h>

#include "programs/packet-trace.h"

/* git appends `'key'='value'` to the variable for each -c; cut out ours, at any position. */
static void cut_parameter(const char *parameter)
{
	const char *before = getenv("GIT_CONFIG_PARAMETERS");
	size_t length = strlen(parameter);
	if (!before || !length)
		return;
	char *after = malloc(strlen(before) + 1);
	if (!after)
		return;
	char *out = after;
	for (const char *c = before; *c;) {
		const char *start = c + (*c == ' ');
		if (!strncmp(start, parameter, length) && (start[length] == ' ' || !start[length]))
			c = start + length;
		else
			*out++ = *c++;
	}
	*out = '\0';
	const char *kept = after + (after[0] == ' ');
	if (*kept)
		setenv("GIT_CONFIG_PARAMETERS", kept, 1);
	else
		unsetenv("GIT_CONFIG_PARAMETERS");
	free(after);
}

static void give_editor_back(void)
{
	const char *ours = getenv("INTERLOCK_EDITOR"), *now = getenv("GIT_EDITOR");
	if (!ours || !now || strcmp(ours, now))
		return;
	const char *callers = getenv("INTERLOCK_CALLERS_EDITOR");
	if (callers)
		setenv("GIT_EDITOR", callers, 1);
	else
		unsetenv("GIT_EDITOR");
}

/* Does this argument equal the parameter without its quotes? */
static int is_parameter(const char *word, const char *parameter)
{
	for (int quoted = 0; *parameter; parameter++) {
		if (*parameter == '\'') {
			quoted = !quoted;
			continue;
		}
		if (!quoted && *parameter == '\\')
			parameter++;
		if (*word++ != *parameter)
			return 0;
	}
	return !*word;
}

int has_injected_word(int argc, char **argv)
{
	const char *parameter = getenv("INTERLOCK_PARAMETER");
	for (int i = 2; parameter && i < argc; i++) {
		if (!strcmp(argv[i - 1], "-c") && is_parameter(argv[i], parameter))
			return 1;
	}
	return 0;
}

/* `settingsWhileSending` of shim/hooks/hook-context.ts. */
#define WHILE_SENDING "'core.fsmonitor'='false' 'push.negotiate'='false'"

void take_out_injection(int is_hook)
{
	const char *parameter = getenv("INTERLOCK_PARAMETER");
	take_out_trace(is_hook);
	if (getenv("INTERLOCK_SENDING"))
		cut_parameter(WHILE_SENDING);
	if (!parameter)
		return;
	cut_parameter(parameter);
	give_editor_back();
	unsetenv("INTERLOCK_PARAMETER");
	unsetenv("INTERLOCK_EDITOR");
	unsetenv("INTERLOCK_CALLERS_EDITOR");
}
