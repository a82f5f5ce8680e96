/*
 * The script engine: Duktape, as prepared by scripts/build/duktape.mjs, and the code that depends on its internals.
 */
#include "duktape-prepared.c"

#include "engine/engine.h"

/*
 * The strings of the image, by hash. A table of their own: those that a process creates would be linked into all pages of
 * a common one. `hashes` lies apart, so that a string which is not there costs no look at others.
 */
struct permanent_strings {
	duk_uint32_t mask;
	duk_uint32_t *hashes;
	duk_int32_t *places; /* from here; 0 where there is none */
};

static duk_hstring *string_at(const struct permanent_strings *all, duk_uint32_t i)
{
	return (duk_hstring *)(void *)((char *)all + all->places[i]);
}

duk_hstring *find_permanent_string(duk_heap *heap, const duk_uint8_t *bytes, duk_uint32_t length, duk_uint32_t hash)
{
	const struct permanent_strings *all = heap->heap_udata;
	if (!all)
		return NULL;
	for (duk_uint32_t i = hash & all->mask;; i = (i + 1) & all->mask) {
		/* Zero stands for nothing as well. */
		if (!all->hashes[i] && !all->places[i])
			return NULL;
		if (all->hashes[i] != hash)
			continue;
		duk_hstring *h = string_at(all, i);
		if (DUK_HSTRING_GET_BYTELEN(h) == length && !memcmp(bytes, DUK_HSTRING_GET_DATA(h), length))
			return h;
	}
}

/*
 * Shorter ways for what scripts do most, which Duktape itself does as generally as everything else. Each returns something
 * that says so if the case is another, before it has done anything.
 */

static int is_plain_object(const duk_hobject *h)
{
	return DUK_HOBJECT_GET_CLASS_NUMBER(h) == DUK_HOBJECT_CLASS_OBJECT && DUK_HOBJECT_HAS_EXTENSIBLE(h) &&
	       !DUK_HOBJECT_HAS_ARRAY_PART(h) && !DUK_HOBJECT_HAS_EXOTIC_PROXYOBJ(h);
}

/* Of a name that the object does not have. */
static void add_entry(duk_hthread *thr, duk_hobject *to, duk_hstring *key, const duk_tval *value, duk_small_uint_t flags)
{
	duk_int_t place = duk__hobject_alloc_entry_checked(thr, to, key);
	DUK_HOBJECT_E_SET_FLAGS(thr->heap, to, place, (duk_uint8_t)flags);
	DUK_TVAL_SET_TVAL(DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(thr->heap, to, place), value);
	DUK_TVAL_INCREF(thr, value);
}

/* A property of an object literal: the key is in register `index`, its value in the next. */
duk_bool_t add_plainly(duk_hthread *thr, duk_idx_t object, duk_idx_t index)
{
	duk_hobject *to = duk_get_hobject(thr, object);
	const duk_tval *name = DUK_GET_TVAL_POSIDX(thr, index);
	duk_int_t place, ignored;
	if (!is_plain_object(to) || !DUK_TVAL_IS_STRING(name) ||
	    duk_hobject_find_entry(thr->heap, to, DUK_TVAL_GET_STRING(name), &place, &ignored))
		return 0;
	duk_tval value = name[1];
	add_entry(thr, to, DUK_TVAL_GET_STRING(name), &value, DUK_PROPDESC_FLAGS_WEC);
	return 1;
}

/* The value on top of the stack as a new property: of what JSON describes, or of a function. */
duk_bool_t define_plainly(duk_hthread *thr, duk_hobject *to, duk_hstring *key, duk_small_uint_t flags)
{
	duk_int_t place, ignored;
	if (DUK_HOBJECT_HAS_EXOTIC_BEHAVIOR(to) || DUK_HOBJECT_HAS_ARRAY_PART(to) || DUK_HEAPHDR_HAS_READONLY(&to->hdr) ||
	    duk_hobject_find_entry(thr->heap, to, key, &place, &ignored))
		return 0;
	duk_tval value = *DUK_GET_TVAL_NEGIDX(thr, -1);
	add_entry(thr, to, key, &value, flags & DUK_PROPDESC_FLAGS_MASK);
	duk_pop(thr);
	return 1;
}

/* A string of JSON that has no escapes: without a buffer between. NUL ends the text, and no string. */
duk_bool_t push_plain_json(duk_json_dec_ctx *json)
{
	const duk_uint8_t *end = json->p;
	while (duk__json_decstr_lookup[*end])
		end++;
	if (*end != '"')
		return 0;
	duk_push_lstring(json->thr, (const char *)json->p, (duk_size_t)(end - json->p));
	json->p = end + 1;
	return 1;
}

/* The variables of a function that creates closures. */
duk_bool_t reserve_plainly(duk_hthread *thr, duk_hobject *names, duk_hobject *scope)
{
	duk_tval none;
	DUK_TVAL_SET_UNDEFINED(&none);
	if (DUK_HOBJECT_GET_ENEXT(scope) > 0)
		return 0;
	duk_hobject_resize_entrypart(thr, scope, DUK_HOBJECT_GET_ENEXT(names));
	for (duk_uint32_t i = 0; i < DUK_HOBJECT_GET_ENEXT(names); i++)
		add_entry(thr, scope, DUK_HOBJECT_E_GET_KEY(thr->heap, names, i), &none, DUK_PROPDESC_FLAGS_WE);
	return 1;
}

