/**
 * The flags of the commands that matter, as one string each. An entry is `letter,name`, the letter if there is one,
 * and what it takes: nothing for a switch, `=` for a value of which the last counts, `+` for lists that add up (comma
 * separated values), `*` for values that add up as they are.
 */
import type { GhCommand } from "./commands.ts";

export interface FlagTable {
  /** Those of gh 2.23. */
  flags: string;
  /** What later versions added. */
  newer: string;
}

/** Every command has these. */
export const globalFlags = " ,help";
/** The persistent flag of `pr` and `issue`. */
const repoFlag = " R,repo=";

const textFlags = " t,title= b,body= F,body-file=";
const createLists = " a,assignee+ l,label+ p,project+ m,milestone= ,recover= w,web";
const editLists =
  " ,add-assignee+ ,remove-assignee+ ,add-label+ ,remove-label+ ,add-project+ ,remove-project+ m,milestone=";

export const flagTables: { readonly [command in GhCommand]: FlagTable } = {
  "pr create": {
    flags:
      repoFlag + textFlags + createLists + " d,draft B,base= H,head= f,fill r,reviewer+ ,no-maintainer-edit",
    newer: " e,editor ,fill-first ,fill-verbose T,template= ,dry-run",
  },
  "pr edit": {
    flags: repoFlag + textFlags + editLists + " B,base= ,add-reviewer+ ,remove-reviewer+",
    newer: " ,remove-milestone",
  },
  "pr merge": {
    flags:
      repoFlag +
      " ,admin d,delete-branch b,body= F,body-file= t,subject= m,merge r,rebase s,squash ,auto ,disable-auto" +
      " ,match-head-commit= A,author-email=",
    newer: "",
  },
  // All of it is newer.
  "pr revert": { flags: "", newer: repoFlag + textFlags + " d,draft" },
  "issue create": {
    flags: repoFlag + textFlags + createLists,
    newer: " e,editor T,template= ,type= ,parent= ,blocked-by+ ,blocking+",
  },
  "issue edit": {
    flags: repoFlag + textFlags + editLists,
    newer:
      " ,remove-milestone ,type= ,remove-type ,parent= ,remove-parent ,add-sub-issue+ ,remove-sub-issue+" +
      " ,add-blocked-by+ ,remove-blocked-by+ ,add-blocking+ ,remove-blocking+",
  },
  api: {
    flags:
      " ,hostname= X,method= F,field* f,raw-field* H,header* p,preview+ i,include ,paginate ,input= ,silent" +
      " t,template= q,jq= ,cache=",
    newer: " ,slurp ,verbose",
  },
};

export interface FlagSpec {
  letter: string;
  name: string;
  takes: "" | "=" | "+" | "*";
}

const entryShape = /^(.?),([a-z-]+)([=+*]?)$/;

export function readFlag(entry: string): FlagSpec {
  const [, letter, name, takes] = entryShape.exec(entry) as unknown as string[];
  return { letter: letter as string, name: name as string, takes: takes as FlagSpec["takes"] };
}

/** Names are not abbreviated: pflag takes whole ones only. */
export function findFlag(table: string, name: string): FlagSpec | null {
  if (!/^[a-z-]+$/.test(name)) return null;
  const found = new RegExp(" (.?," + name + "[=+*]?)(?: |$)").exec(table);
  return found && readFlag(found[1] as string);
}

export function findLetter(table: string, letter: string): FlagSpec | null {
  const at = /^[a-zA-Z]$/.test(letter) ? table.indexOf(" " + letter + ",") : -1;
  return at < 0 ? null : readFlag((table.slice(at + 1).split(" ") as [string])[0]);
}
