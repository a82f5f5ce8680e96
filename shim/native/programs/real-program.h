/*
 * Finds the program that this binary wraps: the one kept beside it, else the entries of PATH after
 * its own, else the default path. Never this binary, a copy of it, or a script that called it.
 */
#pragma once

/* Path of this binary, links resolved; empty if unknown. */
const char *own_program(void);

/* The same folder as install_prefix(), cheaper, but with links and dots in the path. */
const char *own_prefix(void);

/* The folder above bin/; empty if unknown. */
const char *install_prefix(void);

/* Is a real git kept beside this binary, by whatever path it was executed? */
int is_sealed(void);

/* Was it found beside us, as in an image, and not on PATH? */
int is_kept_beside(const char *program);

/* The path as PATH spells it; NULL if there is none. */
const char *find_real_program(const char *name);

/* The same for a second program, in memory of its own: the first one stays the real one. */
const char *find_other_program(const char *name);

/* A script of that name that called us and was skipped; NULL if there is none. */
const char *script_left_out(void);

/* Is it the real program, and a script? A script does not see argv[0]. */
int is_real_script(const char *program);

/* Call before running a program: if it is the real one and a script, it may call us again. */
void prepare_to_run(const char *program);
