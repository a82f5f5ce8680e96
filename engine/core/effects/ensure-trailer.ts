/**
 * `text.ensureTrailer`: the message ends with a trailer block that holds `Key: value`.
 * Only the new line is inserted; every other byte stays. Running it again changes nothing.
 */
import { insertLines } from "../lines.ts";
import { findTrailerBlock, readTrailers, type Trailer, type TrailerBlock } from "../trailer-block.ts";
import { isBlank, type MessageRules } from "../message-rules.ts";

export interface WantedTrailer {
  key: string;
  value: string;
  /** Is a trailer that means the same (see `isSameTrailer`) enough? If not, only the same bytes are. */
  dedupe: boolean;
}

export function ensureTrailer(text: string, wanted: WantedTrailer, rules: MessageRules): string {
  const block = findTrailerBlock(text, rules);
  // With a scissors line at its top a message has no title, and what stands above would be one.
  if (block.end === 0 || blockHas(block, wanted, rules)) return text;
  return insertTrailer(text, block, wanted.key + ": " + wanted.value);
}

export function hasTrailer(text: string, wanted: WantedTrailer, rules: MessageRules): boolean {
  return blockHas(findTrailerBlock(text, rules), wanted, rules);
}

function blockHas(block: TrailerBlock, wanted: WantedTrailer, rules: MessageRules): boolean {
  return readTrailers(block, rules).some((trailer) =>
    wanted.dedupe
      ? isSameTrailer(trailer, wanted)
      : trailer.key.toLowerCase() === wanted.key.toLowerCase() && trailer.value === wanted.value,
  );
}

/** Keys whose value names a person: the mail address decides. */
const personKeys = [
  "acked-by",
  "co-authored-by",
  "helped-by",
  "reported-by",
  "reviewed-by",
  "signed-off-by",
  "tested-by",
];

function isSameTrailer(a: Trailer, b: Trailer): boolean {
  const key = a.key.toLowerCase();
  if (key !== b.key.toLowerCase()) return false;
  const mail = personKeys.indexOf(key) >= 0 ? mailAddress(b.value) : null;
  if (mail !== null) return mailAddress(a.value) === mail;
  return a.value.toLowerCase() === b.value.toLowerCase();
}

function mailAddress(value: string): string | null {
  const match = /<([^<>]*)>[ \t]*$/.exec(value);
  return match ? (match[1] as string).toLowerCase() : null;
}

function insertTrailer(text: string, block: TrailerBlock, trailer: string): string {
  const { lines, start, end } = block;
  const needsBlankLine = start === end && !isBlank(lines[end - 1] as string);
  return insertLines(text, lines, end, needsBlankLine ? ["", trailer] : [trailer]);
}