/* A step of Object.assign, which every spread is: without an enumerator, and at once if the target is new. */
duk_bool_t assign_plainly(duk_hthread *thr, duk_idx_t source)
{
	duk_heap *heap = thr->heap;
	duk_hobject *to = duk_get_hobject(thr, 0), *from = duk_get_hobject(thr, source);
	if (!to || !from || to == from || !is_plain_object(to) || !is_plain_object(from))
		return 0;
	duk_uint32_t count = DUK_HOBJECT_GET_ENEXT(from);
	for (duk_uint32_t i = 0; i < count; i++)
		if (DUK_HOBJECT_E_SLOT_IS_ACCESSOR(heap, from, i) ||
		    DUK_HOBJECT_E_GET_KEY(heap, from, i) == DUK_HTHREAD_STRING___PROTO__(thr))
			return 0;
	int is_new = DUK_HOBJECT_GET_ENEXT(to) == 0;
	if (is_new && DUK_HOBJECT_GET_ESIZE(to) < count)
		duk_hobject_resize_entrypart(thr, to, count);
	for (duk_uint32_t i = 0; i < count; i++) {
		duk_hstring *key = DUK_HOBJECT_E_GET_KEY(heap, from, i);
		if (!key || !DUK_HOBJECT_E_SLOT_IS_ENUMERABLE(heap, from, i) || DUK_HSTRING_HAS_SYMBOL(key))
			continue;
		duk_tval name, value = *DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(heap, from, i);
		DUK_TVAL_SET_STRING(&name, key);
		if (is_new)
			add_entry(thr, to, key, &value, DUK_PROPDESC_FLAGS_WEC);
		else
			duk_hobject_putprop(thr, DUK_GET_TVAL_POSIDX(thr, 0), &name, &value, 1);
	}
	return 1;
}

/* Pushes a property of an object, or a method of a string: 1, or 0 if there is none; -1 for another case. */
duk_small_int_t get_plainly(duk_hthread *thr, const duk_tval *base, const duk_tval *name)
{
	duk_hobject *h;
	duk_hstring *key;
	if (!DUK_TVAL_IS_STRING(name))
		return -1;
	key = DUK_TVAL_GET_STRING(name);
	if (key == DUK_HTHREAD_STRING_LENGTH(thr) && DUK_TVAL_IS_OBJECT(base) &&
	    DUK_HOBJECT_HAS_EXOTIC_ARRAY(DUK_TVAL_GET_OBJECT(base))) {
		duk_push_uint(thr, ((duk_harray *)DUK_TVAL_GET_OBJECT(base))->length);
		return 1;
	}
	/* Only these are more than properties: of arrays, strings and arguments. */
	if (DUK_HSTRING_HAS_ARRIDX(key) || key == DUK_HTHREAD_STRING_LENGTH(thr))
		return -1;
	if (DUK_TVAL_IS_OBJECT(base))
		h = DUK_TVAL_GET_OBJECT(base);
	else if (DUK_TVAL_IS_STRING(base))
		h = thr->builtins[DUK_BIDX_STRING_PROTOTYPE];
	else
		return -1;
	for (; h; h = DUK_HOBJECT_GET_PROTOTYPE(thr->heap, h)) {
		duk_int_t place, ignored;
		if (DUK_HEAPHDR_CHECK_FLAG_BITS(&h->hdr, DUK_HOBJECT_FLAG_BUFOBJ | DUK_HOBJECT_FLAG_EXOTIC_PROXYOBJ))
			return -1;
		if (!duk_hobject_find_entry(thr->heap, h, key, &place, &ignored))
			continue;
		if (DUK_HOBJECT_E_SLOT_IS_ACCESSOR(thr->heap, h, place))
			return -1;
		duk_push_tval(thr, DUK_HOBJECT_E_GET_VALUE_TVAL_PTR(thr->heap, h, place));
		return 1;
	}
	duk_push_undefined(thr);
	return 0;
}

/* Where `wanted`, which is not empty, is in a text of ASCII from `start` on: its place, or -1; -2 for another text. */
duk_int_t search_plainly(const duk_hstring *text, const duk_hstring *wanted, duk_int_t start)
{
	size_t left = DUK_HSTRING_GET_BYTELEN(text), length = DUK_HSTRING_GET_BYTELEN(wanted);
	const duk_uint8_t *begin = DUK_HSTRING_GET_DATA(text), *at = begin + start, *bytes = DUK_HSTRING_GET_DATA(wanted);
	if (left != duk_hstring_get_charlen((duk_hstring *)text))
		return -2;
	for (left -= (size_t)start; left >= length; at++, left = (size_t)(begin + DUK_HSTRING_GET_BYTELEN(text) - at)) {
		at = memchr(at, *bytes, left - length + 1);
		if (!at)
			break;
		if (!memcmp(at, bytes, length))
			return (duk_int_t)(at - begin);
	}
	return -1;
}

