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
  for (const { words, isReadable } of commandsIn(line)) {
    const [program, to, ...more] = words;
    if (program === "cd" && isReadable && to !== undefined && more.length === 0 && !to.startsWith("-"))
      folder = resolve(folder, to.replace(/^~(?=\/|$)/, home));
    // Nobody knows where the rest runs.
    else if (/^(?:cd|pushd|popd)$/.test(program ?? "")) return commits;
    if (!isReadable) continue;
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

/** Others are input of a command, or are in something that a shell expands. Without its end, one goes on to the end of the line. */
const otherHeredoc = /(?<!"\$\(cat )<<-?[ \t]*(["'\\]?)(\w+)\1([^\n]*)\n[^]*?(?:(?<=\n)\t*\2(?=\n|$)|$)/g;

const comment = /(?<![^\s;&|])#[^\n]*/;

const tokens = new RegExp(
  `(?:${heredoc.source})|(${comment.source})|'[^']*'|"(?:\\\\[^]|[^"\\\\])*"|\\\\[^]|&&|\\|\\||[;&|\\n]|\\s|[^]`,
  "g",
);

export interface SimpleCommand {
  words: readonly string[];
  /** If not, there is something in it that a shell expands, and `words` are no more than a hint. */
  isReadable: boolean;
}

export function commandsIn(line: string): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let isReadable = true;
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push({ words, isReadable });
    words = [];
    isReadable = true;
  };
  const withoutInput = line.replace(otherHeredoc, "<$3");
  for (const [token, single, double, bare, text, remark] of withoutInput.matchAll(tokens)) {
    // A line goes on behind a backslash at its end.
    if (remark !== undefined || token === "\\\n") continue;
    if (single !== undefined || double !== undefined || bare !== undefined) {
      // Without quotes around its end, the shell expands the text.
      if (bare !== undefined && /[$`\\]/.test(text ?? "")) isReadable = false;
      word = (word ?? "") + (text ?? "").replace(/\n+$/, "");
    } else if (token.startsWith("'") && token.length > 1) word = (word ?? "") + token.slice(1, -1);
    else if (token.startsWith('"') && token.length > 1) {
      if (/(?<!\\)[$`]/.test(token)) isReadable = false;
      word = (word ?? "") + token.slice(1, -1).replace(/\\(?:\n|([$`"\\]))/g, "$1");
    } else if (/^(?:&&|\|\||[;&|\n])$/.test(token)) endCommand();
    else if (/^\s$/.test(token)) endWord();
    else if (/^[$`(){}<>*?'"]$/.test(token)) isReadable = false;
    else word = (word ?? "") + (token.startsWith("\\") ? token.slice(1) : token);
  }
  endCommand();
  return commands;
}
