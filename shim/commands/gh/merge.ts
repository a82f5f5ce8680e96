/** `pr merge`: the message of the commit that GitHub makes. */
import { joinMessage, splitMessage } from "../../gh/commit-text.ts";
import { withMessage, type MergeLine } from "../../gh/merge-line.ts";
import type { Host } from "../../host.ts";
import { carryBody, readBody, type ReadBody } from "./body.ts";
import { canPrompt, leftToGh, noChanges, type GhChanges } from "./call.ts";
import type { GhRules } from "./rules.ts";

export function changeMerge(host: Host, line: MergeLine, rules: GhRules): GhChanges {
  const { subject } = line;
  if (subject === null && line.body === null)
    return {
      ...noChanges("GitHub composes the message"),
      unread: ["GitHub composes the message of this merge: give --subject and --body"],
    };
  const read = line.body && readBody(host, line.body);
  if (line.body !== null && read === null) return leftToGh("gh cannot read the body either");
  // An empty body is one, too: gh sends it, and GitHub composes none.
  const before = { subject, body: read && read.text };
  const text = joinMessage(before);
  const after = rules.message(text, line.method === "merge" ? "merge" : "composed", subject === null);
  const changes = noChanges("the message is given");
  if (read !== null && read.from === "stdin") changes.stdin = read.text;
  if (line.method === null && canPrompt(host))
    changes.unread.push("gh lets you edit the message of this merge: give --squash or --merge");
  const parts = after === text ? before : splitMessage(after, before);
  const missing = parts === null ? "subject" : before.body === null && parts.body !== null ? "body" : null;
  if (parts !== null && missing === null) {
    carryMessage(line, read, parts.body ?? "", parts.subject === subject ? null : parts.subject, changes);
    return changes;
  }
  changes.unread.push(
    "GitHub composes the " + missing + " of this merge, which a rule would change: give --" + missing,
  );
  if (read !== null) carryMessage(line, read, read.text, null, changes);
  return changes;
}

/** `read`: the body that the line gives now. `subject`: the new one; null if it stays. */
function carryMessage(
  line: MergeLine,
  read: ReadBody | null,
  body: string,
  subject: string | null,
  changes: GhChanges,
): void {
  const carried = read && carryBody(read, body);
  if (carried !== null) changes.stdin = carried.stdin;
  const newBody = carried && carried.carried;
  if (subject !== null || newBody !== null) changes.edits.push(withMessage(line, subject, newBody));
}