/* Of a pattern. Almost all of its numbers are one byte. */
static duk_uint32_t next_number(duk_re_matcher_ctx *pattern, const duk_uint8_t **pc)
{
	return **pc < 0x80 ? *(*pc)++ : duk__bc_get_u32(pattern, pc);
}

/* Could what begins at `pc` of a pattern match at a character of ASCII? Yes, if that is not plain to see. */
static int may_begin(duk_re_matcher_ctx *pattern, const duk_uint8_t *pc, const duk_uint8_t *at)
{
	for (;;) {
		duk_uint32_t code = next_number(pattern, &pc), count;
		duk_int32_t skip;
		int is_in = 0;
		switch (code) {
		case DUK_REOP_SAVE:
			next_number(pattern, &pc);
			break;
		case DUK_REOP_ASSERT_START:
			if (at > pattern->input)
				return (pattern->re_flags & DUK_RE_FLAG_MULTILINE) != 0;
			break;
		case DUK_REOP_CHAR:
			return next_number(pattern, &pc) == *at;
		case DUK_REOP_RANGES:
		case DUK_REOP_INVRANGES:
			for (count = next_number(pattern, &pc); count; count--) {
				duk_uint32_t first = next_number(pattern, &pc), last = next_number(pattern, &pc);
				is_in |= *at >= first && *at <= last;
			}
			return is_in == (code == DUK_REOP_RANGES);
		case DUK_REOP_SQMINIMAL:
		case DUK_REOP_SQGREEDY:
			if (next_number(pattern, &pc) == 0)
				return 1;
			/* At least once: up to how often, and two lengths; then what is repeated. */
			next_number(pattern, &pc);
			next_number(pattern, &pc);
			next_number(pattern, &pc);
			break;
		case DUK_REOP_SPLIT1:
		case DUK_REOP_SPLIT2:
			skip = duk__bc_get_i32(pattern, &pc);
			if (may_begin(pattern, pc, at))
				return 1;
			pc += skip;
			break;
		default:
			return 1;
		}
	}
}

/*
 * Moves on to where a pattern could match, and returns by how many characters. Duktape tries at each of them, even for a
 * pattern that begins with '^'; most characters of most texts are none that the pattern begins with.
 */
duk_uint32_t skip_hopeless(duk_re_matcher_ctx *pattern, const duk_uint8_t **at)
{
	const duk_uint8_t *from = *at;
	if (pattern->re_flags & DUK_RE_FLAG_IGNORE_CASE)
		return 0;
	while (*at < pattern->input_end && **at < 0x80 && !may_begin(pattern, pattern->bytecode, *at))
		++*at;
	return (duk_uint32_t)(*at - from);
}

static void *take(duk_heap *heap, size_t size)
{
	void *block = heap->alloc_func(heap->heap_udata, size);
	if (!block)
		heap->fatal_func(heap->heap_udata, "out of memory");
	return memset(block, 0, size);
}

static void keep_string(struct permanent_strings *all, duk_hstring *h)
{
	duk_uint32_t i = DUK_HSTRING_GET_HASH(h) & all->mask;
	while (all->places[i])
		i = (i + 1) & all->mask;
	all->hashes[i] = DUK_HSTRING_GET_HASH(h);
	all->places[i] = (duk_int32_t)((char *)h - (char *)all);
	/* It is kept in the string when it is first asked for. */
	duk_hstring_get_charlen(h);
	h->hdr.h_next = NULL;
	DUK_HEAPHDR_SET_READONLY(&h->hdr);
}

static void make_strings_permanent(duk_heap *heap)
{
	struct permanent_strings *all = take(heap, sizeof *all);
	/* At most three quarters are taken. Not fewer: a table of twice the size is on further pages. */
	duk_uint32_t size = DUK_USE_STRTAB_MINSIZE;
	while (3 * size < 4 * heap->st_count)
		size *= 2;
	all->mask = size - 1;
	all->hashes = take(heap, size * sizeof *all->hashes);
	all->places = take(heap, size * sizeof *all->places);
	for (duk_uint32_t i = 0; i < heap->st_size; i++)
		for (duk_hstring *h = heap->strtable[i], *next; h; h = next) {
			next = h->hdr.h_next;
			keep_string(all, h);
		}
	heap->free_func(heap->heap_udata, heap->strtable);
	heap->st_size = DUK_USE_STRTAB_MINSIZE;
	heap->st_mask = heap->st_size - 1;
	heap->st_count = 0;
	heap->strtable = take(heap, heap->st_size * sizeof *heap->strtable);
	heap->heap_udata = all;
}

void make_heap_permanent(duk_context *ctx)
{
	duk_heap *heap = ((duk_hthread *)ctx)->heap;
	for (duk_heaphdr *h = heap->heap_allocated; h; h = DUK_HEAPHDR_GET_NEXT(heap, h))
		DUK_HEAPHDR_SET_READONLY(h);
	make_strings_permanent(heap);
}
