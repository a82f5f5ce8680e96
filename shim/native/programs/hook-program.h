/*
 * Runs a hook program within limits: in a session of its own, which is killed whole at the time limit and when the
 * program itself has ended; with a bounded amount of output; with no environment but what it is given. The same rules
 * as library/programs/run-program.ts.
 */
#pragma once

#include "duktape.h"

/*
 * Words, folder, environment, input, milliseconds, and whether no other process may reach its output; gives
 * { status, stdout, stderr, failure }.
 */
duk_ret_t host_run_hook_program(duk_context *ctx);
