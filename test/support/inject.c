/*
 * Makes one system call of a program fail, in the processes that run it below a command: ./inject <options> <command...>
 *
 *   -b <path>    the program; its forks count until they become another
 *   -t <names>   only these calls, with commas between
 *   -p <text>    only calls with this in their path, or in that of their descriptor
 *   -n <number>  the first, second ... of them fails; none by default
 *   -a           and all after it
 *   -e <number>  the errno
 *   -l <path>    lists all such calls there: name and path of each
 *
 * It ends as the command does.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum place { NOWHERE, FIRST, SECOND, DESCRIPTOR };

#define CALL(name, place) { SYS_##name, #name, place }

/*
 * What can fail, and where its path stands. Not close and munmap: they do their work also when they report an error, and a call
 * that fails here does nothing.
 */
static const struct call {
	long number;
	const char *name;
	enum place place;
} calls[] = {
#ifdef __x86_64__
	CALL(open, FIRST), CALL(stat, FIRST), CALL(lstat, FIRST), CALL(access, FIRST), CALL(readlink, FIRST), CALL(mkdir, FIRST),
	CALL(symlink, SECOND), CALL(unlink, FIRST), CALL(rmdir, FIRST), CALL(pipe, NOWHERE), CALL(dup2, NOWHERE),
	CALL(fork, NOWHERE), CALL(vfork, NOWHERE), CALL(poll, NOWHERE),
#endif
	CALL(openat, SECOND), CALL(newfstatat, SECOND), CALL(faccessat, SECOND), CALL(readlinkat, SECOND), CALL(mkdirat, SECOND),
	CALL(unlinkat, SECOND), CALL(read, DESCRIPTOR), CALL(readv, DESCRIPTOR), CALL(pread64, DESCRIPTOR),
	CALL(write, DESCRIPTOR), CALL(writev, DESCRIPTOR), CALL(fstat, DESCRIPTOR), CALL(lseek, DESCRIPTOR),
	CALL(getdents64, DESCRIPTOR), CALL(ftruncate, DESCRIPTOR), CALL(fcntl, DESCRIPTOR),
	CALL(mmap, NOWHERE), CALL(mprotect, NOWHERE), CALL(brk, NOWHERE), CALL(mremap, NOWHERE),
	CALL(pipe2, NOWHERE), CALL(socketpair, NOWHERE), CALL(socket, NOWHERE), CALL(setsockopt, NOWHERE),
	CALL(sendto, NOWHERE), CALL(sendmsg, NOWHERE), CALL(recvmsg, NOWHERE), CALL(connect, NOWHERE), CALL(clone, NOWHERE),
	CALL(execve, FIRST), CALL(dup3, NOWHERE), CALL(memfd_create, NOWHERE), CALL(getcwd, NOWHERE), CALL(chdir, FIRST),
	CALL(wait4, NOWHERE), CALL(timer_create, NOWHERE), CALL(clock_gettime, NOWHERE), CALL(prctl, NOWHERE),
	CALL(kill, NOWHERE), CALL(prlimit64, NOWHERE),
};

static struct {
	char program[PATH_MAX];
	const char *names, *text;
	long nth, error;
	int is_lasting;
	FILE *list;
} wanted = { .names = "" };
static long seen;

struct process {
	pid_t id;
	int is_ours, has_ended, fails; /* the call that it is in */
} processes[4096];

_Noreturn static void give_up(const char *what)
{
	perror(what);
	exit(125);
}

static int runs_program(pid_t id)
{
	char link[64], path[PATH_MAX];
	snprintf(link, sizeof link, "/proc/%d/exe", (int)id);
	ssize_t length = readlink(link, path, sizeof path - 1);
	return length > 0 && (size_t)length == strlen(wanted.program) && !memcmp(path, wanted.program, (size_t)length);
}

/* A new process runs what its parent runs, and may be seen before its parent's stop. */
static struct process *process_of(pid_t id)
{
	struct process *each = processes;
	while (each->id && each->id != id)
		each++;
	if (!each->id || each->has_ended)
		*each = (struct process){ .id = id, .is_ours = runs_program(id) };
	return each;
}

static const struct call *call_of(long number)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (calls[i].number == number)
			return &calls[i];
	return NULL;
}

static int is_named(const char *name)
{
	size_t length = strlen(name);
	for (const char *at = wanted.names; (at = strstr(at, name)); at += length)
		if ((at == wanted.names || at[-1] == ',') && (!at[length] || at[length] == ','))
			return 1;
	return !*wanted.names;
}

static void read_path(pid_t id, const struct call *call, const unsigned long long *words, char *path)
{
	path[0] = '\0';
	if (call->place == DESCRIPTOR) {
		char link[64];
		snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)id, (int)words[0]);
		ssize_t length = readlink(link, path, PATH_MAX - 1);
		path[length > 0 ? length : 0] = '\0';
	} else if (call->place != NOWHERE) {
		unsigned long from = (unsigned long)words[call->place == SECOND];
		/* Up to the end of a page at a time: the next may not be there. */
		for (size_t got = 0; got < PATH_MAX - 1 && !memchr(path, '\0', got);) {
			size_t most = 4096 - (from + got) % 4096;
			struct iovec to = { path + got, most < PATH_MAX - 1 - got ? most : PATH_MAX - 1 - got };
			struct iovec there = { (void *)(from + got), to.iov_len };
			ssize_t more = process_vm_readv(id, &to, 1, &there, 1, 0);
			got += more > 0 ? (size_t)more : 0;
			path[got] = '\0';
			if (more <= 0)
				break;
		}
	}
}

