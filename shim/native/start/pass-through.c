#include "start/pass-through.h"

#include <stdlib.h>
#include <string.h>

#include "git-tables.h"
#include "start/gh-config.h"

#define LENGTH(table) (sizeof(table) / sizeof *(table))

static int compare(const void *word, const void *entry)
{
	return strcmp(word, *(const char *const *)entry);
}

#define contains(table, word) (bsearch(word, table, LENGTH(table), sizeof *(table), compare) != NULL)

static int has_attached_value(const char *word)
{
	for (size_t i = 0; i < LENGTH(attachable_options); i++) {
		size_t length = strlen(attachable_options[i]);
		if (!strncmp(word, attachable_options[i], length) && word[length] == '=')
			return 1;
	}
	return 0;
}

const char *find_command(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (argv[i][0] != '-')
			return argv[i];
		if (contains(value_options, argv[i]))
			i++;
		else if (!contains(flag_options, argv[i]) && !has_attached_value(argv[i]))
			return NULL;
	}
	return NULL;
}

int is_pass_command(const char *command)
{
	return contains(pass_commands, command);
}

int is_gh_pass_line(int argc, char **argv)
{
	if (argc < 2)
		return 1;
	int is_flag = argc == 2 && (!strcmp(argv[1], "--version") || !strcmp(argv[1], "--help"));
	if (is_flag || contains(gh_pass_commands, argv[1]))
		return !may_name_gh_alias(argv[1]);
	return argc > 2 && ((!strcmp(argv[1], "pr") && contains(gh_pass_pr, argv[2])) ||
			    (!strcmp(argv[1], "issue") && contains(gh_pass_issue, argv[2])));
}

int is_hook_name(const char *name)
{
	return contains(hook_names, name);
}
