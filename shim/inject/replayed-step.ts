/**
 * The commit that a hook is asked about, where git replays one and does not say which: it stands in the files of the
 * operation that is going on.
 */
import type { Host } from "../host.ts";
import type { Call } from "./call.ts";

/** `Name <mail>`; empty if it is the person who runs git, or cannot be told. */
export function readStepAuthor(host: Host, call: Call): string {
  if (call.command === "am") return fromScript(host.readFile(call.gitDir + "/rebase-apply/author-script"));
  const step = call.command === "rebase" || call.command === "cherry-pick" ? currentStep(host, call) : [];
  if (step.length === 0) return "";
  const asked = host.runGit(["log", "-1", "--no-walk", "--format=%an <%ae>"].concat(step, "--"));
  return asked.status === 0 ? asked.stdout.replace(/\n$/, "") : "";
}

/** Is the step of a rebase one that goes into the commit before it? */
export function squashes(host: Host, call: Call): boolean {
  if (call.command !== "rebase") return false;
  const done = host.readFile(call.gitDir + "/rebase-merge/done");
  return typeof done === "string" && /^(?:fixup|squash|f|s) /.test(lastLine(done));
}

/** Words for `git log` that name the commit. */
function currentStep(host: Host, call: Call): readonly string[] {
  const done = host.readFile(call.gitDir + "/rebase-merge/done");
  if (typeof done === "string") return commitOf(lastLine(done));
  // The step that is being taken is still on the list.
  const todo = host.readFile(call.gitDir + "/sequencer/todo");
  if (typeof todo === "string") return commitOf(todo.split("\n")[0] as string);
  return call.revisions;
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

/** As write_author_script in git's builtin/am.c quotes it. */
function fromScript(script: string | number): string {
  if (typeof script === "number") return "";
  const name = quotedValue(script, "GIT_AUTHOR_NAME");
  const mail = quotedValue(script, "GIT_AUTHOR_EMAIL");
  return name === null || mail === null ? "" : name + " <" + mail + ">";
}

function quotedValue(script: string, name: string): string | null {
  const start = script.indexOf(name + "='");
  if (start < 0) return null;
  const rest = script.slice(start + name.length + 1);
  const match = /^(?:'[^']*'|\\['!])+/.exec(rest);
  return match
    ? match[0].replace(/'([^']*)'|\\(['!])/g, (_, text, single) => (single ? single : text))
    : null;
}
