/* For the `profiled` variant: writes the counts before the process becomes another program, or ends without exit(). */
extern void __gcov_dump(void);
extern int __real_execve(const char *path, char *const *words, char *const *environment);
extern void __real__exit(int status) __attribute__((noreturn));

int __wrap_execve(const char *path, char *const *words, char *const *environment)
{
	__gcov_dump();
	return __real_execve(path, words, environment);
}

__attribute__((noreturn)) void __wrap__exit(int status)
{
	__gcov_dump();
	__real__exit(status);
}
