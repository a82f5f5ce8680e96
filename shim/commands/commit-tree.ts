/**
 * `git commit-tree`: no hook, no editor, no cleanup. The message of a commit that is composed is rewritten, wherever it
 * stands. Plumbing: programs take any byte on standard error for a failure, so only a refusal is printed.
 */
import { isSamePerson } from "../../engine/judge/author-scope.ts";
import { askGit } from "../git/ask-git.ts";
import { longestArgument } from "../git/carry-message.ts";
import {
  joinCommitTreeParts,
  readCommitTreeLine,
  type CommitTreeLine,
  type MessagePart,
} from "../git/commit-tree-line.ts";
import { replaceMessage } from "../git/edit-argv.ts";
import { identReader } from "../git/idents.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { joinPath, type Repository } from "../git/repository.ts";
import type { Decision, Host } from "../host.ts";
import { saidKind, type Origin } from "../inject/commit-kind.ts";
import { openCommand, type DecideOptions } from "../open-command.ts";
import { passThrough, type Report } from "../report.ts";
import { finalizeBefore } from "../finalize-before.ts";

export function decideCommitTree(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = { ...passThrough(host.argv, ""), isPlumbing: true };
  const line = readCommitTreeLine(host.argv, globals.commandIndex + 1);
  if (line === null) return { ...report, reason: "git answers this line itself" };
  if (isReplay(host))
    return { ...report, reason: "it replays a commit: author, committer and both dates are given" };
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  const { repository } = command;
  if (repository === null) return { ...report, reason: "git finds no repository" };
  if (command.plan.scope === "own" && isSomebodyElses(host, globals))
    return { ...report, reason: "the commit is somebody else's, and the scope is 'own'" };

  const given = readGiven(host, line, repository);
  if (given === null) return { ...report, reason: "git cannot read the message either" };
  const { text, stdin } = given;
  if (stdin !== null) report.decision = { action: "exec", argv: host.argv.map((_, i) => i), stdin };
  // What came through a pipe is used up: git gets our copy.
  else if (given.isUsedUp) report.decision = carry(host.argv, line, text);
  if (text.includes("\0")) return { ...report, reason: "the message has a NUL byte, which git refuses" };

  report.strategy = "rewrite";
  report.reason = "the message stands in " + (stdin !== null ? "standard input" : "-m or -F");
  const origin: Origin = {
    said: () => saidKind(host, repository, "composed"),
    isMerge: () => countParents(host, globals, line) > 1,
  };
  const rules = { cleanup: "verbatim" as const, commentChar: "#" };
  const message = { text, rules, allowEmpty: true, origin, author: null, again: null };
  const after = finalizeBefore(host, command, repository, message, report);
  if (after !== text && report.decision.action === "exec") report.decision = carry(host.argv, line, after);
  return report;
}

const roles = ["GIT_AUTHOR_", "GIT_COMMITTER_"];

/**
 * git-annex, git subtree and filter-branch recreate commits this way, and rely on the ids and messages that come of
 * it. Whoever composes a commit leaves at least the date to git, as an empty one does; an empty mail address is one.
 */
function isReplay(host: Host): boolean {
  return roles.every(
    (role) =>
      !!host.env(role + "NAME") && host.env(role + "EMAIL") !== undefined && !!host.env(role + "DATE"),
  );
}

function isSomebodyElses(host: Host, globals: GlobalPart): boolean {
  const ident = identReader(host, host.argv.slice(1, globals.commandIndex), null);
  return !isSamePerson(ident("author"), ident("committer"));
}

/** git leaves out a parent that is named twice. */
function countParents(host: Host, globals: GlobalPart, { parents }: CommitTreeLine): number {
  if (parents.length < 2) return parents.length;
  const names = parents.map(({ value }) => value + "^0");
  const { stdout } = askGit(host, host.argv.slice(1, globals.commandIndex).concat("rev-parse", names));
  return stdout.split("\n").filter((id, i, ids) => id !== "" && ids.indexOf(id) === i).length;
}

interface Given {
  text: string;
  /** What was on standard input, if `-F -` or nothing else names it. */
  stdin: string | null;
  /** A pipe or device was read. */
  isUsedUp: boolean;
}

/** What `-m` and `-F` make together, or standard input if that is nothing; null if one cannot be read. */
function readGiven(host: Host, line: CommitTreeLine, repository: Repository): Given | null {
  const parts: MessagePart[] = [];
  let stdin: string | null = null;
  let isUsedUp = false;
  for (const use of line.parts) {
    const value = use.value as string;
    if (use.name === "m") {
      parts.push({ kind: "argument", text: value });
      continue;
    }
    const path = placeOf(repository, value);
    const text = value === "-" ? host.readStdin() : host.readInput(path);
    if (typeof text === "number") return null;
    if (value === "-") stdin = text;
    else if (!isRegular(host, path)) isUsedUp = true;
    parts.push({ kind: "file", text });
  }
  const joined = joinCommitTreeParts(parts);
  // Of several, each git reads gets its own; only together they are what we read.
  if (isUsedUp) return { text: joined, stdin: null, isUsedUp };
  if (joined !== "" || stdin !== null) return { text: joined, stdin, isUsedUp };
  const read = host.readStdin();
  return typeof read === "number" ? null : { text: read, stdin: read, isUsedUp };
}

/** Inside its work tree git has gone to the top by then; commit-tree needs no work tree. */
function placeOf({ cwd, top }: Repository, name: string): string {
  return joinPath((cwd + "/").startsWith(top === "/" ? top : top + "/") ? top : cwd, name);
}

function isRegular(host: Host, path: string): boolean {
  const stat = host.stat(path);
  return stat !== null && stat.kind === "file";
}

function carry(argv: readonly string[], line: CommitTreeLine, message: string): Decision {
  if (line.parts.length === 0) return { action: "exec", argv: argv.map((_, i) => i), stdin: message };
  // -m completes the last line, a file is taken as it is.
  const fits = message.length <= longestArgument && message.endsWith("\n");
  const carrier = fits ? { kind: "argument" as const, message } : { kind: "stdin" as const };
  return { action: "exec", argv: replaceMessage(argv, line.parts, carrier), stdin: fits ? null : message };
}
