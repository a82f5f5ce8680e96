/*
 * Byte strings: every string that crosses the Host interface has code units 0 to 255, one per byte
 * (shim/host.ts). Duktape keeps strings as UTF-8 of code units, so bytes above 127 are widened on
 * the way in and narrowed on the way out; a raw byte would come back as U+FFFD.
 */
#pragma once

#include "duktape.h"

void push_bytes(duk_context *ctx, const char *bytes, size_t length);
void push_c_string(duk_context *ctx, const char *text);

/* Throws a script error if a code unit is above 255. The result ends in NUL; free it with `give_memory`. */
char *take_bytes(duk_context *ctx, duk_idx_t index, size_t *length);

/* For paths and names; NULL if the string contains a NUL, which no path does. */
char *take_c_string(duk_context *ctx, duk_idx_t index);
