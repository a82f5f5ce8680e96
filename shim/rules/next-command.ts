/**
 * Suggests what to type after a refusal: the command line that continues from git's current state.
 * test/refusals/way-on.test.ts tries it with the real git for every way to make a commit.
 */
import { askAboutCommit } from "../git/ask-git.ts";
import type { CommandTraits } from "../git/command-traits.ts";
import type { Host } from "../host.ts";
import { quoteWord } from "../../engine/core/quote-words.ts";

export interface Refused {
  /** Of the git command in which the rules ran. */
  replays: CommandTraits["replays"];
  gitDir: string;
  /**
   * The command line that makes the commit with another message; or a phrase that starts with `sameCommand`.
   */
  again: string;
}

/** Placeholder for the message in a command line. */
export const newMessage = "'...'";

/** Starts the phrase that replaces a command line which is too long to show. */
export const sameCommand = "the same command with ";

/** For what git has staged and would have committed itself. */
export const commitStaged = "git commit -m " + newMessage;

export function nextCommand(host: Host, { replays, gitDir, again }: Refused): string {
  const read = (name: string): string => {
    const text = host.readFile(gitDir + "/" + name);
    return typeof text === "string" ? text : "";
  };
  const isThere = (name: string): boolean => host.stat(gitDir + "/" + name) !== null;
  if (replays === "patch") return goOnWithPatch(host, gitDir, isThere("rebase-apply/rebasing"));
  if (isThere("rebase-merge")) {
    const isStep = replays === "step";
    const step = isStep ? stepInHand(read) : stepToRepeat(read);
    const commit = isStep && step.isMelded ? again.replace("commit", "commit --amend") : again;
    const drops = step.isMelded || !isThere("rebase-merge/drop_redundant_commits");
    const goOn = step.id !== "" && drops ? [dropFirstStep(step.id)] : [];
    return inTurn(commit, goOn.concat("git rebase --continue"));
  }
  const steps = linesOf(read("sequencer/todo"));
  const isRevert = (steps[0] ?? "").startsWith("r");
  // git commit ends a sequence with its last commit, except a revert that left no REVERT_HEAD.
  const isEnded = steps.length === 0 || (steps.length === 1 && (!isRevert || isThere("REVERT_HEAD")));
  return inTurn(again, isEnded ? [] : [isRevert ? "git revert --continue" : "git cherry-pick --continue"]);
}

function inTurn(again: string, goOn: readonly string[]): string {
  if (goOn.length === 0) return again;
  return again + (again.startsWith(sameCommand) ? ", then: " : " && ") + goOn.join(" && ");
}

type GitFile = (name: string) => string;

/**
 * In a hook during a rebase: git repeats a step that the hook refuses, although its changes are already made.
 */
function stepInHand(read: GitFile): Step {
  const done = linesOf(read("rebase-merge/done"));
  return readStep(done[done.length - 1] ?? "");
}

/** While a rebase is stopped: the step where it stopped, if git will repeat it. */
function stepToRepeat(read: GitFile): Step {
  const next = readStep(linesOf(read("rebase-merge/git-rebase-todo"))[0] ?? "");
  return next.id !== "" && read("rebase-merge/stopped-sha").startsWith(next.id) ? next : noStep;
}

interface Step {
  id: string;
  /** Is it melded into the previous commit (fixup, squash)? */
  isMelded: boolean;
}

const noStep: Step = { id: "", isMelded: false };

/** Parses a line of a rebase's todo list. */
function readStep(line: string): Step {
  const match = /^(\w+)(?: -[cC])? ([0-9a-f]{7})[0-9a-f]*(?: |$)/.exec(line);
  if (match === null) return noStep;
  return { id: match[2] as string, isMelded: /^(?:f|s|fixup|squash)$/.test(match[1] as string) };
}

/** The shortest abbreviation that git writes. */
const shortestId = 4;

/**
 * Edits only the first line, and only if it is this step: titles of other commits may quote the id, and the
 * list may contain the commit twice. It is not deleted, because `rebase.missingCommitsCheck` may forbid that.
 */
function dropFirstStep(id: string): string {
  const begin = id.slice(0, shortestId);
  const edit = "1s/^[a-z]* \\(-[cC] \\)*" + begin + "/drop " + begin + "/";
  return "GIT_SEQUENCE_EDITOR='sed -i \"" + edit + "\"' git rebase --edit-todo";
}

/** git am runs the hook before it applies the patch, and reads the message from a file when it continues. */
function goOnWithPatch(host: Host, gitDir: string, isRebase: boolean): string {
  const folder = gitDir + "/rebase-apply/";
  const isApplied = askAboutCommit(host, ["diff", "--cached", "--quiet"]).status === 1;
  const apply = " && git -C " + quoteWord(host.cwd()) + " apply -3 " + quoteWord(folder + "patch");
  return (
    "printf '%s\\n' " +
    newMessage +
    " >" +
    quoteWord(folder + "final-commit") +
    (isApplied ? "" : apply) +
    (isRebase ? " && git rebase --continue" : " && git am --continue")
  );
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

export const shortIdLength = 12;

export interface ToReword {
  id: string;
  parents: number;
  /** Is it the last commit of what is checked out? */
  isTip: boolean;
  /** Does it change no file? `reword` fails then: it amends without --allow-empty (git's sequencer.c). */
  isEmpty?: boolean;
}

export function changesNoFile(host: Host, id: string): boolean {
  return host.runGit(["diff-tree", "--root", "--quiet", id]).status === 0;
}

const amendEmpty = "git commit --amend --allow-empty -m " + newMessage + " && git rebase --continue";

/**
 * `git`: the command with its options. `branch`: for a branch that is
 * not checked out, its quoted name; or empty.
 */
export function renderReword(
  { id, parents, isTip, isEmpty = false }: ToReword,
  git = "git",
  branch = "",
): { command: string; note: string } {
  if (isTip) return { command: git + " commit --amend --only --allow-empty -m " + newMessage, note: "" };
  const start = parents === 0 ? "--root" : id.slice(0, shortIdLength) + "^";
  return {
    command: git + " rebase -i -r --autostash " + start + (branch === "" ? "" : " " + branch),
    note:
      parents > 1
        ? "change its 'merge -C' to 'merge -c'"
        : isEmpty
          ? "change its 'pick' to 'edit', then run: " + amendEmpty
          : "change its 'pick' to 'reword'",
  };
}
