/**
 * The message as git's cleanup will leave it (`strbuf_stripspace` in git's strbuf.c). For judging only:
 * git gets the message uncleaned, and cleans it itself.
 */
import { trimEnd, type MessageRules } from "./message-rules.ts";

export function cleanMessage(text: string, rules: MessageRules): string {
  if (rules.cleanup === "verbatim") return text;
  const kept: string[] = [];
  let afterBlank = false;
  for (const line of text.split("\n")) {
    // A dropped comment does not separate paragraphs as a blank line does.
    if (rules.cleanup === "strip" && line.startsWith(rules.commentChar)) continue;
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

/** What a pattern is matched against: the cleaned message up to its last line end, so that `$` is its end. */
export function judgedMessage(text: string, rules: MessageRules): string {
  const cleaned = cleanMessage(text, rules);
  return cleaned.endsWith("\n") ? cleaned.slice(0, -1) : cleaned;
}
