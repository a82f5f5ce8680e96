/**
 * A commit object with new parents and, if wanted, a new message. Everything else stays but signatures, which are for the
 * old bytes.
 */
import { parentCount, type Commit } from "../../shim/git/commit-object.ts";

const signatures = /^gpgsig(?:-sha256)? /;

/** `ids`: new ids by old ids. `message`: null to keep it. */
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

/** Headers, each with its continuation lines, which begin with a space. */
function headersOf(header: string): string[] {
  return header.split(/(?<=\n)(?! )/);
}

function renameParent(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replace(/[0-9a-f]{40,}/, (id) => ids.get(id) ?? id);
}

/** A merged signed tag names its commit. If that commit is rewritten, the tag proves nothing about the new one. */
function isTagOfAnother(text: string, ids: ReadonlyMap<string, string>): boolean {
  const named = /^mergetag object ([0-9a-f]+)\n/.exec(text)?.[1];
  return named !== undefined && ids.has(named);
}
