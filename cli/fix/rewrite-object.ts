/**
 * A commit object with other parents and, maybe, another message. Tree, author, committer, dates and every
 * header that says nothing of these bytes stay.
 */
import { parentCount, type Commit } from "../../shim/git/commit-object.ts";

const signatures = /^gpgsig(?:-sha256)? /;

/** `ids`: what has become of which commit. `message`: null for the one it has. */
export function rewriteObject(
  commit: Commit,
  message: string | null,
  ids: ReadonlyMap<string, string>,
): string {
  const parents = parentCount(commit);
  const header = headersOf(commit.header)
    .map((text, i) => (i > 0 && i <= parents ? renameParent(text, ids) : text))
    .filter((text) => !signatures.test(text) && !isTagOfAnother(text, ids))
    .join("");
  return message === null
    ? header + commit.separator + commit.message
    : `${header}${commit.separator || "\n"}${message}`;
}

export function isSigned({ header }: Commit): boolean {
  return headersOf(header).some((text) => signatures.test(text));
}

/** The object without its signature. */
export function withoutSignature({ header, separator, message }: Commit): string {
  return (
    headersOf(header)
      .filter((text) => !signatures.test(text))
      .join("") +
    separator +
    message
  );
}

/** Each with the lines that go on with a space. */
function headersOf(header: string): string[] {
  return header.split(/(?<=\n)(?! )/);
}

function renameParent(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replace(/[0-9a-f]{40,}/, (id) => ids.get(id) ?? id);
}

/** A signed tag that was merged names its commit; for another one it is no proof of anything. */
function isTagOfAnother(text: string, ids: ReadonlyMap<string, string>): boolean {
  const named = /^mergetag object ([0-9a-f]+)\n/.exec(text)?.[1];
  return named !== undefined && ids.has(named);
}
