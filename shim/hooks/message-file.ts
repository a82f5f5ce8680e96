/** Parses the message file of a hook or an editor: which part git will commit, and how git will clean it. */
import { cleanMessage } from "../../engine/core/clean-message.ts";
import { isEmptyMessage, type CleanupSettings } from "../../engine/core/cleanup-settings.ts";
import type { HookContext, CleanupMode, MessageSettings } from "./hook-context.ts";

export interface MessageFile {
  /** The part that the rules see. */
  text: string;
  /** The scissors line and everything below it, which git drops. */
  tail: string;
  cleanup: CleanupSettings;
}

/** core.commentChar=auto uses the first of these that starts no line. */
const automaticChars = "#;@!$%^&|:";
const scissors = " ------------------------ >8 ------------------------\n";

export function readMessageFile(content: string, settings: MessageSettings, editor: boolean): MessageFile {
  const commentChar =
    settings.commentChar === "auto"
      ? automaticChar(content, editor && settings.hasStatus)
      : settings.commentChar;
  const cleanup = cleanupWith(settings.cleanup, editor);
  const cuts = settings.verbose || (editor && settings.cleanup === "scissors");
  const end = cuts ? cutPlace(content, commentChar) : content.length;
  return { text: content.slice(0, end), tail: content.slice(end), cleanup: { mode: cleanup, commentChar } };
}

/** As get_cleanup_mode in git's sequencer.c. */
function cleanupWith(mode: CleanupMode, editor: boolean): CleanupSettings["mode"] {
  if (mode === "default") return editor ? "strip" : "whitespace";
  return mode === "scissors" ? "whitespace" : mode;
}

/** As wt_status_locate_end in git's wt-status.c. */
function cutPlace(content: string, commentChar: string): number {
  const line = commentChar + scissors;
  if (content.startsWith(line)) return 0;
  const at = content.indexOf("\n" + line);
  return at < 0 ? content.length : at + 1;
}

/** `hasComments`: git has appended its own comment lines, which start with the chosen character. */
function automaticChar(content: string, hasComments: boolean): string {
  const lines = content.split("\n");
  if (hasComments) {
    const written = lines.filter((line) => line !== "");
    const char = written.length === 0 ? "#" : (written[written.length - 1] as string).charAt(0);
    return automaticChars.includes(char) ? char : "#";
  }
  // As adjust_comment_line_char in builtin/commit.c.
  if (!content.includes("#")) return "#";
  for (const char of automaticChars.split("")) {
    if (!lines.some((line) => line.charAt(0) === char)) return char;
  }
  return "#";
}

/**
 * Why the rules must not touch the text: git will abort, or this is not the final message yet. An added
 * trailer would turn an empty message into a commit. `template`: the template's bytes, or null.
 */
export function whyTextLeftAlone(
  file: MessageFile,
  context: HookContext,
  template: string | null,
): string | null {
  const { text, cleanup } = file;
  // An intermediate message of a squash (sequencer.c): the rules run over the last one.
  if (context.replays === "step" && text.startsWith(cleanup.commentChar + " This is a combination of "))
    return "the squash goes on";
  if (context.message.allowEmpty) return null;
  if (template !== null && isUntouched(text, template, cleanup)) return "the template was not edited";
  const cleaned = cleanMessage(text, cleanup);
  if (
    context.message.isFixup &&
    cleaned.startsWith("amend! ") &&
    isEmptyMessage(behindTitle(cleaned), cleanup)
  )
    return "the body is empty";
  return null;
}

/** As template_untouched in git's sequencer.c. */
function isUntouched(text: string, template: string, cleanup: CleanupSettings): boolean {
  if (cleanup.mode === "verbatim" && text !== "") return false;
  const cleaned = cleanMessage(text, cleanup);
  const start = cleanMessage(template, cleanup);
  return isEmptyMessage(cleaned.startsWith(start) ? cleaned.slice(start.length) : cleaned, cleanup);
}

/** As commit_subject_length in git's commit.c: the title ends at the first blank line. */
function behindTitle(cleaned: string): string {
  const blank = cleaned.indexOf("\n\n");
  return blank < 0 ? "" : cleaned.slice(blank + 1);
}
