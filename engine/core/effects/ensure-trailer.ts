/**
 * `text.ensureTrailer`: the message ends with a trailer block that holds `Key: value`.
 * Only the new line is inserted; every other byte stays. Running it again changes nothing.
 */
import type { MessageRules } from "../message-rules.ts";
import type { Trailer } from "../trailer-block.ts";
import { addTrailer, renderView, viewTrailers, type TrailerView } from "../trailer-view.ts";

export interface WantedTrailer {
  key: string;
  value: string;
  /** Is a trailer that means the same (see `isSameTrailer`) enough? If not, only the same bytes are. */
  dedupe: boolean;
}

export function ensureTrailer(text: string, wanted: WantedTrailer, rules: MessageRules): string {
  const view = ensureInView(viewTrailers(text, rules), wanted);
  return view === null ? text : renderView(view);
}

/** Null if there is nothing to change; else the view that takes the given one's place. */
export function ensureInView(view: TrailerView, wanted: WantedTrailer): TrailerView | null {
  // With a scissors line at its top a message has no title, and what stands above would be one.
  if (view.block.end === 0 || hasTrailer(view, wanted)) return null;
  return addTrailer(view, { key: wanted.key, value: wanted.value });
}

export function hasTrailer(view: TrailerView, wanted: WantedTrailer): boolean {
  const trailers = view.byKey[wanted.key.toLowerCase()];
  if (trailers === undefined) return false;
  for (const trailer of trailers) {
    if (trailer.value === wanted.value || (wanted.dedupe && isSameTrailer(trailer, wanted))) return true;
  }
  return false;
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

/** Of two trailers with the same key. */
function isSameTrailer(a: Trailer, b: Trailer): boolean {
  const mail = personKeys.indexOf(a.key.toLowerCase()) >= 0 ? mailAddress(b.value) : null;
  if (mail !== null) return mailAddress(a.value) === mail;
  return a.value.toLowerCase() === b.value.toLowerCase();
}

function mailAddress(value: string): string | null {
  const match = /<([^<>]*)>[ \t]*$/.exec(value);
  return match ? (match[1] as string).toLowerCase() : null;
}
