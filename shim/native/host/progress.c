#include "host/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/deadline.h"
#include "process/output.h"

#define FIRST_AFTER_MS 500
#define EVERY_MS 100

static int is_shown;

/* A dumb terminal, such as an editor's window, would show the escape sequences. */
static int can_rewrite_line(void)
{
	const char *terminal = getenv("TERM");
	return isatty(2) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

void show_progress(unsigned long done)
{
	static long long next;
	long long now = milliseconds_now();
	if (!next)
		next = now + FIRST_AFTER_MS;
	if (now < next || !can_rewrite_line())
		return;
	next = now + EVERY_MS;
	char line[64];
	int length = snprintf(line, sizeof line, "\r\033[Kinterlock: %lu commits", done);
	write_all(2, line, (size_t)length);
	is_shown = 1;
}

void clear_progress(void)
{
	if (is_shown)
		write_all(2, "\r\033[K", 4);
	is_shown = 0;
}
