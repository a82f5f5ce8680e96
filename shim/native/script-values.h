/*
 * Lists and maps that cross from the script, as C has them.
 */
#ifndef INTERLOCK_SCRIPT_VALUES_H
#define INTERLOCK_SCRIPT_VALUES_H

#include "duktape.h"

/* The strings of an array, ended by NULL, behind `before` empty places. A NUL byte in one is an error. */
char **take_words(duk_context *ctx, duk_idx_t index, size_t before);
void give_words(char **words, size_t before);

/* An object of texts and nulls as pairs, as `change_environment` has them; NULL for what is no object. */
char **take_environment(duk_context *ctx, duk_idx_t index);

#endif
