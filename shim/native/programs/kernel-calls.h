/*
 * System calls that need nothing of the C library: a pass-through makes them before the library is initialised, when it cannot
 * set errno yet. They return what the kernel returns: -ENOENT where the library sets errno to ENOENT.
 */
#pragma once

#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>

static inline long kernel_call(long number, long a, long b, long c, long d)
{
#if defined(__x86_64__)
	long result;
	register long fourth __asm__("r10") = d;
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth)
			 : "rcx", "r11", "memory");
	return result;
#elif defined(__aarch64__)
	register long which __asm__("x8") = number;
	register long first __asm__("x0") = a;
	register long second __asm__("x1") = b;
	register long third __asm__("x2") = c;
	register long fourth __asm__("x3") = d;
	__asm__ volatile("svc 0" : "+r"(first) : "r"(which), "r"(second), "r"(third), "r"(fourth) : "memory");
	return first;
#else
#error "interlock runs on x64 and arm64"
#endif
}

static inline long kernel_open(const char *path, int flags)
{
	return kernel_call(SYS_openat, AT_FDCWD, (long)path, flags, 0);
}

static inline long kernel_read(int fd, void *out, size_t size)
{
	return kernel_call(SYS_read, fd, (long)out, (long)size, 0);
}

static inline void kernel_close(int fd)
{
	kernel_call(SYS_close, fd, 0, 0, 0);
}

static inline long kernel_access(const char *path, int mode)
{
	return kernel_call(SYS_faccessat, AT_FDCWD, (long)path, mode, 0);
}

static inline long kernel_readlink(const char *path, char *out, size_t size)
{
	return kernel_call(SYS_readlinkat, AT_FDCWD, (long)path, (long)out, (long)size);
}

static inline void kernel_execve(const char *path, char **argv, char **environment)
{
	kernel_call(SYS_execve, (long)path, (long)argv, (long)environment, 0);
}
