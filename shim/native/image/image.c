#include "image/image.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image/arena.h"
#include "image/image-inside.h"
#include "image/survey.h"
#include "process/failure.h"

#ifdef INTERLOCK_HEAP_AT_START

/* The sanitizers must see every block, so their build creates the heap at start (embedded-bytecode.S). */
extern const unsigned char embedded_bytecode[], embedded_bytecode_end[];

void *open_image(heap_maker *make)
{
	return make((struct bytecode){ embedded_bytecode, (size_t)(embedded_bytecode_end - embedded_bytecode) }, 0);
}

int build_image(int argc, char **argv, heap_maker *make)
{
	(void)argc, (void)argv, (void)make;
	return 0;
}

#else

static int is_made(void)
{
	return heap_image.heap != NULL;
}

/* It counts as data only from here on (heap-image.S): a limit that leaves no room for it stops no command that needs no script. */
static int make_writable(void)
{
	return !mprotect(&heap_image, (size_t)(heap_image_end - (char *)&heap_image), PROT_READ | PROT_WRITE);
}

void *open_image(heap_maker *make)
{
	(void)make;
	if (!is_made())
		fail_engine("binary-damaged", "this binary has no heap image", "", "it was not built to its end: run 'npm run build' again");
	if (memcmp(heap_image.build_id, build_id, BUILD_ID_LENGTH))
		fail_engine("binary-damaged", "the heap image is of another build", "", "reinstall interlock");
	if (!make_writable())
		fail_engine("out-of-memory", "out of memory", "the rules do not fit into the limit of data", "raise it: ulimit -d unlimited");
	return heap_image.heap;
}

_Noreturn static void give_up(const char *what, const char *path)
{
	die(EXIT_ENGINE_FAILED, "binary-damaged", what, path, "interlock --make-heap-image <bytecode> <uses> <image>");
}

static struct bytecode map_file(const char *path)
{
	struct stat stat;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &stat))
		give_up("cannot read", path);
	if (stat.st_size == 0)
		return (struct bytecode){ NULL, 0 };
	void *bytes = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		give_up("cannot read", path);
	return (struct bytecode){ bytes, (size_t)stat.st_size };
}

static struct uses map_uses(const char *path)
{
	struct bytecode file = map_file(path);
	return (struct uses){ file.start, file.length };
}

static void keep_heap(void *heap)
{
	heap_image.heap = heap;
	memcpy(heap_image.build_id, build_id, BUILD_ID_LENGTH);
}

/* --survey-heap <bytecode> <uses> <command...>: what follows is as if the command had been called. */
static void survey_heap(heap_maker *make, const char *bytecode, const char *uses)
{
	struct bytecode script = map_file(bytecode);
	begin_rehearsal((struct uses){ NULL, 0 });
	make(script, 1);
	begin_survey();
	keep_heap(make(script, 1));
	end_image();
	watch_heap(uses);
}

/* --make-heap-image <bytecode> <uses> <image> */
_Noreturn static void write_heap_image(heap_maker *make, const char *bytecode, const char *uses, const char *image)
{
	struct bytecode script = map_file(bytecode);
	begin_rehearsal(map_uses(uses));
	make(script, 1);
	begin_image();
	keep_heap(make(script, 1));
	size_t length = end_image();
	int fd = open(image, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	for (size_t written = 0; written < length;) {
		ssize_t count = write(fd, (const char *)&heap_image + written, length - written);
		if (count <= 0)
			give_up("cannot write", image);
		written += (size_t)count;
	}
	_exit(0);
}

int build_image(int argc, char **argv, heap_maker *make)
{
	if (argc < 5)
		return 0;
	int is_survey = !strcmp(argv[1], "--survey-heap"), is_making = !strcmp(argv[1], "--make-heap-image");
	/* Check the image last: a pass-through must not touch its pages. */
	if (!(is_survey || is_making) || is_made())
		return 0;
	if (!make_writable())
		give_up("cannot write to the heap image", "");
	if (is_making)
		write_heap_image(make, argv[2], argv[3], argv[4]);
	survey_heap(make, argv[2], argv[3]);
	return 4;
}

#endif
