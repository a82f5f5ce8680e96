/** A person, as a commit's `author` and `committer` lines and texts like `Name <mail>` name one. */
import { trimEnd } from "./white-space.ts";

export interface Ident {
  name: string;
  mail: string;
  /** Is there one pair of brackets? Where there are more, git takes the first address, and other programs the last. */
  isClear: boolean;
}

/** As split_ident_line in git's ident.c; null if git sees no person in the line. */
export function readIdent(line: string): Ident | null {
  const open = line.indexOf("<");
  const close = open < 0 ? -1 : line.indexOf(">", open);
  if (close < 0) return null;
  return {
    name: trimEnd(line.slice(0, open)),
    mail: line.slice(open + 1, close),
    isClear: line.lastIndexOf("<") === open && line.indexOf(">") === close && line.lastIndexOf(">") === close,
  };
}

/** As `git log` shows it. */
export function renderIdent({ name, mail }: Ident): string {
  return (name === "" ? "" : name + " ") + "<" + mail + ">";
}
