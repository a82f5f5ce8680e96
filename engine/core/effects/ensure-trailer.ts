/**
 * `text.ensureTrailer`: the message ends with a trailer block that holds `Key: value`.
 * Only the new line is inserted; every other byte stays. Running it again changes nothing.
 */
import { lowerAscii } from "../glob.ts";
import type { CleanupSettings } from "../cleanup-settings.ts";
import type { TextEffect } from "../plan.ts";
import { quoted } from "../printable.ts";
import { changeView, viewOf } from "../text/text-draft.ts";
import { noTrailers } from "./no-trailers.ts";
import type { EffectRow, OnText } from "./effect-row.ts";
import { mailAddress, namesPerson } from "./person-trailer.ts";
import { addTrailer, renderView, viewTrailers, type TrailerView } from "../text/trailer-view.ts";

export interface EnsureTrailerEffect extends TextEffect {
  type: "text.ensureTrailer";
  key: string;
  dedupe: boolean;
}

export interface WantedTrailer {
  key: string;
  value: string;
  /** Does a trailer with the same meaning (see `isSameValue`) count? If not, the bytes must be equal. */
  dedupe: boolean;
}

export function ensureTrailer(text: string, wanted: WantedTrailer, cleanup: CleanupSettings): string {
  const view = ensureInView(viewTrailers(text, cleanup), wanted, wanted.value);
  return view === null ? text : renderView(view);
}

/** Null if there is nothing to change; else the view that takes the given one's place. */
export function ensureInView(
  view: TrailerView,
  wanted: Pick<WantedTrailer, "key" | "dedupe">,
  value: string,
): TrailerView | null {
  // A message that begins with a scissors line is empty to git: a trailer above it would become the title.
  if (view.block.end === 0) return null;
  // Cleanup would drop it as a comment.
  if (view.cleanup.mode === "strip" && wanted.key.startsWith(view.cleanup.commentChar)) return null;
  const name = wanted.key.toLowerCase();
  if (view.byKey[name] !== undefined && hasTrailer(view, wanted, value)) return null;
  return addTrailer(view, wanted.key, value, name);
}

function hasTrailer(
  view: TrailerView,
  wanted: Pick<WantedTrailer, "key" | "dedupe">,
  value: string,
): boolean {
  const name = wanted.key.toLowerCase();
  let trailer = view.byKey[name];
  while (trailer !== undefined) {
    if (trailer.value === value || (wanted.dedupe && isSameValue(name, trailer.value, value))) return true;
    trailer = trailer.previous;
  }
  return false;
}

/** Of two trailers with the same key, given in lower case. */
function isSameValue(name: string, a: string, b: string): boolean {
  const mail = namesPerson(name) ? mailAddress(b) : null;
  if (mail !== null) return mailAddress(a) === mail;
  return lowerAscii(a) === lowerAscii(b);
}

const inText: OnText<EnsureTrailerEffect> = {
  apply: (draft, effect, value) => {
    const view = ensureInView(draft.view || viewOf(draft), effect, value);
    if (view === null) return "";
    changeView(draft, view);
    return "added " + quoted(effect.key + ": " + value);
  },
  // Some messages have no place for the trailer, so an unchanged message may still lack it.
  holds: (draft, effect, value) => hasTrailer(draft.view || viewOf(draft), effect, value),
};

export const ensureTrailerRow: EffectRow<EnsureTrailerEffect> = {
  type: "text.ensureTrailer",
  summary: "adds a trailer that is missing",
  meantBy: "^(?!.*(?:remove|delete|strip|drop)).*(?:trailer|sign-?_?off|co-?_?author)",
  keys: {
    key: { form: "trailer key" },
    // git trims values when it reads them, so a value with spaces around it would never be found again.
    value: { form: "trimmed line" },
    dedupe: { form: "flag", default: true },
  },
  isCheck: false,
  subject: ({ key }) => "trailer '" + key + "'",
  on: {
    message: {
      ...inText,
      reads: "trailers",
      forbids: () => false,
      // Values that name the same person are compared without regard to case.
      compares: ({ dedupe, value }) =>
        dedupe && value.some((part, i) => i % 2 === 1 && part.startsWith("git.")) ? "letters" : "texts",
    },
    description: inText,
  },
  elsewhere: noTrailers,
};
