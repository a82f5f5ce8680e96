/** Parses a commit object as git stores it: header lines, a blank line, the message. */
import { readIdent, renderIdent } from "../../engine/core/ident.ts";
import type { GitIdent } from "../../engine/core/plan.ts";
import type { ReadObject } from "../host.ts";

export interface Commit {
  id: string;
  /** Byte string; each line includes its LF. */
  header: string;
  /** The blank line; empty if the object ends with its header. */
  separator: string;
  /** Byte string, in the encoding of the commit. */
  message: string;
  /** If known: see `HeaderFacts`. */
  isPlain?: boolean;
}

export function parseCommit(id: string, object: string): Commit {
  const blank = object.indexOf("\n\n");
  if (blank < 0) return { id, header: object, separator: "", message: "" };
  return { id, header: object.slice(0, blank + 1), separator: "\n", message: object.slice(blank + 2) };
}

/** The same for a commit that the host has looked at. */
export function parseRead({ id, body, isPlain }: ReadObject): Commit {
  const commit = parseCommit(id, body);
  commit.isPlain = isPlain;
  return commit;
}

/**
 * Why it is uncertain what readers of the commit see: git does not write such a header. Null for all other
 * commits, whatever their names, dates and extra headers: imported history has odd ones.
 *
 * git's own readers disagree about such objects (one takes the first of two authors, another the last; one
 * stops at a NUL byte, another goes on), so our reading could differ from theirs.
 */
export function whyNotJudgeable(commit: Commit): string | null {
  return readHeader(commit).odd;
}

/** What is asked about every header. */
export interface HeaderForm {
  /** See `whyNotJudgeable`. */
  odd: string | null;
  /** Nothing but a tree, at most one parent, an author and a committer: no encoding, and no merge. */
  isPlain: boolean;
}

const plainHeader: HeaderForm = { odd: null, isPlain: true };

export function readHeader({ id, header, isPlain }: Commit): HeaderForm {
  if (isPlain) return plainHeader;
  if (header.indexOf("\0") >= 0) return oddHeader("its header has a NUL byte, where git stops reading");
  if (!header.endsWith("\n")) return oddHeader("its header ends in the middle of a line");
  let at = "tree ".length + id.length + 1;
  if (!header.startsWith("tree ") || header.charAt(at - 1) !== "\n") return oddHeader(unusual("tree"));
  let parents = 0;
  for (; header.startsWith("parent ", at); parents++) {
    const start = at + "parent ".length;
    at = start + id.length + 1;
    if (header.charAt(at - 1) !== "\n" || !isId(header.slice(start, at - 1)))
      return oddHeader(unusual("parent"));
  }
  if (!header.startsWith("author ", at)) return oddHeader(unusual("author"));
  at = header.indexOf("\n", at) + 1;
  if (!header.startsWith("committer ", at)) return oddHeader(unusual("committer"));
  at = header.indexOf("\n", at) + 1;
  if (at === header.length) return parents > 1 ? { odd: null, isPlain: false } : plainHeader;
  return { odd: whyOddLines(header, at), isPlain: false };
}

function oddHeader(odd: string): HeaderForm {
  return { odd, isPlain: false };
}

/** git accepts capitals too, but then the same parent could be named twice and look like two. */
function isId(text: string): boolean {
  return /^[0-9a-f]+$/.test(text);
}

/** Headers that occur only once (`parent` excepted), in a fixed place before all others. */
const placedHeaders = ["tree", "parent", "author", "committer"];

/**
 * Checks the lines from a place on, which is behind `committer`: each is a name and a value, or
 * starts with a space and continues the value above. Nothing is copied of those that go on: signatures have many.
 */
