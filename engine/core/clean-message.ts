/**
 * The message as git's cleanup will leave it (`strbuf_stripspace` in git's strbuf.c). For judging only:
 * git gets the message uncleaned, and cleans it itself.
 */
import { noComments, type CleanupSettings } from "./cleanup-settings.ts";
import { trimEnd } from "./white-space.ts";

export function cleanMessage(text: string, cleanup: CleanupSettings): string {
  if (cleanup.mode === "verbatim") return text;
  const kept: string[] = [];
  let afterBlank = false;
  for (const line of text.split("\n")) {
    // A dropped comment does not separate paragraphs as a blank line does.
    if (cleanup.mode === "strip" && line.startsWith(cleanup.commentChar)) continue;
    const trimmed = trimEnd(line);
    if (trimmed === "") {
      afterBlank = true;
      continue;
    }
    if (afterBlank && kept.length > 0) kept.push("");
    afterBlank = false;
    kept.push(trimmed);
  }
  return kept.length === 0 ? "" : kept.join("\n") + "\n";
}

/**
 * What a pattern is matched against, each up to its last line end, so that `$` is its end: the cleaned message. One that
 * git stores uncleaned is read in two ways: tools show its bytes, while `git log` skips blank lines and blanks at line
 * ends. A check has to hold in both, so that white space hides nothing.
 */
export function judgedReadings(text: string, cleanup: CleanupSettings): string[] {
  const stored = withoutLineEnd(cleanMessage(text, cleanup));
  if (cleanup.mode !== "verbatim" || cleanup.commentChar === noComments || isCleaned(text)) return [stored];
  const cleaned = withoutLineEnd(cleanMessage(text, asGitShows));
  return cleaned === stored ? [stored] : [stored, cleaned];
}

const asGitShows: CleanupSettings = { mode: "whitespace", commentChar: "#" };

function withoutLineEnd(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

/**
 * Is it certain that cleanup would change nothing but the last line end? Almost every stored message is cleaned, and
 * `verify` judges many of them: searches are fast in the script engine, and loops are not.
 */
function isCleaned(text: string): boolean {
  const last = text.length - (text.endsWith("\n") ? 2 : 1);
  return (
    text.charCodeAt(0) > 32 &&
    text.charCodeAt(last) > 32 &&
    text.indexOf(" \n") < 0 &&
    text.indexOf("\n\n\n") < 0 &&
    text.indexOf("\t\n") < 0 &&
    text.indexOf("\r\n") < 0
  );
}
