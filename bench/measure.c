/*
 * Runs commands in turn and prints what each run took:
 *   measure <rounds> [--before <command>] -- [NAME=VALUE...] <command> [--before <command>] -- <command> ...
 * One line a run: <index> <wall> <cpu> <peak> <faults>; times in microseconds, the largest resident set of any of
 * its processes in kilobytes, and page faults that needed no disk. Every round runs every command once, each round
 * beginning with the next one, so that drift of the machine hits all alike. What is `--before` a command runs
 * each time before it and is not measured.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct command {
	char **before;
	char **words;
	char **environment;
};

static double microseconds(struct timeval t)
{
	return (double)t.tv_sec * 1e6 + (double)t.tv_usec;
}

/* A copy of the environment with the assignments at the front of `words`, which is moved past them. */
static char **take_assignments(char ***words)
{
	size_t given = 0, own = 0, kept = 0;
	while ((*words)[given] && strchr((*words)[given], '='))
		given++;
	while (environ[own])
		own++;
	char **all = calloc(given + own + 1, sizeof *all);
	if (!all)
		abort();
	for (; kept < given; kept++)
		all[kept] = (*words)[kept];
	for (size_t i = 0; i < own; i++) {
		size_t name = strcspn(environ[i], "=") + 1, j = 0;
		while (j < given && strncmp(all[j], environ[i], name))
			j++;
		if (j == given)
			all[kept++] = environ[i];
	}
	*words += given;
	return all;
}

static int run(char **words, char **environment, double *wall, struct rusage *usage)
{
	posix_spawn_file_actions_t quiet;
	posix_spawn_file_actions_init(&quiet);
	posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
	struct timespec start, end;
	int status = -1;
	pid_t child;
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (!posix_spawn(&child, words[0], &quiet, NULL, words, environment))
		wait4(child, &status, 0, usage);
	clock_gettime(CLOCK_MONOTONIC, &end);
	posix_spawn_file_actions_destroy(&quiet);
	*wall = (double)(end.tv_sec - start.tv_sec) * 1e6 + (double)(end.tv_nsec - start.tv_nsec) / 1e3;
	if (status)
		fprintf(stderr, "measure: '%s' ended with %d\n", words[0], status);
	return status;
}

static int measure(int which, struct command *command)
{
	struct rusage usage;
	double wall;
	if (command->before && run(command->before, environ, &wall, &usage))
		return -1;
	if (run(command->words, command->environment, &wall, &usage))
		return -1;
	double cpu = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
	printf("%d %.1f %.1f %ld %ld\n", which, wall, cpu, usage.ru_maxrss, usage.ru_minflt);
	return 0;
}

int main(int argc, char **argv)
{
	struct command *commands = calloc((size_t)argc, sizeof *commands);
	int count = 0;
	int rounds = argc > 1 ? atoi(argv[1]) : 0;
	for (int i = 2; i < argc; i++) {
		if (!strcmp(argv[i], "--before"))
			commands[count].before = argv + i + 1;
		else if (!strcmp(argv[i], "--"))
			commands[count++].words = argv + i + 1;
		else
			continue;
		argv[i] = NULL;
	}
	for (int i = 0; i < count; i++)
		commands[i].environment = take_assignments(&commands[i].words);
	for (int round = 0; round < rounds; round++) {
		for (int k = 0; k < count; k++) {
			int which = (round + k) % count;
			if (measure(which, &commands[which])) {
				fprintf(stderr, "measure: at command %d of round %d\n", which, round);
				return 1;
			}
		}
	}
	return 0;
}
