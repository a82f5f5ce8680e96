/*
 * A git on PATH may be a script that calls interlock again, by its path or as `git`. We record each script that we
 * run in its environment, so that the next interlock does not run it a second time. For binaries we record nothing:
 * git's environment stays as the caller made it.
 */
#pragma once

/* Did this script call us, with no git between it and us? */
int has_called_us(const char *script);

/* Call before exec of the script. */
void mark_wrapper(const char *script);

/* Call once it is known that no script will run. */
void forget_wrappers(void);
