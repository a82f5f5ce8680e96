/**
 * `text.removeTrailer`: the trailer block holds no trailer of this key but those to keep. Only the
 * trailers' own lines go, and the blank lines before a block that is gone. Running it again changes
 * nothing: where a whole block goes, the paragraph above is the last one, and if that is a trailer
 * block to git, it is searched too.
 *
 * git knows a block that is mixed with text by a line such as `Signed-off-by: ` and a share of 25 %
 * trailers. If that line, or too many of the trailers, have to go, git takes the rest for text.
 */
import { lowerAscii, matchesInLowerCase } from "../glob.ts";
import type { TextEffect } from "../plan.ts";
import { quoted } from "../printable.ts";
import { trailersInPlainText, underTitle } from "../text/plain-text.ts";
import { changeText, textOf, viewOf } from "../text/text-draft.ts";
import type { TrailerView } from "../text/trailer-view.ts";
import type { EffectRow, OnText } from "./effect-row.ts";
import { noTrailers } from "./no-trailers.ts";
import { matchesPerson, namesOnePerson, namesPerson } from "./person-trailer.ts";
import type { CleanupSettings } from "../cleanup-settings.ts";
import { isBlank } from "../white-space.ts";
import {
  findTrailers,
  readTrailers,
  splitMessage,
  type MessageLines,
  type Trailer,
} from "../text/trailer-block.ts";

export interface UnwantedTrailer {
  key: string;
  /** Globs, one of which the value matches; null for any value. */
  values: readonly string[] | null;
  /** Globs; a value that matches one of them stays. */
  keep: readonly string[];
}

export interface RemoveTrailerEffect extends TextEffect, UnwantedTrailer {
  type: "text.removeTrailer";
}

/** Adds the trailers that it removes to `removed`. */
export function removeTrailer(
  text: string,
  unwanted: UnwantedTrailer,
  cleanup: CleanupSettings,
  removed: string[] = [],
): string {
  const message = splitMessage(text, cleanup);
  const isRemoved: boolean[] = [];
  let count = message.kept.length;
  let changed = false;
  for (;;) {
    const left = removeFromLastBlock(message, count, isRemoved, unwanted, cleanup, removed);
    if (left === count) break;
    changed = true;
    count = left;
  }
  return changed ? withoutLines(text, message.lines, isRemoved) : text;
}

/**
 * Marks the unwanted lines of the block that ends the first `count` kept lines and takes them out of
 * `kept`. Says how many kept lines are then left up to the end of where the block was.
 */
function removeFromLastBlock(
  message: MessageLines,
  count: number,
  isRemoved: boolean[],
  unwanted: UnwantedTrailer,
  cleanup: CleanupSettings,
  removed: string[],
): number {
  const { lines, kept } = message;
  const { start, end } = findTrailers(message, count, cleanup);
  if (start === end) return count;
  const block = { lines, start: kept[start] as number, end: (kept[end - 1] as number) + 1 };
  let found = 0;
  for (const trailer of readTrailers(block, cleanup)) {
    // A second pass over a block still finds the lines that the first one removed.
    if (isRemoved[trailer.lines[0] as number] || !isUnwanted(trailer, unwanted)) continue;
    for (const index of trailer.lines) isRemoved[index] = true;
    found += trailer.lines.length;
    removed.push(trailer.key + ": " + trailer.value);
  }
  if (found === 0) return count;

  let left = start;
  // What follows a block directly, a comment that stays, still needs the blank line.
  const next = kept[end];
  if (found === end - start && (next === undefined || isBlank(lines[next] as string))) {
    while (left > 0 && isBlank(lines[kept[left - 1] as number] as string)) {
      left--;
      isRemoved[kept[left] as number] = true;
    }
  }
  for (let i = start; i < end; i++) {
    if (!isRemoved[kept[i] as number]) kept[left++] = kept[i] as number;
  }
  // git ignores what is below. Only its first line is needed again.
  kept.length = left;
  if (next !== undefined) kept.push(next);
  return left;
}

export function isUnwanted(trailer: Trailer, unwanted: UnwantedTrailer): boolean {
  const name = lowerAscii(unwanted.key);
  if (lowerAscii(trailer.key) !== name) return false;
  const value = lowerAscii(trailer.value);
  const isPerson = namesPerson(name);
  // A value with several addresses is not kept, because it is not clear who it names.
  if ((!isPerson || namesOnePerson(value)) && matchesAny(value, unwanted.keep, false)) return false;
  return unwanted.values === null || matchesAny(value, unwanted.values, isPerson);
}

/** A loop: many commits have many trailers, and the script engine is slow to call a function back. */
function matchesAny(value: string, globs: readonly string[], isPerson: boolean): boolean {
  for (const glob of globs)
    if (isPerson ? matchesPerson(value, glob) : matchesInLowerCase(value, glob)) return true;
  return false;
}

/** A text that did not end in a line end does not end in one afterwards. */
function withoutLines(text: string, lines: readonly string[], isRemoved: readonly boolean[]): string {
  const rest = lines.filter((_, i) => !isRemoved[i]).join("\n");
  if (text.endsWith("\n")) return rest + "\n";
  return isRemoved[lines.length - 1] && rest.endsWith("\r") ? rest.slice(0, -1) : rest;
}

function hasUnwanted(view: TrailerView, unwanted: RemoveTrailerEffect): boolean {
  const { key } = unwanted;
  for (let trailer = view.byKey[key.toLowerCase()]; trailer !== undefined; trailer = trailer.previous) {
    if (isUnwanted({ key, value: trailer.value }, unwanted)) return true;
  }
  return false;
}

const mostNamed = 3;

function describe(removed: readonly string[]): string {
  const more = removed.length - mostNamed;
  const names = removed.slice(0, mostNamed).map(quoted).join(", ");
  return "removed " + names + (more > 0 ? " and " + more + " more" : "");
}

const holds: OnText<RemoveTrailerEffect>["holds"] = (draft, effect) => !hasUnwanted(viewOf(draft), effect);

export const removeTrailerRow: EffectRow<RemoveTrailerEffect> = {
  type: "text.removeTrailer",
  summary: "removes trailers",
  meantBy: "(?:remove|delete|strip|drop).*trailer|trailer.*(?:remove|delete|strip|drop)",
  keys: {
    key: { form: "trailer key" },
    values: { form: "globs or null", default: null },
    keep: { form: "globs", default: [] },
  },
  isCheck: false,
  subject: ({ key }) => "trailer '" + key + "'",
  on: {
    message: {
      apply: (draft, effect) => {
        // Mostly there is no such trailer, and the view, which other effects ask too, knows that.
        if (!hasUnwanted(viewOf(draft), effect)) return "";
        const removed: string[] = [];
        const text = removeTrailer(textOf(draft), effect, draft.cleanup as CleanupSettings, removed);
        return changeText(draft, text) ? describe(removed) : "";
      },
      holds,
      reads: "trailers",
      forbids: () => true,
      // A glob that lets a trailer stay must not take half of a character for a letter.
      compares: ({ keep }) => (keep.length > 0 ? "letters" : "texts"),
    },
    description: {
      apply: (draft, effect) => {
        const removed: string[] = [];
        const text = underTitle(textOf(draft), (message) =>
          removeTrailer(message, effect, trailersInPlainText, removed),
        );
        return changeText(draft, text) ? describe(removed) : "";
      },
      holds,
    },
  },
  elsewhere: noTrailers,
};
