/*
 * Errors that say nothing about a file, only that the system could not look at it: an I/O error, no memory, no descriptor left.
 * Such a file must not count as absent, because git may read it a moment later.
 */
#pragma once

/* Returns if the errno is an answer: there is no such file, or this user or this call cannot have it. Else ends the command. */
void end_on_fault(const char *path, int error);
