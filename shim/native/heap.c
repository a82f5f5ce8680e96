#include "heap.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "engine.h"
#include "failure.h"
#include "heap-image.h"
#include "heap-survey.h"
#include "host.h"
#include "memory.h"
#include "pattern-table.h"

static void on_fatal(void *unused, const char *message)
{
	(void)unused;
	fail_engine("script-failed", "the policy script cannot run", message ? message : "", report_it);
}

struct bytecode {
	const unsigned char *start;
	size_t length;
};

/* The bundle is a function that runs all modules and returns the entry. Protected, because loading may throw. */
static duk_ret_t load_entry(duk_context *ctx, void *argument)
{
	const struct bytecode *bytecode = argument;
	duk_push_c_lightfunc(ctx, scan_pattern, 2, 2, 0);
	duk_put_global_string(ctx, "interlockScanPattern");
	duk_push_external_buffer(ctx);
	duk_config_buffer(ctx, -1, (void *)bytecode->start, bytecode->length);
	duk_load_function(ctx);
	duk_call(ctx, 0);
	return 1;
}

static duk_context *create_heap(struct bytecode bytecode)
{
	duk_context *ctx = duk_create_heap(heap_alloc, heap_realloc, heap_free, NULL, on_fatal);
	if (!ctx)
		fail_engine("out-of-memory", "out of memory", "", "free some memory and try again");
	if (duk_safe_call(ctx, load_entry, &bytecode, 0, 1))
		fail_engine("script-failed", "the policy script cannot be loaded", duk_safe_to_stacktrace(ctx, -1), report_it);
	push_host(ctx);
	return ctx;
}

#ifdef INTERLOCK_HEAP_AT_START

duk_context *open_heap(void)
{
	return create_heap((struct bytecode){ embedded_bytecode, (size_t)(embedded_bytecode_end - embedded_bytecode) });
}

int build_heap(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return 0;
}

#else

static int is_made(void)
{
	return heap_image.context != NULL;
}

/* It counts as data only from here on (heap-image.S): a limit that leaves no room for it stops no command that needs no script. */
static int make_writable(void)
{
	return !mprotect(&heap_image, (size_t)(heap_image_end - (char *)&heap_image), PROT_READ | PROT_WRITE);
}

duk_context *open_heap(void)
{
	if (!is_made())
		fail_engine("binary-damaged", "this binary has no heap image", "", "it was not built to its end: run 'npm run build' again");
	if (memcmp(heap_image.build_id, build_id, BUILD_ID_LENGTH))
		fail_engine("binary-damaged", "the heap image is of another build", "", "reinstall interlock");
	if (!make_writable())
		fail_engine("out-of-memory", "out of memory", "the rules do not fit into the limit of data", "raise it: ulimit -d unlimited");
	return heap_image.context;
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

static duk_context *create_permanent_heap(struct bytecode bytecode)
{
	duk_context *ctx = create_heap(bytecode);
	/* Twice: the first may run finalizers, which free objects for the second. */
	duk_gc(ctx, DUK_GC_COMPACT);
	duk_gc(ctx, DUK_GC_COMPACT);
	make_heap_permanent(ctx);
	return ctx;
}

static void keep_heap(duk_context *ctx)
{
	heap_image.context = ctx;
	memcpy(heap_image.build_id, build_id, BUILD_ID_LENGTH);
}

/* --survey-heap <bytecode> <uses> <command...>: what follows is as if the command had been called. */
static void survey_heap(const char *bytecode, const char *uses)
{
	struct bytecode script = map_file(bytecode);
	begin_rehearsal((struct uses){ NULL, 0 });
	create_permanent_heap(script);
	begin_survey();
	keep_heap(create_permanent_heap(script));
	end_image();
	watch_heap(uses);
}

/* --make-heap-image <bytecode> <uses> <image> */
_Noreturn static void write_heap_image(const char *bytecode, const char *uses, const char *image)
{
	struct bytecode script = map_file(bytecode);
	begin_rehearsal(map_uses(uses));
	create_permanent_heap(script);
	begin_image();
	keep_heap(create_permanent_heap(script));
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

int build_heap(int argc, char **argv)
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
		write_heap_image(argv[2], argv[3], argv[4]);
	survey_heap(argv[2], argv[3]);
	return 4;
}

#endif
