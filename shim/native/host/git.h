/*
 * The part of the Host interface that runs the real git or gh, and reads objects through it.
 */
#pragma once

/* NULL if there is none. `real_program`: the one that we stand in front of, git or gh. */
void set_git(const char *path, const char *real_program);
