/** Rewrites the message of a provably plain `git merge` in its -m or -F. */
import { longestArgument } from "../../git/carry-message.ts";
import { replaceMessage } from "../../git/edit-argv.ts";
import { joinMergeMessages, type MergeLine } from "../../git/merge-line.ts";
import type { OptionUse } from "../../git/parse-options.ts";
import { judgePlainCase } from "../../git/plain-case.ts";
import { joinPath, type Repository } from "../../git/repository.ts";
import type { Decision, Host } from "../../host.ts";
import type { Origin } from "../../hooks/commit-kind.ts";
import type { CommandInRepository } from "../../plan/open-command.ts";
import { asCalled, type Outcome } from "../../report/report.ts";
import { withNewMessage } from "./retry-line.ts";
import { applyRulesBeforeGit, type Obstacle } from "./apply-rules-before-git.ts";

const origin: Origin = { impliedKind: () => "merge", isMerge: () => true };

/** `intercept`: makes a decision also intercept the git commands that git itself starts. */
export function rewriteMerge(
  host: Host,
  command: CommandInRepository,
  line: MergeLine,
  intercept: (decision: Decision) => Decision,
): Outcome | Obstacle {
  const { repository, globals } = command;
  const obstacle = whyNotPlain(line);
  if (obstacle !== null) return { obstacle };
  const plain = judgePlainCase(host, globals.options, repository, {
    skipsVerify: line.skipsVerify.length > 0,
    readsFile: false,
    cleanup: line.cleanup,
    verbose: false,
    doubtful: /^(?:merge\.log|branch\..*\.mergeoptions)$/,
  });
  if (!plain.plain) return { obstacle: plain.reason };
  const { cleanup } = plain;
  if (cleanup.mode === "verbatim") return { obstacle: "nothing is cleaned" };
  const uses = line.messages.length > 0 ? line.messages : line.files;
  const text = readText(host, line, repository);
  if (text === null) return { obstacle: "git cannot read the message either" };
  const again = (): string => withNewMessage(host.argv, uses);
  const message = { text, cleanup, allowEmpty: false, origin, author: null, again };
  const unchanged: Outcome = {
    strategy: "rewrite",
    reason: "the message stands in -m or -F, and nothing touches it later",
    decision: intercept(asCalled(host.argv)),
  };
  return applyRulesBeforeGit<Outcome | Obstacle>(host, command, message, unchanged, (after, outcome) => {
    if (after.length > longestArgument) return { obstacle: "the message is too long for an argument" };
    const argv = replaceMessage(host.argv, uses, { kind: "argument", message: after });
    return { ...outcome, decision: intercept({ action: "exec", argv, stdin: null }) };
  });
}

function whyNotPlain(line: MergeLine): string | null {
  if (line.mode !== null) return "the merge is continued";
  if (!line.isGiven) return "the message is neither in -m nor in -F";
  if (line.messages.length > 0 === line.files.length > 0 || line.files.length > 1)
    return "there is not one message";
  // A fast-forward makes no commit, so there is nothing to judge or report.
  if (line.fastForward !== "never") return "the merge may be a fast-forward";
  if (line.edit === true) return "--edit is given";
  if (line.signoff) return "--signoff is given";
  return line.log ? "--log is given" : null;
}

function readText(host: Host, line: MergeLine, repository: Repository): string | null {
  if (line.messages.length > 0) return joinMergeMessages(line.messages.map((use) => use.value as string));
  const name = (line.files[0] as OptionUse).value as string;
  const path = joinPath(repository.cwd, name);
  const stat = host.stat(path);
  const text = stat !== null && stat.kind === "file" ? host.readFile(path) : 0;
  return typeof text === "string" && !text.includes("\0") ? text : null;
}
