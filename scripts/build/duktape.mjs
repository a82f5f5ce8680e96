// Duktape's source, with changes.
import { readFileSync } from "node:fs";

export const duktapeFolder = "/usr/share/duktape";

/**
 * References to objects that are marked read-only are not counted, and the strings of the heap image are in a table of
 * their own. Duktape has such objects and strings in builds with built-ins in ROM, which need tables that Debian's package
 * does not have. The flags exist in every build; these places now check them.
 */
const forReadOnly = [
  ["OBJECTS", '/* With ROM objects "needs refcount update"'],
  ["OBJECTS", "#define DUK__INCREF_SHARED()"],
  ["STRINGS", "\t/* ROM strings have precomputed clen"],
].map(([what, place]) => [`#if defined(DUK_USE_ROM_${what})\n${place}`, `#if 1\n${place}`]);

const findsString = [
  "#if defined(DUK_USE_ROM_STRINGS)\n\th = duk__strtab_romstring_lookup(heap, str, blen, strhash);",
  "#if 1\n\th = find_permanent_string(heap, str, blen, strhash);",
];

/** Before these places, a shorter way for what is most usual (shim/native/engine/engine.c). */
const shorterWays = [
  ["\t\tduk_to_object(thr, idx);\n\t\tduk_enum(thr, idx, DUK_ENUM_OWN_PROPERTIES_ONLY);", "if (assign_plainly(thr, idx)) continue;"],
  [
    "\t\t\t\t/* XXX: faster initialization (direct access or better primitives) */\n\t\t\t\tduk_dup(thr, (duk_idx_t) idx);",
    "if (add_plainly(thr, obj_idx, (duk_idx_t) idx)) { idx += 2; continue; }",
  ],
  [
    "\tfor (i = 0; i < (duk_uint_fast32_t) DUK_HOBJECT_GET_ENEXT(varmap); i++) {\n\t\tduk_hstring *key;\n",
    "if (reserve_plainly(thr, varmap, env)) return;",
  ],
  [
    "\tDUK_STATS_INC(thr->heap, stats_getprop_all);\n",
    "duk_small_int_t plain = get_plainly(thr, tv_obj, tv_key);\nif (plain >= 0) return plain;",
  ],
  [
    "\tbpos = (duk_int_t) duk_heap_strcache_offset_char2byte(thr, h_this, (duk_uint32_t) cpos);\n\n\tp_start = DUK_HSTRING_GET_DATA(h_this);\n\tp_end = p_start + DUK_HSTRING_GET_BYTELEN(h_this);\n\tp = p_start + bpos;\n\n\t/* This loop",
    "duk_int_t plain = backwards ? -2 : search_plainly(h_this, h_search, cpos);\nif (plain >= -1) return plain;",
  ],
  [
    "\t\tif (duk__match_regexp(&re_ctx, re_ctx.bytecode, sp) != NULL) {\n\t\t\tDUK_DDD(DUK_DDDPRINT(\"match at offset",
    "char_offset += skip_hopeless(&re_ctx, &sp);",
  ],
  [
    "\tarr_idx = DUK_HSTRING_GET_ARRIDX_SLOW(key);\n\n\tif (duk__get_own_propdesc_raw(thr, obj, key, arr_idx, &desc, 0 /*flags*/)) { /* don't push value */\n\t\tif (desc.e_idx >= 0) {\n\t\t\tif (flags & DUK_PROPDESC_FLAG_NO_OVERWRITE)",
    "if (define_plainly(thr, obj, key, flags)) return;",
  ],
  ["\t/* '\"' was eaten by caller */\n\n\t/* Note that we currently parse", "if (push_plain_json(js_ctx)) return;"],
].map(([place, way]) => [place, `${way}\n${place}`]);

/** From here on, all types that engine-inside.h names are known. */
const declared = "} duk_json_dec_ctx;\n";

/** A function keeps the room for a property or two: to move it takes longer. The image is compacted as a whole. */
const keepsRoom = ["\tduk_compact(thr, -2);\n\n\t/*\n\t *  Some assertions (E5 Section 13.2).", "\t/*\n\t *  Some assertions (E5 Section 13.2)."];

const changes = [
  ...forReadOnly,
  findsString,
  keepsRoom,
  ...shorterWays,
  [declared, `${declared}#include "engine/engine-inside.h"\n`],
];

export function prepareDuktape() {
  let source = readFileSync(`${duktapeFolder}/duktape.c`, "utf8");
  for (const [before, after] of changes) {
    const parts = source.split(before);
    if (parts.length !== 2) throw new Error(`duktape.c is another than expected: ${parts.length - 1} places like '${before}'`);
    source = parts.join(after);
  }
  return source;
}