static int is_to_fail(pid_t id, const struct __ptrace_syscall_info *info)
{
	char path[PATH_MAX];
	const struct call *call = call_of((long)info->entry.nr);
	if (!call || !is_named(call->name))
		return 0;
	read_path(id, call, (const unsigned long long *)info->entry.args, path);
	if (wanted.text && !strstr(path, wanted.text))
		return 0;
	seen++;
	if (wanted.list)
		fprintf(wanted.list, "%s %s\n", call->name, path);
	return wanted.nth && (seen == wanted.nth || (wanted.is_lasting && seen > wanted.nth));
}

/* At its beginning, another that does not exist; at its end, the errno. */
static void change_call(pid_t id, int is_end)
{
#if defined(__x86_64__)
	size_t at = is_end ? offsetof(struct user_regs_struct, rax) : offsetof(struct user_regs_struct, orig_rax);
	if (ptrace(PTRACE_POKEUSER, id, at, is_end ? -wanted.error : -1L))
		give_up("PTRACE_POKEUSER");
#elif defined(__aarch64__)
	struct user_regs_struct registers;
	int none = -1;
	struct iovec part = { is_end ? (void *)&registers : &none, is_end ? sizeof registers : sizeof none };
	long set = is_end ? NT_PRSTATUS : NT_ARM_SYSTEM_CALL;
	if (is_end && ptrace(PTRACE_GETREGSET, id, set, &part))
		give_up("PTRACE_GETREGSET");
	registers.regs[0] = (unsigned long long)-wanted.error;
	if (ptrace(PTRACE_SETREGSET, id, set, &part))
		give_up("PTRACE_SETREGSET");
#endif
}

static void look_at_call(struct process *process)
{
	struct __ptrace_syscall_info info;
	if (ptrace(PTRACE_GET_SYSCALL_INFO, process->id, sizeof info, &info) < 0)
		return;
	int is_end = info.op == PTRACE_SYSCALL_INFO_EXIT;
	if (!is_end)
		process->fails = is_to_fail(process->id, &info);
	if (process->fails)
		change_call(process->id, is_end);
	if (is_end)
		process->fails = 0;
}

/* Returns the signal to deliver. */
static int look_at(struct process *process, int status)
{
	int signal_number = WSTOPSIG(status), event = status >> 16;
	if (signal_number == (SIGTRAP | 0x80)) {
		look_at_call(process);
		return 0;
	}
	if (event == PTRACE_EVENT_EXEC) {
		process->is_ours = runs_program(process->id);
		process->fails = 0;
	}
	/* The first stop of a new process is ours as well. */
	return event || signal_number == SIGSTOP || signal_number == SIGTRAP ? 0 : signal_number;
}

_Noreturn static void end_like(int status)
{
	if (wanted.list)
		fclose(wanted.list);
	if (!WIFSIGNALED(status))
		exit(WEXITSTATUS(status));
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	signal(WTERMSIG(status), SIG_DFL);
	raise(WTERMSIG(status));
	exit(125);
}

/* Until all have ended: what a command leaves behind goes on with its calls. */
static void attend(pid_t first)
{
	int first_status = 0, status;
	for (pid_t id; (id = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR;) {
		struct process *process = process_of(id);
		if (!WIFSTOPPED(status)) {
			if (id == first)
				first_status = status;
			process->has_ended = 1;
			continue;
		}
		int signal_number = look_at(process, status);
		ptrace(process->is_ours || process->fails ? PTRACE_SYSCALL : PTRACE_CONT, id, 0, signal_number);
	}
	end_like(first_status);
}

int main(int argc, char **argv)
{
	for (int option; (option = getopt(argc, argv, "+b:t:p:n:ae:l:")) > 0;) {
		switch (option) {
		case 'b':
			if (!realpath(optarg, wanted.program))
				give_up(optarg);
			break;
		case 't':
			wanted.names = optarg;
			break;
		case 'p':
			wanted.text = optarg;
			break;
		case 'n':
			wanted.nth = atol(optarg);
			break;
		case 'a':
			wanted.is_lasting = 1;
			break;
		case 'e':
			wanted.error = atol(optarg);
			break;
		case 'l':
			wanted.list = fopen(optarg, "we");
			break;
		default:
			return 125;
		}
	}
	argv += optind;
	pid_t child = fork();
	if (child == 0) {
		if (ptrace(PTRACE_TRACEME, 0, 0, 0) || raise(SIGSTOP) || execvp(argv[0], argv))
			give_up(argv[0]);
	}
	int status, options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL;
	if (child < 0 || waitpid(child, &status, 0) < 0 || ptrace(PTRACE_SETOPTIONS, child, 0, options))
		give_up("ptrace");
	ptrace(PTRACE_CONT, child, 0, 0);
	attend(child);
}
