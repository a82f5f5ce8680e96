#include "start/pass-at-once.h"

#include <elf.h>
#include <stddef.h>
#include <string.h>

#include "programs/kernel-calls.h"
#include "start/pass-through.h"
#include "programs/program-search.h"

/* The binary starts here, and goes on with the C library. */
#ifndef INTERLOCK_HEAP_AT_START /* the sanitizers start first */
#if defined(__x86_64__)
__asm__(".text\n"
	".globl start_at_once\n"
	"start_at_once:\n"
	"	mov %rsp, %rbx\n"
	"	mov %rsp, %rdi\n"
	"	and $-16, %rsp\n"
	"	call pass_at_once\n"
	"	mov %rbx, %rsp\n"
	"	jmp _start\n");
#elif defined(__aarch64__)
__asm__(".text\n"
	".globl start_at_once\n"
	"start_at_once:\n"
	"	mov x19, sp\n"
	"	mov x0, sp\n"
	"	bl pass_at_once\n"
	"	mov sp, x19\n"
	"	b _start\n");
#endif
#endif

/* Longer paths are unusual. A page of the stack that is not touched costs nothing. */
#define ROOM 1024

/* The value of a variable; NULL if this is another one. */
static const char *value_of(const char *variable, const char *name)
{
	size_t length = strlen(name);
	return strncmp(variable, name, length) ? NULL : variable + length;
}

static const char *executed_path(char **end_of_environment)
{
	const Elf64_auxv_t *value = (const Elf64_auxv_t *)(end_of_environment + 1);
	while (value->a_type != AT_NULL && value->a_type != AT_EXECFN)
		value++;
	return value->a_type == AT_EXECFN ? (const char *)value->a_un.a_val : "";
}

static int is_pass_line(int argc, char **argv)
{
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
	if (argc < 2 || strcmp(slash ? slash + 1 : argv[0], "git"))
		return 0;
	const char *command = find_command(argc, argv);
	return command && is_pass_command(command);
}

void pass_at_once(long *stack)
{
	int argc = (int)stack[0];
	char **argv = (char **)(stack + 1), **environment = argv + argc + 1, **variable = environment;
	if (!is_pass_line(argc, argv))
		return;
	const char *list = NULL;
	for (; *variable; variable++) {
		/* Variables by which we mark our own children, or users control us. The config does not matter: no rule applies here. */
		if (value_of(*variable, "INTERLOCK_") && !value_of(*variable, "INTERLOCK_CONFIG="))
			return;
		if (!list)
			list = value_of(*variable, "PATH=");
	}
	char path[ROOM];
	struct search search = { .executed = executed_path(variable), .list = list, .is_early = 1, .path = path, .room = sizeof path };
	if (search_program(&search, "git"))
		kernel_execve(path, argv, environment);
}
