/** The message of a commit that a request of `gh api` makes. */
import type { ApiText, PlaceEdit } from "../../gh/api-texts.ts";
import { joinMessage, splitMessage } from "../../gh/commit-text.ts";
import type { GhRules } from "./rules.ts";

export function changeMessage(
  { title, body, isNew, isComposed, method }: ApiText,
  rules: GhRules,
  edits: PlaceEdit[],
  unread: string[],
): void {
  const kind = isNew || (method !== "" && method !== "merge") ? "composed" : "merge";
  // A message in one piece has its first line in the body.
  if (title === null) {
    const whole = (body && body.value) || "";
    if (whole === "" && !isNew) unread.push("GitHub composes the message of this merge");
    if (isNew && body && body.value === "") unread.push("the message is empty");
    const after = whole === "" ? "" : rules.message(whole, kind, false);
    if (body && after !== whole) edits.push({ place: body.place, value: after });
    return;
  }
  // An empty body is one, too: GitHub then composes none.
  const before = { subject: title.value || null, body: body && body.value };
  if (before.subject === null && before.body === null) {
    // A rebase keeps the messages that the commits have.
    if (!isNew && method !== "rebase") unread.push("GitHub composes the message of this merge");
    return;
  }
  const whole = joinMessage(before);
  const after = rules.message(whole, kind, before.subject === null);
  if (after === whole) return;
  const parts = splitMessage(after, before);
  const isMadeUp = isComposed && parts !== null && before.body === null && parts.body !== null;
  if (parts === null || isMadeUp) {
    unread.push(
      "GitHub composes the " + (isMadeUp ? "body" : "title") + " of this commit, which a rule would change",
    );
    return;
  }
  if (parts.subject !== null && parts.subject !== before.subject)
    edits.push({ place: title.place, value: parts.subject });
  if (body && parts.body !== null && parts.body !== before.body)
    edits.push({ place: body.place, value: parts.body });
}
