/**
 * Finds the author of the commit that git is replaying. git does not tell the hook which commit it is, but
 * its state files do.
 */
import { askAboutCommit, askGit } from "../git/ask-git.ts";
import { parseMailDate } from "../git/mail-date.ts";
import type { Host } from "../host.ts";
import type { HookContext } from "./hook-context.ts";

export interface StepAuthor {
  /** `Name <mail>` */
  ident: string;
  /** `seconds zone`, as in a commit. A function, because finding it may cost a process. */
  date(): string;
}

/** Null if it is the user who runs git, or unknown. */
export function readStepAuthor(host: Host, context: HookContext): StepAuthor | null {
  return context.replays === null ? null : authorOf[context.replays](host, context);
}

type Replayed = Exclude<HookContext["replays"], null>;

const authorOf: { [R in Replayed]: (host: Host, context: HookContext) => StepAuthor | null } = {
  patch: (host, { gitDir }) => fromScript(host, host.readFile(gitDir + "/rebase-apply/author-script")),
  // The sequencer writes this file for each commit that it picks in a rebase.
  step: (host, context) =>
    currentStep(host, context).length === 0
      ? null
      : fromScript(host, host.readFile(context.gitDir + "/rebase-merge/author-script")),
  commit: askAuthor,
};

function askAuthor(host: Host, context: HookContext): StepAuthor | null {
  const picked = currentStep(host, context);
  if (picked.length === 0) return null;
  const asked = askGit(
    host,
    ["log", "-1", "--no-walk", "--date=raw", "--format=%an <%ae>%n%ad"].concat(picked, "--"),
  );
  const [ident, date] = asked.stdout.split("\n");
  return asked.status === 0 && ident && date ? { ident, date: () => date } : null;
}

/** git commit sets these variables for its hooks. */
export function authorFromEnvironment(host: Host): StepAuthor | null {
  return makeAuthor(
    host,
    host.env("GIT_AUTHOR_NAME"),
    host.env("GIT_AUTHOR_EMAIL"),
    host.env("GIT_AUTHOR_DATE"),
  );
}

/** Does the command itself, a rebase, meld the commit into the previous one? */
export function isMelded(host: Host, { replays, gitDir }: HookContext): boolean {
  return replays === "step" && isSquashStep(host, gitDir);
}

/** Does the current step of the rebase that goes on meld its commit into the previous one? */
export function isSquashStep(host: Host, gitDir: string): boolean {
  const done = host.readFile(gitDir + "/rebase-merge/done");
  return typeof done === "string" && /^(?:fixup|squash|f|s) /.test(lastLine(done));
}

/** Arguments for `git log` that name the commit. */
function currentStep(host: Host, context: HookContext): readonly string[] {
  const done = host.readFile(context.gitDir + "/rebase-merge/done");
  if (typeof done === "string") return commitOf(lastLine(done));
  // The current step is still on the list.
  const todo = host.readFile(context.gitDir + "/sequencer/todo");
  if (typeof todo === "string") return commitOf(todo.split("\n")[0] as string);
  return context.revisions;
}

/** `pick <id> <title>`, `fixup -C <id>`, `merge -C <id> <label>`. */
function commitOf(line: string): readonly string[] {
  const match = /^\S+(?: -[cC])? ([0-9a-f]{4,64})(?: |$)/.exec(line);
  return match ? [match[1] as string] : [];
}

function lastLine(text: string): string {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.length === 0 ? "" : (lines[lines.length - 1] as string);
}

/** Parses the quoting of write_author_script in git's builtin/am.c and sequencer.c. */
function fromScript(host: Host, script: string | number): StepAuthor | null {
  if (typeof script === "number") return null;
  return makeAuthor(
    host,
    quotedValue(script, "GIT_AUTHOR_NAME"),
    quotedValue(script, "GIT_AUTHOR_EMAIL"),
    quotedValue(script, "GIT_AUTHOR_DATE"),
  );
}

function makeAuthor(
  host: Host,
  name: string | undefined,
  mail: string | undefined,
  date: string | undefined,
): StepAuthor | null {
  if (name === undefined || mail === undefined || date === undefined) return null;
  // git drops brackets from both (strbuf_addstr_without_crud in ident.c).
  const plain = (part: string): string => part.replace(/[<>]/g, "");
  return {
    ident: plain(name) + " <" + plain(mail) + ">",
    date: () => (date.startsWith("@") ? date.slice(1) : (parseMailDate(date) ?? askDate(host, date))),
  };
}

/** A mail may have its date in words that only git can parse. */
function askDate(host: Host, date: string): string {
  const env = { GIT_AUTHOR_NAME: "x", GIT_AUTHOR_EMAIL: "x", GIT_AUTHOR_DATE: date };
  const match = /> (\d+ [+-]\d+)\n$/.exec(askAboutCommit(host, ["var", "GIT_AUTHOR_IDENT"], env).stdout);
  return match ? (match[1] as string) : "";
}

function quotedValue(script: string, name: string): string | undefined {
  const start = script.indexOf(name + "='");
  return start < 0 ? undefined : unquotedWords(script.slice(start + name.length + 1))[0];
}

/** Words as sq_quote_buf in git's quote.c writes them, up to the end of the line or of a value with line ends. */
export function unquotedWords(line: string): string[] {
  const words = /^(?: ?(?:'[^']*'|\\['!])+)*/.exec(line) as RegExpExecArray;
  return (words[0].match(/(?:'[^']*'|\\['!])+/g) ?? []).map((word) =>
    word.replace(/'([^']*)'|\\(['!])/g, (_, text, single) => (single ? single : text)),
  );
}
