/*
 * Descriptors 0 to 2. A caller may have closed them; what we open for ourselves must not land
 * there, and git must find them closed again.
 */
#ifndef INTERLOCK_STANDARD_FILES_H
#define INTERLOCK_STANDARD_FILES_H

#include <stddef.h>
#include <sys/types.h>

void hold_standard_files(void);
/* Before exec: closes what the caller had closed. */
void release_standard_files(void);
int stdin_was_closed(void);
/* As read(2), but waits where the caller has made the input such that read(2) does not. */
ssize_t read_some(int fd, char *bytes, size_t length);
/* A file that nothing leads to but the descriptor, which exec closes; -1 if there is no place for it. */
int make_nameless_file(void);
/* Something to read these bytes from: a file without a name, or where there can be none, a pipe. */
int make_memory_file(const char *bytes, size_t length);
/* Puts bytes where the next program will read its standard input. */
void provide_stdin(const char *bytes, size_t length);
/* The same, before what is left of the input that there is: a process of its own carries that over. */
void provide_stdin_before(const char *bytes, size_t length);

#endif
