/*
 * A git on PATH may be a script that calls interlock again, by its path or as `git`. Each script that we run is told
 * of in its environment, so that the next of us in line does not run it a second time. Programs are not: git's own
 * environment stays as the caller made it.
 */
#ifndef INTERLOCK_WRAPPER_SCRIPTS_H
#define INTERLOCK_WRAPPER_SCRIPTS_H

/* Did this script call us, with no git between it and us? */
int has_called_us(const char *script);

/* To be called before this process becomes the script. */
void mark_wrapper(const char *script);

/* To be called once it is known that no script will be run. */
void forget_wrappers(void);

#endif
