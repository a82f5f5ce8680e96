/*
 * Runs commands in turn and prints, for each run, wall and processor time in microseconds:
 *   measure <rounds> -- <command> -- <command> ...
 * One line a run: <index of the command> <wall> <cpu>; with --memory after the rounds, one number
 * instead: the largest resident set of any command, in kilobytes. Every round runs every command once, each
 * round beginning with the next one, so that drift of the machine hits all alike.
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

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static long peak;

static int run(char **argv, double *wall, double *cpu)
{
	posix_spawn_file_actions_t quiet;
	posix_spawn_file_actions_init(&quiet);
	posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
	struct timespec start, end;
	struct rusage usage;
	int status;
	pid_t child;
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (posix_spawn(&child, argv[0], &quiet, NULL, argv, environ) || wait4(child, &status, 0, &usage) < 0)
		return -1;
	clock_gettime(CLOCK_MONOTONIC, &end);
	posix_spawn_file_actions_destroy(&quiet);
	*wall = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
	if (usage.ru_maxrss > peak)
		peak = usage.ru_maxrss;
	*cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
	return status;
}

int main(int argc, char **argv)
{
	char **commands[32];
	int count = 0;
	int rounds = argc > 1 ? atoi(argv[1]) : 0;
	int memory = argc > 2 && !strcmp(argv[2], "--memory");
	for (int i = 2; i < argc && count < 32; i++) {
		if (strcmp(argv[i], "--"))
			continue;
		argv[i] = NULL;
		commands[count++] = argv + i + 1;
	}
	for (int round = 0; round < rounds; round++) {
		for (int k = 0; k < count; k++) {
			int which = (round + k) % count;
			double wall, cpu;
			int status = run(commands[which], &wall, &cpu);
			if (status) {
				fprintf(stderr, "measure: '%s' ended with %d\n", commands[which][0], status);
				return 1;
			}
			if (!memory)
				printf("%d %.1f %.1f\n", which, wall * 1e6, cpu * 1e6);
		}
	}
	if (memory)
		printf("%ld\n", peak);
	return 0;
}
