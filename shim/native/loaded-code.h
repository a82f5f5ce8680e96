/*
 * Where an image has its rules and keeps the real git behind us, variables that would load a caller's code into it are taken away from
 * commands that rules apply to: such code could answer for git, or leave out a hook.
 */
#ifndef INTERLOCK_LOADED_CODE_H
#define INTERLOCK_LOADED_CODE_H

/* Says so, unless INTERLOCK_QUIET has it otherwise. */
void drop_loaded_code(int quiet);

#endif
