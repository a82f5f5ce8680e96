/**
 * The `git commit` commands in a shell command line, where they can be read without a shell. A command line that says
 * more than that is left to the git in front of git, which sees what the shell made of it.
 */
import { resolve } from "node:path";

/** One that is about to run. */
export interface ShellCommit {
  argv: readonly string[];
  /** The folder that it runs in. */
  cwd: string;
  /** What stands before it: `NAME=value git commit`. */
  variables: { [name: string]: string };
}

/** `cwd`: where the line runs. `home`: for `cd ~/app`. */
export function commitsIn(line: string, cwd: string, home: string): ShellCommit[] {
  const commits: ShellCommit[] = [];
  let folder = cwd;
  for (const words of commandsIn(line)) {
    const [program, to, ...more] = words;
    if (program === "cd" && to !== undefined && more.length === 0)
      folder = resolve(folder, to.replace(/^~(?=\/|$)/, home));
    const count = words.findIndex((word) => !assignment.test(word));
    const argv = words.slice(count);
    if (count < 0 || !/^(?:.*\/)?git$/.test(argv[0] as string) || !argv.includes("commit")) continue;
    const variables = words
      .slice(0, count)
      .map((word) => (assignment.exec(word) as RegExpExecArray).slice(1));
    commits.push({ argv, cwd: folder, variables: Object.fromEntries(variables) as ShellCommit["variables"] });
  }
  return commits;
}

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/;

/** The message that a model writes: `-m "$(cat <<'EOF' ... EOF)"`. */
const heredoc = /"\$\(cat <<-?\s*(?:'(\w+)'|"(\w+)"|(\w+))\n(?:([^]*?)\n)?(?:\1|\2|\3)\n\)"/;

const tokens = new RegExp(
  `(?:${heredoc.source})|'[^']*'|"(?:\\\\.|[^"\\\\])*"|\\\\[^]|&&|\\|\\||[;&|\\n]|\\s|[^]`,
  "g",
);

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
  for (const [token, single, double, bare, text] of line.matchAll(tokens)) {
    if (single !== undefined || double !== undefined || bare !== undefined) {
      // Without quotes around its end, the shell expands the text.
      if (bare !== undefined && /[$`\\]/.test(text ?? "")) words = null;
      word = (word ?? "") + (text ?? "").replace(/\n+$/, "");
    } else if (token.startsWith("'") && token.length > 1) word = (word ?? "") + token.slice(1, -1);
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
