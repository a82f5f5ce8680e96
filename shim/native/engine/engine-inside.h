/*
 * What the prepared Duktape calls of ours (engine.c). scripts/build/duktape.mjs includes it where its types are known.
 */
#pragma once

/* NULL if the image has no such string. */
duk_hstring *find_permanent_string(duk_heap *heap, const duk_uint8_t *bytes, duk_uint32_t length, duk_uint32_t hash);

duk_bool_t add_plainly(duk_hthread *thr, duk_idx_t object, duk_idx_t index);
duk_bool_t assign_plainly(duk_hthread *thr, duk_idx_t source);
duk_bool_t reserve_plainly(duk_hthread *thr, duk_hobject *names, duk_hobject *scope);
duk_small_int_t get_plainly(duk_hthread *thr, const duk_tval *base, const duk_tval *name);
duk_int_t search_plainly(const duk_hstring *text, const duk_hstring *wanted, duk_int_t start);
duk_bool_t define_plainly(duk_hthread *thr, duk_hobject *to, duk_hstring *key, duk_small_uint_t flags);
duk_bool_t push_plain_json(duk_json_dec_ctx *json);
duk_uint32_t skip_hopeless(duk_re_matcher_ctx *pattern, const duk_uint8_t **at);
