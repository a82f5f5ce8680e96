/*
 * Everything that git starts inherits what the shim added to the environment of an intercepted command
 * (shim/hooks/hook-context.ts). We remove it before we act for one of those programs.
 */
#pragma once

/* Is this the command line that the shim made for git, with its setting in it? */
int has_injected_word(int argc, char **argv);

/* Keeps INTERLOCK_CALL, which describes the command, and INTERLOCK_TRACE for our hooks. */
void take_out_injection(int is_hook);
