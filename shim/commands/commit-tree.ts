/**
 * `git commit-tree` runs no hook, no editor and no cleanup, so the shim
 * rewrites the message in -m, -F or standard input. It is plumbing: callers
 * take any byte on standard error as a failure, so only a refusal is printed.
 */
import { isSamePerson } from "../../engine/judge/author-scope.ts";
import { askGit } from "../git/ask-git.ts";
import { noTraits } from "../git/command-traits.ts";
import { treePaths } from "../git/changed-paths.ts";
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
import type { Decision, Host, RunResult } from "../host.ts";
import { readImpliedKind, type Origin } from "../hooks/commit-kind.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import { asCalled, passThrough, type Outcome } from "../report/report.ts";
import { surroundingsOf } from "../rules/commit-metadata.ts";
import { placeBeforeGit } from "../rules/program-place.ts";
import type { Command } from "./command.ts";
import { applyRulesBeforeGit, type GivenMessage } from "./rewrite/apply-rules-before-git.ts";

export const commitTree: Command<CommitTreeLine | null> = {
  kind: "intercepted",
  traits: noTraits,
  parse: readCommitTreeLine,
  whyPassed: (line, host) => {
    if (line === null) return "git answers this line itself";
    return isReplay(host) ? "it replays a commit: author, committer and both dates are given" : null;
  },
  needsRepository: true,
  isPlumbing: true,
  decide: (host, command, line) => decide(host, command, line as CommitTreeLine),
};

function decide(host: Host, command: CommandInRepository, line: CommitTreeLine): Outcome {
  const { repository, globals, plan } = command;
  if (plan.scope === "own" && isSomebodyElses(host, globals))
    return passThrough(host.argv, "the commit is somebody else's, and the scope is 'own'");
  const given = readGiven(host, line, repository);
  if (given === null) return passThrough(host.argv, "git cannot read the message either");
  const { text, stdin } = given;
  // Reading a pipe consumed it, so git gets our copy.
  const decision: Decision = given.isUsedUp
    ? carry(host.argv, line, text)
    : { ...asCalled(host.argv), stdin };
  if (text.includes("\0"))
    return { strategy: "pass", reason: "the message has a NUL byte, which git refuses", decision };
  const unchanged: Outcome = {
    strategy: "rewrite",
    reason: "the message stands in " + (stdin !== null ? "standard input" : "-m or -F"),
    decision,
  };
  const origin: Origin = {
    impliedKind: () => readImpliedKind(host, repository, "composed"),
    isMerge: () => countParents(host, globals, line) > 1,
  };
  const cleanup = { mode: "verbatim" as const, commentChar: "#" };
  const globalWords = host.argv.slice(1, globals.commandIndex);
  const asCalledHere = (args: string[]): RunResult => askGit(host, globalWords.concat(args));
  const surroundings: GivenMessage["surroundings"] = (ident, kind) =>
    surroundingsOf(host, {
      command: command.name,
      hook: "",
      place: placeBeforeGit(host, repository),
      gitDir: repository.gitDir,
      kind,
      ident,
      // Names such as `HEAD:./` depend on the caller's folder.
      paths: () => treePaths(asCalledHere, host.argv[line.tree] as string, line.parents[0]?.value ?? null),
    });
  const message = { text, cleanup, allowEmpty: true, origin, author: null, again: null, surroundings };
  return applyRulesBeforeGit<Outcome>(host, command, message, unchanged, (after, outcome) => ({
    ...outcome,
    decision: carry(host.argv, line, after),
  }));
}

const roles = ["GIT_AUTHOR_", "GIT_COMMITTER_"];

/**
 * git-annex, git subtree and filter-branch recreate commits this way and depend on the resulting ids and
 * messages. They set all six variables. A caller that composes a new commit leaves at least the date unset or
 * empty; an empty email address still counts as set.
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

/** git drops a parent that is named twice. */
function countParents(host: Host, globals: GlobalPart, { parents }: CommitTreeLine): number {
  if (parents.length < 2) return parents.length;
  const names = parents.map(({ value }) => value + "^0");
  const { stdout } = askGit(host, host.argv.slice(1, globals.commandIndex).concat("rev-parse", names));
  return stdout.split("\n").filter((id, i, ids) => id !== "" && ids.indexOf(id) === i).length;
}

interface Given {
  text: string;
  /** The text of standard input, if it was read (`-F -`, or no message option at all). */
  stdin: string | null;
  /** A pipe or device was read, and git cannot read it again. */
  isUsedUp: boolean;
}

/**
 * The message from all `-m` and `-F`, or from standard input if that is empty; null if one cannot be read.
 */
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
  // With several sources, no single one of them holds the whole message: only `joined` does.
  if (isUsedUp) return { text: joined, stdin: null, isUsedUp };
  if (joined !== "" || stdin !== null) return { text: joined, stdin, isUsedUp };
  const read = host.readStdin();
  return typeof read === "number" ? null : { text: read, stdin: read, isUsedUp };
}

/** Inside its work tree git has changed to the top folder by then; commit-tree does not need a work tree. */
function placeOf({ cwd, top }: Repository, name: string): string {
  return joinPath((cwd + "/").startsWith(top === "/" ? top : top + "/") ? top : cwd, name);
}

function isRegular(host: Host, path: string): boolean {
  const stat = host.stat(path);
  return stat !== null && stat.kind === "file";
}

function carry(argv: readonly string[], line: CommitTreeLine, message: string): Decision {
  if (line.parts.length === 0) return { action: "exec", argv: argv.map((_, i) => i), stdin: message };
  // git adds a final line end to -m; it takes a file verbatim.
  const fits = message.length <= longestArgument && message.endsWith("\n");
  const carrier = fits ? { kind: "argument" as const, message } : { kind: "stdin" as const };
  return { action: "exec", argv: replaceMessage(argv, line.parts, carrier), stdin: fits ? null : message };
}
