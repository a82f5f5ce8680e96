/**
 * A commit object as git stores it: header lines, a blank line, the message.
 */
export interface Commit {
  id: string;
  /** Byte string, each line with its LF. */
  header: string;
  /** The blank line; nothing if the object ends with its header. */
  separator: string;
  /** Byte string, in whatever encoding it was written. */
  message: string;
}

export function parseCommit(id: string, object: string): Commit {
  const blank = object.indexOf("\n\n");
  if (blank < 0) return { id, header: object, separator: "", message: "" };
  return { id, header: object.slice(0, blank + 1), separator: "\n", message: object.slice(blank + 2) };
}

export function parentCount({ header }: Commit): number {
  let count = 0;
  // They stand behind the tree, before anything that may hold text of others.
  for (let at = header.indexOf("\n") + 1; header.startsWith("parent ", at); at = header.indexOf("\n", at) + 1)
    count++;
  return count;
}

/** One parent that is named twice makes no merge; git's own commands never write that. */
export function isMerge(commit: Commit): boolean {
  return parentCount(commit) > 1 && parentsOf(commit).some((parent, _, [first]) => parent !== first);
}

export function parentsOf(commit: Commit): string[] {
  const lines = commit.header.split("\n", parentCount(commit) + 1);
  return lines.slice(1).map((line) => line.slice("parent ".length));
}

export function titleOf({ message }: Commit): string {
  return (/^\n*([^\n]*)/.exec(message) as RegExpExecArray)[1] as string;
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

const asciiBased =
  /^(?:(?:us-?)?ascii|(?:iso[-_]?)?8859-?\d+|latin-?\d+|windows-?125\d|cp-?(?:125\d|437|85[028]|866|874|932|936|949|950)|koi8-[rtu]+|euc-?(?:cn|jp|kr|tw)|gbk|gb2312|gb18030|big5(?:-?hkscs)?|s(?:hift)?[-_]?jis|tis-?620)$/i;

/** Are bytes below 128 the same characters in it as in ASCII, wherever they stand? In UTF-16, say, they are not. */
export function isAsciiBased(encoding: string): boolean {
  return asciiBased.test(encoding);
}

/** A line that goes on with a space belongs to the one before: a signature cannot pass for a header. */
function headerLine(header: string, name: string): string | null {
  const start = header.indexOf(`\n${name} `);
  if (start < 0) return null;
  const from = start + name.length + 2;
  const end = header.indexOf("\n", from);
  return header.slice(from, end < 0 ? header.length : end);
}
