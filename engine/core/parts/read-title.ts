/**
 * The parts of a title: by Conventional Commits, or by the named groups of a pattern.
 */
import type { TitleParts } from "./part-names.ts";
import { isWord, runTitlePattern } from "./title-pattern.ts";

/** In a plan: this word, or a pattern as JSON (engine/compile/pattern/title-program.ts). */
export const conventional = "conventional";

/** A longer one has no parts, so that no title takes long. */
const longestTitle = 10000;

/** What `git rebase --autosquash` looks for; behind it stands the title of the commit that is meant. */
const squashMark = /^(?:(?:fixup|squash|amend)! +)+/;

/** Null if it does not have the form. */
export function readTitle(title: string, format: string): TitleParts | null {
  if (title.length > longestTitle) return null;
  const mark = title.indexOf("! ") > 0 ? squashMark.exec(title) : null;
  const from = mark === null ? 0 : mark[0].length;
  return format === conventional ? readConventional(title, from) : runTitlePattern(format, title, from);
}

/** `type(scope)!: subject`. The scope ends at the last bracket that the rest may follow, as in commitlint. */
function readConventional(title: string, from: number): TitleParts | null {
  const type = { start: from, end: endOfWord(title, from) };
  if (type.end === from) return null;
  const parts: TitleParts = { type };
  let at = type.end;
  if (title.charAt(at) === "(") {
    const close = Math.max(title.lastIndexOf("): "), title.lastIndexOf(")!: "));
    if (close < at) return null;
    if (close > at + 1) parts.scope = { start: at + 1, end: close };
    at = close + 1;
  }
  if (title.charAt(at) === "!") {
    parts.breaking = { start: at, end: at + 1 };
    at++;
  }
  if (title.charAt(at) !== ":" || title.charAt(at + 1) !== " ") return null;
  if (title.length > at + 2) parts.subject = { start: at + 2, end: title.length };
  return parts;
}

function endOfWord(title: string, from: number): number {
  let end = from;
  while (end < title.length && isWord(title.charCodeAt(end))) end++;
  return end;
}