function whyOddLines(header: string, start: number): string | null {
  let canGoOn = false;
  let hasEncoding = false;
  let end = 0;
  for (let at = start; at < header.length; at = end + 1) {
    end = header.indexOf("\n", at);
    const first = header.charAt(at);
    if (first === " " || first === "\n") {
      if (!canGoOn) return "its header has a line that belongs to no other";
      continue;
    }
    const name = header.slice(at, end).split(" ", 1)[0] as string;
    if (placedHeaders.indexOf(name) >= 0 || (name === "encoding" && hasEncoding)) return unusual(name);
    hasEncoding = hasEncoding || name === "encoding";
    canGoOn = name !== "encoding";
  }
  return null;
}

function unusual(name: string): string {
  return "its header is not as git writes it: '" + name + "' is missing, or stands twice or in another place";
}

/** Stops counting beyond `most`. */
export function parentCount({ header }: Commit, most = Infinity): number {
  let count = 0;
  // Parents follow the tree, before any line that may hold arbitrary text.
  let at = header.indexOf("\n") + 1;
  for (; count <= most && header.startsWith("parent ", at); at = header.indexOf("\n", at) + 1) count++;
  return count;
}

/** A parent that is named twice does not make a merge; git's own commands never write that. */
export function isMerge(commit: Commit): boolean {
  return parentCount(commit) > 1 && parentsOf(commit).some((parent, _, [first]) => parent !== first);
}

export function parentsOf(commit: Commit): string[] {
  const lines = commit.header.split("\n", parentCount(commit) + 1);
  return lines.slice(1).map((line) => line.slice("parent ".length));
}

/** `Name <mail>`, as git shows it; empty if git sees nobody. */
export function identOf({ header }: Commit, role: GitIdent): string {
  const ident = readIdent(headerLine(header, role) ?? "");
  return ident === null ? "" : renderIdent(ident);
}

/** What stands behind it: seconds and zone. */
export function dateOf({ header }: Commit, role: GitIdent): string {
  const line = headerLine(header, role) ?? "";
  return line.slice(line.lastIndexOf(">") + 2);
}

/**
 * Why it is uncertain whom readers of the commit see in this role; null for all commits that git itself made. A message
 * that is in no commit yet has no id, and git says here who its author would be.
 */
export function whyUnclearIdent({ id, header }: Commit, role: GitIdent): string | null {
  if (id === "") return null;
  const ident = readIdent(headerLine(header, role) ?? "");
  return ident !== null && ident.isClear
    ? null
    : "its " +
        role +
        " is not 'Name <mail>' with one pair of brackets, and programs see different people in it";
}

/** Null if the message is UTF-8, the default. The name is not trimmed, because git does not trim it. */
export function encodingOf({ header }: Commit): string | null {
  const encoding = headerLine(header, "encoding");
  return encoding === null || /^utf-?8$/i.test(encoding) ? null : encoding;
}

const asciiBased =
  /^(?:(?:us-?)?ascii|(?:iso[-_]?)?8859-?\d+|latin-?\d+|windows-?125[0-7]|cp-?(?:125[0-7]|437|85[028]|866|874|932|936|949|950)|koi8-[rtu]+|euc-?(?:cn|jp|kr|tw)|gbk|gb2312|gb18030|big5(?:-?hkscs)?|s(?:hift)?[-_]?jis|tis-?620)$/i;

/**
 * Does the encoding read bytes below 128 as ASCII, unless they end a multi-byte character? UTF-16, for one,
 * does not. (Shift JIS does, except for two characters.)
 *
 * No multi-byte character in these encodings ends in a line end, a space, `:`, `<` or `#`. So lines,
 * trailers, their keys and the ASCII in their values are the same whether or not the message is decoded.
 */
export function isAsciiBased(encoding: string): boolean {
  return asciiBased.test(encoding);
}

/**
 * A line that starts with a space continues the one before, so text
 * inside a signature cannot pass for a header.
 */
function headerLine(header: string, name: string): string | null {
  const start = header.indexOf(`\n${name} `);
  if (start < 0) return null;
  const from = start + name.length + 2;
  const end = header.indexOf("\n", from);
  return header.slice(from, end < 0 ? header.length : end);
}
