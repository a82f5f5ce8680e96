/*
 * What the shim put into the environment of an intercepted command (shim/hooks/hook-context.ts) reaches everything
 * that git starts. Before one of those programs is answered, it is taken out again.
 */
#ifndef INTERLOCK_INJECTION_H
#define INTERLOCK_INJECTION_H

/* Is this the line that the shim made for git, with its setting in it? */
int has_injected_word(int argc, char **argv);

/* Leaves INTERLOCK_CALL, which says what the command was, and to a hook of ours INTERLOCK_TRACE. */
void take_out_injection(int is_hook);

#endif
