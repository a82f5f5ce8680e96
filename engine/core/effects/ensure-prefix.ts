/**
 * `text.ensurePrefix`. In a commit message the title begins with the prefix, behind the marks that
 * `git rebase --autosquash` looks for. Running it again changes nothing.
 */
import { isEmptyMessage, type CleanupSettings } from "../cleanup-settings.ts";
import { isBlank, trimEnd } from "../white-space.ts";
import type { TextEffect } from "../plan.ts";
import { quoted } from "../printable.ts";
import { splitMessage, splitShown } from "../text/trailer-block.ts";
import { onText, type EffectRow, type OnText } from "./effect-row.ts";

export interface EnsurePrefixEffect extends TextEffect {
  type: "text.ensurePrefix";
}

/** As in skip_fixupish of git's sequencer.c. */
const squashMarks = ["fixup! ", "squash! ", "amend! "];

export function ensurePrefix(text: string, prefix: string, cleanup: CleanupSettings): string {
  // git skips white space after a mark, so a prefix cannot begin with it.
  const wanted = prefix.slice(indentOf(prefix, 0));
  if (wanted === "") return text;
  const { lines, kept } = splitMessage(text, cleanup);
  const titleIndex = kept[0];
  if (titleIndex === undefined) return text;
  const title = trimEnd(lines[titleIndex] as string);
  const at = placeForPrefix(title, wanted);
  if (at < 0) return text;
  // Cleanup would drop the title as a comment.
  if (at === 0 && cleanup.mode === "strip" && wanted.startsWith(cleanup.commentChar)) return text;

  let offset = at;
  for (let i = 0; i < titleIndex; i++) offset += (lines[i] as string).length + 1;
  const result = text.slice(0, offset) + wanted + text.slice(offset);
  return isEmptyMessage(result, cleanup) ? text : result;
}

/**
 * Does the title that git shows have the prefix? A message without a title has none. The only title that needs none is
 * a commit id alone behind the marks, by which `git rebase --autosquash` finds the commit.
 */
export function hasPrefix(text: string, prefix: string, cleanup: CleanupSettings): boolean {
  const wanted = prefix.slice(indentOf(prefix, 0));
  if (wanted === "") return true;
  const { lines, kept, titleEnd } = splitShown(text, cleanup);
  if (titleEnd === 0) return false;
  const title = trimEnd(lines[kept[0] as number] as string);
  const at = behindMarks(title, wanted);
  // git takes all lines of the first paragraph for the title.
  return at < 0 || (at > 0 && titleEnd === 1 && /^[0-9A-Fa-f]{7,64}$/.test(title.slice(at)));
}

/** For a text without git's rules, such as a pull request's: it starts with the prefix. */
export function ensureTextPrefix(text: string, prefix: string): string {
  return hasTextPrefix(text, prefix) ? text : prefixIn(text, prefix) + text;
}

function hasTextPrefix(text: string, prefix: string): boolean {
  const wanted = prefixIn(text, prefix);
  return text.startsWith(wanted) || (wanted !== "" && text === trimEnd(wanted));
}

/** With the line ends of the text. */
function prefixIn(text: string, prefix: string): string {
  const plain = prefix.replace(/\r\n/g, "\n");
  const firstLf = text.indexOf("\n");
  return firstLf > 0 && text.charAt(firstLf - 1) === "\r" ? plain.replace(/\n/g, "\r\n") : plain;
}

/** Where to put the prefix in a title; -1 if it is there, or must not be added. */
function placeForPrefix(title: string, wanted: string): number {
  const at = behindMarks(title, wanted);
  if (at <= 0) return at;
  const isCommitId = /^[0-9A-Fa-f]{7,64}(?: |$)/.test(title.slice(at));
  return at === title.length || isCommitId ? -1 : at;
}

/** The place behind the marks of a title; -1 if the prefix stands there, or behind some of them. */
function behindMarks(title: string, wanted: string): number {
  // A title that is nothing but the prefix has lost the space at its end to cleanup.
  const alone = trimEnd(wanted);
  let at = 0;
  for (;;) {
    const isAlone = title.length - at === alone.length && title.endsWith(alone);
    if (isAlone || title.startsWith(wanted, at)) return -1;
    const behind = behindMark(title, at);
    if (behind === at) return at;
    at = behind;
  }
}

function behindMark(title: string, at: number): number {
  for (const mark of squashMarks) {
    // Cleanup takes the space from a mark that ends the line.
    const isBare = at + mark.length - 1 === title.length && title.endsWith(trimEnd(mark));
    if (isBare) return title.length;
    if (title.startsWith(mark, at)) return indentOf(title, at + mark.length);
  }
  return at;
}

/** The place behind the white space at a place. */
function indentOf(text: string, at: number): number {
  let end = at;
  while (end < text.length && isBlank(text.charAt(end))) end++;
  return end;
}

const done = (_: unknown, value: string): string => "added the prefix " + quoted(value);

const inPlainText: OnText<EnsurePrefixEffect> = onText(
  done,
  (text, _, value) => ensureTextPrefix(text, value),
  (text, _, value) => hasTextPrefix(text, value),
);

export const ensurePrefixRow: EffectRow<EnsurePrefixEffect> = {
  type: "text.ensurePrefix",
  summary: "begins the title with a text",
  meantBy: "prefix|prepend",
  keys: { value: { form: "line" } },
  isCheck: false,
  subject: () => "prefix",
  on: {
    message: {
      ...onText(
        done,
        (text, _, value, cleanup) => ensurePrefix(text, value, cleanup),
        (text, _, value, cleanup) => hasPrefix(text, value, cleanup),
      ),
      reads: "message",
      forbids: () => false,
      compares: () => "texts",
    },
    description: inPlainText,
    response: inPlainText,
  },
};
