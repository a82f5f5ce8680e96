/*
 * Descriptors 0 to 2. A caller may have closed them; our own files must not take their numbers,
 * and git must find them closed again.
 */
#pragma once

#include <stddef.h>
#include <sys/types.h>

void hold_standard_files(void);
/* Before exec: closes those that the caller had closed. */
void release_standard_files(void);
int stdin_was_closed(void);
/* As read(2), but waits even if the caller made the input non-blocking. */
ssize_t read_some(int fd, char *bytes, size_t length);
/* The beginning of a file, and a NUL; -1 with an errno if it cannot be read. */
ssize_t read_beginning(const char *path, char *text, size_t room);
/* A file without a path; exec closes the descriptor. -1 if no file system can hold it. */
int make_nameless_file(void);
/* A descriptor to read all of these bytes from: an unnamed file, or a socket if that is not possible. Else ends us. */
int make_memory_file(const char *bytes, size_t length);
/* Makes these bytes the standard input of the next program. */
void provide_stdin(const char *bytes, size_t length);
/*
 * The same, followed by the rest of the current input; a separate process writes both, and may be killed. Only for packets
 * that end with a flush: git dies if one is missing.
 */
void provide_stdin_before(const char *bytes, size_t length);
