/*
 * Converts lists and maps from the script to C.
 */
#pragma once

#include "duktape.h"

/* The strings of an array, ended by NULL, after `before` empty slots. A NUL byte in one is an error. */
char **take_words(duk_context *ctx, duk_idx_t index, size_t before);
void give_words(char **words, size_t before);

/* An object of texts and nulls as pairs of a name and a value, ended by a NULL name; NULL if it is not an object. */
char **take_environment(duk_context *ctx, duk_idx_t index);
void give_environment(char **pairs);

/* A text as a file to read from; -1 if it is not a text. */
int take_memory_file(duk_context *ctx, duk_idx_t index);

/* Pushes { status, stdout } and frees `bytes`. */
void push_result(duk_context *ctx, int status, char *bytes, size_t length);
