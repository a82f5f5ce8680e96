/** Joins a commit message that GitHub takes as subject and body to one text for the rules, and splits it again. */

/** Stands in for the subject that GitHub composes if it is given none. */
const composedSubject = "Merge pull request";

export interface MessageParts {
  /** Null: not given. */
  subject: string | null;
  body: string | null;
}

export function joinMessage({ subject, body }: MessageParts): string {
  const first = subject === null ? composedSubject : subject;
  return body === null || body === "" ? first : first + "\n\n" + body;
}

/** Null if the rules changed the stand-in for a subject that GitHub composes: its real text is not known here. */
export function splitMessage(message: string, before: MessageParts): MessageParts | null {
  const known = before.subject === null ? composedSubject : before.subject;
  // A subject may have several lines.
  const isKept = message === known || message.startsWith(known + "\n");
  const end = isKept ? known.length : (message + "\n").indexOf("\n");
  const subject = message.slice(0, end);
  // Removes the blank line that `joinMessage` has added, and nothing else.
  const body = message.slice(end).replace(/^\n\n?/, "");
  if (before.subject === null && subject !== composedSubject) return null;
  return {
    subject: before.subject === null ? null : subject,
    body: body === "" && before.body === null ? null : body,
  };
}

/** gh's marker in the file that its editor shows for title and body: gh does not send what is below it. The first line is the title. */
const editorHintMarker = "------------------------ >8 ------------------------";

export function splitTitledText(file: string): { title: string; body: string; tail: string } {
  const text = file.replace(/\r\n/g, "\n");
  const hint = text.indexOf(editorHintMarker);
  const message = hint < 0 ? text : text.slice(0, hint);
  const end = message.indexOf("\n");
  return {
    title: end < 0 ? message : message.slice(0, end),
    body: end < 0 ? "" : message.slice(end + 1).replace(/\n$/, ""),
    tail: hint < 0 ? "" : text.slice(hint),
  };
}

export function joinTitledText(title: string, body: string, tail: string): string {
  return title + "\n" + body + "\n" + tail;
}
