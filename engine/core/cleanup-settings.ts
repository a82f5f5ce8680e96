/**
 * How git will read and clean the message that an effect works on.
 */
import { isBlank, trimEnd } from "./white-space.ts";

export interface CleanupSettings {
  mode: "whitespace" | "strip" | "verbatim";
  /** `core.commentChar`: cleanup that drops comments drops the lines that begin with it. */
  commentChar: string;
}

/** For a stored message: git with default settings reads it, and cleans nothing. */
export const asStored: CleanupSettings = { mode: "verbatim", commentChar: "#" };

/** For a text without comments: no line can begin with a line end. */
export const noComments = "\n";

/**
 * What begins a comment when the trailers are read later: `#`, whatever this repository's setting is. Other clones do
 * not have that setting, and git does not store it in the commit.
 */
export function readersComment({ commentChar }: CleanupSettings): string {
  return commentChar === noComments ? noComments : "#";
}

const signOff = "Signed-off-by: ";

/**
 * Would git abort because the message is empty? White space and sign-offs alone count as nothing
 * (`rest_is_empty` in git's sequencer.c); comments too where cleanup drops them.
 */
export function isEmptyMessage(text: string, cleanup: CleanupSettings): boolean {
  if (cleanup.mode === "verbatim") return text === "";
  for (const line of text.split("\n")) {
    if (cleanup.mode === "strip" && line.startsWith(cleanup.commentChar)) continue;
    if (isBlank(line)) continue;
    if (!trimEnd(line).startsWith(signOff)) return false;
  }
  return true;
}
