/**
 * A text while effects work on it in turn. Those that add trailers do so in a view of it; the text itself is
 * built only when an effect, or the end, asks for it. Building it for each trailer would take time in
 * proportion to their number times the text's length.
 */
import { textUnderTitle, titled, trailersInPlainText } from "./effects/plain-text.ts";
import type { MessageRules } from "./message-rules.ts";
import { renderView, viewTrailers, type TrailerView } from "./trailer-view.ts";

export interface TextDraft {
  /** Null for a text that is no commit message; see plain-text.ts. */
  readonly rules: MessageRules | null;
  /** Null until asked for, if the view has lines that it lacks. */
  text: string | null;
  /** Null until asked for. */
  view: TrailerView | null;
}

export function draftOf(text: string, rules: MessageRules | null): TextDraft {
  return { rules, text, view: null };
}

export function textOf(draft: TextDraft): string {
  if (draft.text === null) {
    const text = renderView(draft.view as TrailerView);
    draft.text = draft.rules === null ? textUnderTitle(text) : text;
  }
  return draft.text;
}

/** The very same draft if the text is the same. */
export function withText(draft: TextDraft, text: string): TextDraft {
  return text === textOf(draft) ? draft : draftOf(text, draft.rules);
}

export function viewOf(draft: TextDraft): TrailerView {
  if (draft.view === null) {
    const text = draft.text as string;
    draft.view =
      draft.rules === null
        ? viewTrailers(titled(text), trailersInPlainText)
        : viewTrailers(text, draft.rules);
  }
  return draft.view;
}

/** The draft that the view now stands for; a draft that had the view before is used up. */
export function withView(draft: TextDraft, view: TrailerView): TextDraft {
  return { rules: draft.rules, text: null, view };
}
