/*
 * In an image with rules that keeps the real git beside us, unsets the variables that bring the caller's code, or data
 * that the C library trusts like code, into git, for commands that rules apply to: such code could answer for git, or skip a hook.
 */
#pragma once

/* Prints a line about it, unless `quiet`. */
void unset_unsafe_variables(int quiet);
