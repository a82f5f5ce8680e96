/*
 * Runs a piece of embedded bytecode and carries out what it decides.
 */
#ifndef INTERLOCK_SCRIPT_H
#define INTERLOCK_SCRIPT_H

#include "failure.h"

struct bytecode {
	const unsigned char *start;
	const unsigned char *end;
};

/* Embedded at build time (embedded.S). */
extern const unsigned char plain_bytecode[], plain_bytecode_end[];
extern const unsigned char decide_bytecode[], decide_bytecode_end[];
extern const unsigned char hook_bytecode[], hook_bytecode_end[];
extern const unsigned char gate_bytecode[], gate_bytecode_end[];
extern const unsigned char explain_bytecode[], explain_bytecode_end[];
extern const unsigned char health_bytecode[], health_bytecode_end[];
extern const unsigned char verify_bytecode[], verify_bytecode_end[];

/* Execs the real program or exits; returns only if the script leaves the decision to another. */
void run_script(struct bytecode bytecode, int argc, const struct invocation *invocation);

#endif
