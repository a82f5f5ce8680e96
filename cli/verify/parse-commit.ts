/**
 * A commit object as git stores it: header lines, a blank line, the message.
 */
export interface Commit {
  id: string;
  /** Byte string, each line with its LF. */
  header: string;
  /** Byte string, in whatever encoding it was written. */
  message: string;
}

export function parseCommit(id: string, object: string): Commit {
  const blank = object.indexOf("\n\n");
  // The object ends with its header if there is no message at all.
  if (blank < 0) return { id, header: object, message: "" };
  return { id, header: object.slice(0, blank + 1), message: object.slice(blank + 2) };
}

export function parentCount({ header }: Commit): number {
  let count = 0;
  // They stand behind the tree, before anything that may hold text of others.
  for (let at = header.indexOf("\n") + 1; header.startsWith("parent ", at); at = header.indexOf("\n", at) + 1)
    count++;
  return count;
}

/** `Name <mail>`, as it was written. */
export function identOf({ header }: Commit, role: "author" | "committer"): string {
  const line = headerLine(header, role) ?? "";
  return line.slice(0, line.lastIndexOf(">") + 1);
}

/** Null if the message is UTF-8, as it is by default. */
export function encodingOf({ header }: Commit): string | null {
  const encoding = headerLine(header, "encoding");
  return encoding === null || /^utf-?8$/i.test(encoding) ? null : encoding;
}

/** A line that goes on with a space belongs to the one before: a signature cannot pass for a header. */
function headerLine(header: string, name: string): string | null {
  const start = header.indexOf(`\n${name} `);
  if (start < 0) return null;
  const from = start + name.length + 2;
  const end = header.indexOf("\n", from);
  return header.slice(from, end < 0 ? header.length : end);
}
