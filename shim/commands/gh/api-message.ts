/** The message of a commit that a request of `gh api` makes. */
import type { ApiText, Part, PlaceEdit } from "../../gh/api-texts.ts";
import { joinMessage, splitMessage } from "../../gh/commit-text.ts";
import type { GhRules } from "./rules.ts";

/** What is found in the request: what to change in it, and why something is left to GitHub. */
interface Found {
  edits: PlaceEdit[];
  unread: string[];
}

/** `subjectless`: is the text the body alone? */
type Judge = (text: string, subjectless: boolean) => string;

export function changeMessage(message: ApiText, rules: GhRules, found: Found): void {
  const { title, isNew, method } = message;
  const kind = isNew || (method !== "" && method !== "merge") ? "composed" : "merge";
  const judge: Judge = (text, subjectless) => rules.message(text, kind, subjectless);
  // A message in one piece has its first line in the body.
  if (title === null) changeWhole(message, judge, found);
  else changeParts(message, title, judge, found);
}

function changeWhole({ body, isNew }: ApiText, judge: Judge, { edits, unread }: Found): void {
  const whole = (body && body.value) || "";
  if (whole === "" && !isNew) unread.push("GitHub composes the message of this merge");
  if (isNew && body && body.value === "") unread.push("the message is empty");
  const after = whole === "" ? "" : judge(whole, false);
  if (body && after !== whole) edits.push({ place: body.place, value: after });
}

function changeParts(
  { body, isNew, isComposed, method }: ApiText,
  title: Part<string>,
  judge: Judge,
  { edits, unread }: Found,
): void {
  // An empty body is one, too: GitHub then composes none.
  const before = { subject: title.value || null, body: body && body.value };
  if (before.subject === null && before.body === null) {
    // A rebase keeps the messages that the commits have.
    if (!isNew && method !== "rebase") unread.push("GitHub composes the message of this merge");
    return;
  }
  const whole = joinMessage(before);
  const after = judge(whole, before.subject === null);
  if (after === whole) return;
  const parts = splitMessage(after, before);
  const isMadeUp = isComposed && parts !== null && before.body === null && parts.body !== null;
  if (parts === null || isMadeUp) {
    const part = isMadeUp ? "body" : "title";
    unread.push("GitHub composes the " + part + " of this commit, which a rule would change");
    return;
  }
  if (parts.subject !== null && parts.subject !== before.subject)
    edits.push({ place: title.place, value: parts.subject });
  if (body && parts.body !== null && parts.body !== before.body)
    edits.push({ place: body.place, value: parts.body });
}
