/**
 * The fenced blocks of a page, and what the comments between them ask for:
 *
 *   <!-- not run: REASON -->   the next block cannot be run or checked here
 *   <!-- run by: FILE -->      another test reads the next block from the page, and runs it
 *   <!-- not run on this page: REASON -->  the same for all blocks of the page
 *   <!-- session -->           what follows begins in a new home, with an empty repository
 *   <!-- session: real git --> the same, without interlock on the PATH
 *   <!-- setup: COMMANDS -->   commands that the reader does not see
 */

export interface Block {
  kind: "block";
  /** Of its first line of text, counted from 1. */
  line: number;
  language: string;
  text: string;
  /** Why it is not run. */
  notRun: string | null;
  /** The test that runs it. */
  runBy: string | null;
}

export type Step = Block | { kind: "session"; line: number; name: string; hasInterlock: boolean } | Setup;

interface Setup {
  kind: "setup";
  line: number;
  commands: string;
}

const parts =
  /^(`{3,})([a-z]*)\n([^]*?)^\1$|^<!-- (not run|run by|session|setup)(?:: ([^]*?))? -->$|^#+ (.*)$/gm;

export function readSteps(page: string): Step[] {
  const steps: Step[] = [];
  const onThisPage = /^<!-- not run on this page: ([^]*?) -->$/m.exec(page)?.[1] ?? null;
  let heading = "";
  let marked: { as: string; value: string; end: number } | null = null;
  for (const match of page.matchAll(parts)) {
    const [whole, fence, language = "", text = "", mark, value = "", title] = match;
    const line = page.slice(0, match.index).split("\n").length;
    if (title !== undefined) heading = title;
    else if (mark === "not run" || mark === "run by")
      marked = { as: mark, value, end: match.index + whole.length };
    else if (mark === "setup") steps.push({ kind: "setup", line, commands: value });
    else if (mark === "session")
      steps.push({ kind: "session", line, name: heading, hasInterlock: value !== "real git" });
    else if (fence !== undefined) {
      // A mark is for the block right below it.
      const { as, value: said }: { as: string; value: string } =
        marked !== null && page.slice(marked.end, match.index).trim() === "" ? marked : { as: "", value: "" };
      const runBy = as === "run by" ? said : null;
      const notRun = as === "not run" ? said : runBy === null ? onThisPage : null;
      steps.push({ kind: "block", line: line + 1, language, text, notRun, runBy });
      marked = null;
    }
    if (title !== undefined && marked !== null) throw new Error(`line ${line}: a mark without a block`);
  }
  return steps;
}

/** A command of a transcript, and what the page shows below it. */
export interface Command {
  line: number;
  command: string;
  /** Null: the page shows nothing, so nothing is compared. */
  shown: string[] | null;
}

/** `$ ` begins a command, `> ` continues it. */
export function readCommands(block: Block): Command[] {
  const commands: Command[] = [];
  block.text
    .replace(/\n$/, "")
    .split("\n")
    .forEach((text, i) => {
      const last = commands.at(-1);
      if (text.startsWith("$ ")) commands.push({ line: block.line + i, command: text.slice(2), shown: null });
      else if (last === undefined) throw new Error(`line ${block.line + i}: a transcript begins with '$ '`);
      else if (text.startsWith("> ") && last.shown === null) last.command += `\n${text.slice(2)}`;
      else if (text === ">" && last.shown === null) last.command += "\n";
      else last.shown = [...(last.shown ?? []), text];
    });
  return commands;
}

/** The path in the first line of a file, in a comment: `# .interlock/config.yaml`; in a script, the second line. */
export function readFileName({ text }: Block): string | null {
  return /^(?:#!.*\n)?(?:#|\/\/) ([~\w./@-]*[\w-]\.[a-z]+)\n/.exec(text)?.[1] ?? null;
}
