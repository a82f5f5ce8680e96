/** A commit message that an interface takes in two parts, as one text and back. */

/** Stands for a subject that the server composes. */
const composedSubject = "Merge pull request";

export interface MessageParts {
  /** null: not given. */
  subject: string | null;
  body: string | null;
}

export function joinMessage({ subject, body }: MessageParts): string {
  const first = subject === null ? composedSubject : subject;
  return body === null || body === "" ? first : first + "\n\n" + body;
}

/** Null if the rules changed the subject that the server composes: only the server can. */
export function splitMessage(message: string, before: MessageParts): MessageParts | null {
  const known = before.subject === null ? composedSubject : before.subject;
  // A subject may have lines, too.
  const isKept = message === known || message.startsWith(known + "\n");
  const end = isKept ? known.length : (message + "\n").indexOf("\n");
  const subject = message.slice(0, end);
  // What `joinMessage` put between them, and no more.
  const body = message.slice(end).replace(/^\n\n?/, "");
  if (before.subject === null && subject !== composedSubject) return null;
  return {
    subject: before.subject === null ? null : subject,
    body: body === "" && before.body === null ? null : body,
  };
}

/** What gh does with the file of an editor for both: the first line is the title; what follows the hint is not sent. */
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
