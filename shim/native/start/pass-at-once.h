/*
 * The pass-through of the usual case, before the C library is initialised: nothing is written to but the stack, so the kernel
 * copies no page of the binary. Whatever is unusual is left to main(), which comes to the same result for every command that
 * passes here.
 */
#pragma once

/* `stack`: as the kernel leaves it for a new program. Returns if main() has to decide. */
void pass_at_once(long *stack);
