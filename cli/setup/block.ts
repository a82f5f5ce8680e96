/** The lines that `interlock setup` owns in a shell's start-up file. Pure; texts are byte strings. */

const begin = "# >>> interlock >>>";
const end = "# <<< interlock <<<";
const joined = "# the line above had no end of line";
const made = "# 'interlock setup' made this file";

/** `line`: puts interlock's folder first on PATH. */
export function renderBlock(line: string): string {
  return `${begin}\n# 'interlock setup --undo' removes these lines\n${line}\n${end}\n`;
}

/** Null if a marker has lost its partner: then only a person knows what belongs to the block. */
export function findBlock(text: string): { before: string; block: string; after: string } | null {
  const opens = text.split(begin).length - 1;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (opens === 0 && to < 0) return { before: text, block: "", after: "" };
  if (opens !== 1 || to < from || text.split(end).length !== 2) return null;
  const past = text[to + end.length] === "\n" ? to + end.length + 1 : to + end.length;
  return { before: text.slice(0, from), block: text.slice(from, past), after: text.slice(past) };
}

/** `text`: the file's; null if there is no file. The block stays where it is, a new one is the last word. */
export function withBlock(text: string | null, block: string): string | null {
  if (text === null) return `${made}\n${block}`;
  const found = findBlock(text);
  if (found === null) return null;
  if (found.block !== "")
    return found.before + (isJoined(found.block) ? noteJoin(block) : block) + found.after;
  return text === "" || text.endsWith("\n") ? text + block : `${text}\n${noteJoin(block)}`;
}

/** Empty for a file that has nothing else and was made for the block. */
export function withoutBlock(text: string): { text: string; isOurs: boolean } | null {
  const found = findBlock(text);
  if (found === null) return null;
  const before = isJoined(found.block) ? found.before.replace(/\n$/, "") : found.before;
  const rest = before + found.after;
  return { text: rest, isOurs: found.block !== "" && rest === `${made}\n` };
}

function isJoined(block: string): boolean {
  return block.includes(`\n${joined}\n`);
}

function noteJoin(block: string): string {
  return block.replace(`${begin}\n`, `${begin}\n${joined}\n`);
}
