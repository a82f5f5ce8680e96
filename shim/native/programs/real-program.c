#include "programs/real-program.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "image/large.h"
#include "programs/program-search.h"
#include "programs/wrapper-scripts.h"

/* The caller may choose it: a descriptor, a link, a script whose first line names us. */
static const char *executed_path(void)
{
	const char *executed = (const char *)getauxval(AT_EXECFN);
	return executed ? executed : "";
}

/* Without /proc, uses the path that was executed. */
const char *own_program(void)
{
	static LARGE char program[PATH_MAX];
	if (!program[0] && !realpath("/proc/self/exe", program) && !realpath(executed_path(), program))
		program[0] = '\0';
	return program;
}

/* Only for finding the cold side. */
const char *install_prefix(void)
{
	static LARGE char prefix[PATH_MAX];
	if (prefix[0])
		return prefix;
	memcpy(prefix, own_program(), sizeof prefix);
	for (int level = 0; level < 2; level++) {
		char *slash = strrchr(prefix, '/');
		if (slash)
			*slash = '\0';
	}
	return prefix;
}

const char *own_prefix(void)
{
	static LARGE char prefix[PATH_MAX];
	struct search search = { .executed = executed_path() };
	return path_from_own_folder(&search, prefix, "..") ? prefix : "";
}

/* The last search for the program that runs instead of us. Only looked at if there is one: each is a page. */
static LAST char path[PATH_MAX];
static LARGE char called_us[PATH_MAX];
static struct search real;
static int has_real;

static int search_into(struct search *search, const char *name, char *found, char *skipped)
{
	*search = (struct search){
		.executed = executed_path(),
		.list = getenv("PATH"),
		.path = found,
		.skipped = skipped,
	};
	if (search_program(search, name))
		return 1;
	/* Executed by a descriptor that is closed by now, or named in the first line of a script, the path does not lead to our folder. */
	search->executed = own_program();
	if (search->executed[0] && !search->has_skipped && search_program(search, name))
		return 1;
	return search_elsewhere(search, name);
}

const char *find_real_program(const char *name)
{
	has_real = search_into(&real, name, path, called_us);
	if (!has_real || !real.is_script)
		forget_wrappers();
	return has_real ? path : NULL;
}

const char *find_other_program(const char *name)
{
	static LARGE char other[PATH_MAX];
	char skipped[PATH_MAX];
	struct search search;
	return search_into(&search, name, other, skipped) ? other : NULL;
}

int is_sealed(void)
{
	char kept[PATH_MAX];
	const char *prefix = install_prefix();
	return join_path(kept, prefix, strlen(prefix), "lib/interlock/real/git") && !access(kept, F_OK);
}

int is_kept_beside(const char *program)
{
	return has_real && real.is_beside && program == path;
}

const char *script_left_out(void)
{
	return real.has_skipped ? called_us : NULL;
}

int is_real_script(const char *program)
{
	return has_real && real.is_script && !strcmp(program, path);
}

void prepare_to_run(const char *program)
{
	if (is_real_script(program))
		mark_wrapper(program);
}
