/*
 * What happens if our own code fails: a clear message, and either the command ends (exit 128) or,
 * if the plan says so, the real program runs with the caller's own arguments.
 */
#pragma once

enum exit_status { EXIT_ENGINE_FAILED = 128, EXIT_USAGE = 129, EXIT_NO_PROGRAM = 127, EXIT_BLOCKED = 2 };

/* Set before the script runs: carries the caller's command on unchanged, and does not return. Async-signal-safe. */
void set_way_on(void (*go_on)(void));
void set_failure_policy_pass(void);
/* In place of 128. */
void set_failed_status(int status);
int status_of_failure(void);
/* After a pipe or standard input has been read, the command can no longer be passed on unchanged. */
void set_input_consumed(void);

/* The hint for our own bugs. */
extern const char report_it[];

/* Async-signal-safe. `code`: see docs/errors.md. `hint` is one line without a newline. */
_Noreturn void fail_engine(const char *code, const char *what, const char *detail, const char *hint);
_Noreturn void die(int status, const char *code, const char *what, const char *detail, const char *hint);
