/**
 * A text while effects work on it in turn. Effects that add trailers work on a view of it; the text is
 * built only when it is needed. Building it for each trailer would take time in proportion to their number times the
 * text's length.
 */
import { textUnderTitle, titled, trailersInPlainText } from "./plain-text.ts";
import type { CleanupSettings } from "../cleanup-settings.ts";
import { renderView, viewTrailers, type TrailerView } from "./trailer-view.ts";

export interface TextDraft {
  /** Null for a text that is no commit message; see plain-text.ts. */
  readonly cleanup: CleanupSettings | null;
  /** Null until asked for, if the view has lines that it lacks. */
  text: string | null;
  /** Null until asked for. */
  view: TrailerView | null;
}

export function draftOf(text: string, cleanup: CleanupSettings | null): TextDraft {
  return { cleanup, text, view: null };
}

export function textOf(draft: TextDraft): string {
  if (draft.text === null) {
    const text = renderView(draft.view as TrailerView);
    draft.text = draft.cleanup === null ? textUnderTitle(text) : text;
  }
  return draft.text;
}

/** Gives whether the text changed. */
export function changeText(draft: TextDraft, text: string): boolean {
  if (text === textOf(draft)) return false;
  draft.text = text;
  draft.view = null;
  return true;
}

export function viewOf(draft: TextDraft): TrailerView {
  if (draft.view === null) {
    const text = draft.text as string;
    draft.view =
      draft.cleanup === null
        ? viewTrailers(titled(text), trailersInPlainText)
        : viewTrailers(text, draft.cleanup);
  }
  return draft.view;
}

export function changeView(draft: TextDraft, view: TrailerView): void {
  draft.view = view;
  draft.text = null;
}
