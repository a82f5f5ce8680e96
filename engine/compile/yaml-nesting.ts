/**
 * How deep a YAML text may be nested. The parser goes down with it, and comes to the end of its stack or of the memory;
 * so this is looked at before, by the brackets and by the marks that open a level within a line.
 */
const deepest = 200;
const levelsInLine = new RegExp(`(?:[-?:][ \\t]+){${deepest}}`);
const indentation = new RegExp(`^ {${deepest * 8}}`, "m");

/** Brackets in texts and comments count too: a file written by hand closes them. */
export function isNestedTooDeep(text: string): boolean {
  let open = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open = Math.max(0, open + (bracket === "[" || bracket === "{" ? 1 : -1));
    if (open > deepest) return true;
  }
  return levelsInLine.test(text) || indentation.test(text);
}
