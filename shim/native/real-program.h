/*
 * Finds the program that this binary stands in front of: a pinned link beside it, else the entries
 * of PATH after its own. Never this binary, and never another copy of it.
 */
#ifndef INTERLOCK_REAL_PROGRAM_H
#define INTERLOCK_REAL_PROGRAM_H

/* Path of this binary, links resolved; empty if it cannot be told. */
const char *own_program(void);

/* The folder above bin/; empty if it cannot be told. */
const char *install_prefix(void);

/* Was it found beside us, as an image keeps it, and not on PATH? */
int is_kept_beside(const char *program);

/* As PATH names it; NULL if there is none. */
const char *find_real_program(const char *name);

#endif
