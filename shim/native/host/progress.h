/*
 * The progress of a long verification, on a terminal: a temporary line on standard error.
 */
#pragma once

/* `done`: number of commits. Shown only after a while, and not too often. */
void show_progress(unsigned long done);
/* Call before printing anything else, and at the end. */
void clear_progress(void);
