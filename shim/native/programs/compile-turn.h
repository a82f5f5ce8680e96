/*
 * One process at a time compiles a plan, and the others wait for it. The turn is a lock on a file, which the kernel gives back
 * when the process that has it ends, however that happens.
 */
#pragma once

/* For a child that has been forked to compile: it keeps the turn, across exec. */
void take_turn_along(void);

/* Its parent no longer has it, and others need not wait for a parent that is stopped. */
void leave_turn_to_child(void);
