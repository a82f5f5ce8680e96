/*
 * What the prepared Duktape calls of ours (engine.c). scripts/build/duktape.mjs includes it where its types are known.
 */
#ifndef INTERLOCK_ENGINE_INSIDE_H
#define INTERLOCK_ENGINE_INSIDE_H

/* NULL if the image has no such string. */
duk_hstring *find_permanent_string(duk_heap *heap, const duk_uint8_t *bytes, duk_uint32_t length, duk_uint32_t hash);

duk_bool_t add_plainly(duk_hthread *thr, duk_idx_t object, duk_idx_t index);
duk_bool_t assign_plainly(duk_hthread *thr, duk_idx_t source);
duk_bool_t reserve_plainly(duk_hthread *thr, duk_hobject *names, duk_hobject *scope);
duk_int_t find_plainly(const duk_hstring *text, const duk_hstring *wanted, duk_int_t from);
duk_small_int_t get_plainly(duk_hthread *thr, const duk_tval *base, const duk_tval *name);

#endif
