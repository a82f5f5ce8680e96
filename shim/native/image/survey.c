#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "image/survey.h"

#ifndef INTERLOCK_HEAP_AT_START

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "process/failure.h"

#define PAGES ((char *)0x300000000)
#define MOST_PAGES ((size_t)1 << 16)

static size_t page_size, used_pages, most_number;
static struct page {
	uint32_t number; /* of the block there */
	int is_read;
} *pages;
static char *uses; /* by number */

_Noreturn static void give_up(const char *what)
{
	die(EXIT_ENGINE_FAILED, "binary-damaged", what, "", report_it);
}

int is_surveyed(const void *block)
{
	return used_pages && (const char *)block >= PAGES && (const char *)block < PAGES + used_pages * page_size;
}

static void *map(char *place, size_t size)
{
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (place ? MAP_FIXED : 0);
	void *memory = mmap(place, size, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (memory == MAP_FAILED)
		give_up("cannot map memory for the survey");
	return memory;
}

union header *take_surveyed(size_t number, size_t bytes)
{
	if (!pages) {
		page_size = (size_t)sysconf(_SC_PAGESIZE);
		pages = map(NULL, MOST_PAGES * sizeof *pages);
		map(PAGES, MOST_PAGES * page_size);
	}
	char *block = PAGES + used_pages * page_size;
	for (size_t end = used_pages + (bytes + page_size - 1) / page_size; used_pages < end; used_pages++) {
		if (used_pages == MOST_PAGES)
			give_up("the heap has too many blocks for a survey");
		pages[used_pages].number = (uint32_t)number;
	}
	most_number = number;
	return (union header *)(void *)block;
}

/* A page can first be read, and then written to as well. */
static void note_access(int signal, siginfo_t *info, void *unused)
{
	(void)signal;
	(void)unused;
	if (!is_surveyed(info->si_addr))
		give_up("the command failed");
	size_t i = (size_t)((char *)info->si_addr - PAGES) / page_size;
	struct page *page = &pages[i];
	int is_write = page->is_read;
	page->is_read = 1;
	if (is_write || uses[page->number] == '-')
		uses[page->number] = is_write ? 'w' : 'r';
	mprotect(PAGES + i * page_size, page_size, is_write ? PROT_READ | PROT_WRITE : PROT_READ);
}

void watch_heap(const char *path)
{
	struct sigaction action = { .sa_sigaction = note_access, .sa_flags = SA_SIGINFO };
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0 || ftruncate(fd, (off_t)most_number + 1))
		give_up("cannot write the uses of blocks");
	uses = mmap(NULL, most_number + 1, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (uses == MAP_FAILED)
		give_up("cannot write the uses of blocks");
	for (size_t i = 0; i <= most_number; i++)
		uses[i] = '-';
	close(fd);
	sigaction(SIGSEGV, &action, NULL);
	mprotect(PAGES, used_pages * page_size, PROT_NONE);
}

#endif
