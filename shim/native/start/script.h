/*
 * Runs the hot path and carries out what it decides.
 */
#pragma once

#include "host/host.h"

/* `role`: how the binary was called, as in shim/entry/main.ts. Execs the real program or exits. */
_Noreturn void run_script(const char *role, int argc, const struct invocation *invocation);
