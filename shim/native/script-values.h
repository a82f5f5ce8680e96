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
void give_environment(char **pairs);

/* A text as a file to read from; -1 for what is no text. */
int take_memory_file(duk_context *ctx, duk_idx_t index);

/* Pushes { status, stdout } and takes the output's memory. */
void push_result(duk_context *ctx, int status, char *bytes, size_t length);

#endif
