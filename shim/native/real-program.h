/*
 * Finds the program that this binary stands in front of: a pinned link beside it, else the entries
 * of PATH after its own. Never this binary, never another copy of it, and never a script that called it.
 */
#ifndef INTERLOCK_REAL_PROGRAM_H
#define INTERLOCK_REAL_PROGRAM_H

/* Path of this binary, links resolved; empty if it cannot be told. */
const char *own_program(void);

/* The same folder as install_prefix(), cheaper, and with links and dots in it. */
const char *own_prefix(void);

/* The folder above bin/; empty if it cannot be told. */
const char *install_prefix(void);

/* Was it found beside us, as an image keeps it, and not on PATH? */
int is_kept_beside(const char *program);

/* As PATH names it; NULL if there is none. */
const char *find_real_program(const char *name);

/* A script of that name that called us and was not taken for it; NULL if there is none. */
const char *script_left_out(void);

/* Is it the real program, and run by an interpreter? Such a one does not see argv[0]. */
int is_real_script(const char *program);

/* To be called before a program is run: if it is the real one and a script, it may call us again. */
void prepare_to_run(const char *program);

#endif
