/**
 * The messages of `git commit` in a shell command line, where they can be read without a shell. A command line that says
 * more than that is left to the git in front of git, which sees what the shell made of it.
 */

/** The message that a model writes: `-m "$(cat <<'EOF' ... EOF)"`. */
const heredoc = /\bgit commit(?: -[a-z]+)* -m "\$\(cat <<-?\s*(['"]?)(\w+)\1\n([^]*?)\n\2\n\)"/;

export function commitMessagesIn(line: string): string[] {
  const [, , , text] = heredoc.exec(line) ?? [];
  if (text !== undefined) return [`${text}\n`];
  return commandsIn(line)
    .map(messageOf)
    .filter((message) => message !== null);
}

/** The words of each simple command; one with anything that a shell expands is left out. */
export function commandsIn(line: string): string[][] {
  const commands: string[][] = [];
  let words: string[] | null = [];
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) words?.push(word);
    word = null;
  };
  const endCommand = (): void => {
    endWord();
    if (words !== null && words.length > 0) commands.push(words);
    words = [];
  };
  for (const [token] of line.matchAll(/'[^']*'|"(?:\\.|[^"\\])*"|\\[^]|&&|\|\||[;&|\n]|\s|[^]/g)) {
    if (token.startsWith("'") && token.length > 1) word = (word ?? "") + token.slice(1, -1);
    else if (token.startsWith('"') && token.length > 1) {
      if (/(?<!\\)[$`]/.test(token)) words = null;
      word = (word ?? "") + token.slice(1, -1).replace(/\\([$`"\\\n])/g, "$1");
    } else if (/^(?:&&|\|\||[;&|\n])$/.test(token)) endCommand();
    else if (/^\s$/.test(token)) endWord();
    else if (/^[$`(){}<>*?'"]$/.test(token)) words = null;
    else word = (word ?? "") + (token.startsWith("\\") ? token.slice(1) : token);
  }
  endCommand();
  return commands;
}

/** Null if it is no commit, or its message comes from elsewhere. */
function messageOf([program, verb, ...args]: readonly string[]): string | null {
  if (program !== "git" || verb !== "commit") return null;
  const parts: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    const joined = /^(?:--message=|-[a-zA-Z]*m(?=.))([^]*)$/.exec(arg);
    if (/^(?:-[a-zA-Z]*m|--message)$/.test(arg)) parts.push(args[++i] ?? "");
    else if (joined !== null) parts.push(joined[1] as string);
    else if (/^(?:-[FCc]|--(?:file|reuse-message|reedit-message|fixup|squash|template))/.test(arg))
      return null;
  }
  return parts.length === 0 ? null : `${parts.join("\n\n")}\n`;
}
