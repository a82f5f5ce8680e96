/*
 * Open files that a program which we start or become would inherit.
 */
#pragma once

/*
 * Nothing that runs from here on gets a socket or a pipe beyond the standard files. For what a git that sends starts (`push`, `send-pack`):
 * git leaves its connection open for children, and one that runs code of the caller's could write a command into it.
 */
void keep_files_from_children(void);

/* Are we started, at any distance, by a git that may send? As shim/hooks/hook-context.ts marks it. */
int is_below_sender(void);
