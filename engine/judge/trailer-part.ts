/**
 * What of a message matters to rules that read only trailers. If two messages have the same trailer part, the second gets the
 * judgement of the first: so the shorter and plainer the part is, the fewer messages are judged.
 */
import { onMessage } from "../core/effects/effects.ts";
import type { Contribution, TextEffect } from "../core/plan.ts";

const tab = 9;
const lineEnd = 10;
const space = 32;
const hash = 35;

/** Stands for any other: only that there is one matters to trailers. */
const title = "x";

/** A line that begins like this lets git find trailers that are mixed with text (startOfTrailers in trailer-block.ts). */
const recognised = "Signed-off-by: ";

/** Limits what is remembered of a history with many keys. */
const mostKeys = 64;
const longestKey = 64;

/**
 * Makes of a message a short one with the same trailers: git looks for them from the end up to the first blank line below the title,
 * so the last paragraph under a title of one letter will do. Null if that is not certain: a comment may cut the message
 * off, and git ignores some endings. `keys`: of the trailers that matter, in lower case. Of another trailer it only matters that it
 * is one.
 */
export function createTrailerPart(keys: readonly string[]): (message: string) => string | null {
  const otherTrailer = keyBeside(keys) + ":";
  /** By key, as it is written: whether a line that begins with it is another trailer. */
  const isOther: { [key: string]: boolean | undefined } = Object.create(null);
  let count = 0;

  const checkKey = (key: string): boolean => {
    const isOtherKey = /^[A-Za-z0-9-]+$/.test(key) && keys.indexOf(key.toLowerCase()) < 0;
    if (count < mostKeys && key.length <= longestKey) {
      count++;
      isOther[key] = isOtherKey;
    }
    return isOtherKey;
  };

  const withoutOthers = (paragraph: string): string => {
    const lines = paragraph.split("\n");
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] as string;
      const colon = line.indexOf(":");
      if (colon <= 0) continue;
      const key = line.slice(0, colon);
      const known = isOther[key];
      if (known === undefined ? checkKey(key) : known)
        lines[i] = line.startsWith(recognised) ? recognised : otherTrailer;
    }
    return lines.join("\n");
  };

  return (message) => {
    const { length } = message;
    const end = message.charCodeAt(length - 1) === lineEnd ? length - 1 : length;
    const first = message.charCodeAt(0);
    const beginsAndEndsInText = first > space && message.charCodeAt(end - 1) > space;
    if (!beginsAndEndsInText || first === hash || message.indexOf("\n#") >= 0) return null;
    const lastLine = message.lastIndexOf("\n", end - 1) + 1;
    if (lastLine === 0) return title;
    if (message.charCodeAt(lastLine) === tab || message.startsWith("Conflicts:", lastLine)) return null;
    const blank = message.lastIndexOf("\n\n", end - 1);
    return blank < 0 ? null : title + "\n\n" + withoutOthers(message.slice(blank + 2));
  };
}

export function readsTrailersOnly(effect: TextEffect): boolean {
  return onMessage(effect).trailerKey !== null;
}

/** Of the trailers that these read, in lower case, each once. */
export function keysOf(contributions: readonly Contribution[]): string[] {
  const keys: string[] = [];
  for (const { effects } of contributions)
    for (const effect of effects as TextEffect[]) {
      const { trailerKey } = onMessage(effect);
      if (trailerKey === null) continue;
      const key = trailerKey(effect).toLowerCase();
      if (keys.indexOf(key) < 0) keys.push(key);
    }
  return keys;
}

/** A key that is none of these. */
function keyBeside(keys: readonly string[]): string {
  let key = "-";
  while (keys.indexOf(key) >= 0) key += "-";
  return key;
}
