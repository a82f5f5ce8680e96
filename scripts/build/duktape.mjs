// Duktape's source with one change: references to objects that are marked read-only are not counted.
import { readFileSync } from "node:fs";

export const duktapeFolder = "/usr/share/duktape";

/**
 * Duktape has such objects in builds with built-ins in ROM, which need tables that Debian's package does not have. The
 * flags exist in every build; these two places now check them.
 */
const changes = [
  ["#if defined(DUK_USE_ROM_OBJECTS)\n/* With ROM objects \"needs refcount update\"", "#if 1\n/* With ROM objects \"needs refcount update\""],
  ["#if defined(DUK_USE_ROM_OBJECTS)\n#define DUK__INCREF_SHARED()", "#if 1\n#define DUK__INCREF_SHARED()"],
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
