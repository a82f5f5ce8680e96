/*
 * How far a long verification is, on a terminal: a line on standard error that goes away.
 */
#ifndef INTERLOCK_PROGRESS_H
#define INTERLOCK_PROGRESS_H

/* So many commits are done. Shown once it takes long, and not too often. */
void show_progress(unsigned long done);
/* Before something else is printed, and at the end. */
void clear_progress(void);

#endif
