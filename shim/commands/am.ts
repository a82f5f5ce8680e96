/**
 * `git am`: the rules run in its applypatch-msg hook. `git am --continue` and the like commit the waiting
 * message without running that hook, so the shim judges it before git starts.
 */
import { finalizePoint } from "../../engine/core/hook-points.ts";
import { readAmLine, type AmLine } from "../git/am-line.ts";
import { noTraits } from "../git/command-traits.ts";
import type { HookName } from "../git/hook-names.ts";
import { withoutUses } from "../git/edit-argv.ts";
import type { Host } from "../host.ts";
import { applyToFile } from "../hooks/apply-rules.ts";
import { readImpliedKind } from "../hooks/commit-kind.ts";
import { inject } from "../hooks/inject.ts";
import { messageWithoutOptions } from "../hooks/settings.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import { refuseWith, type Outcome } from "../report/report.ts";
import { placeBeforeGit } from "../rules/program-place.ts";
import type { Command } from "./command.ts";
import { programsObstacle } from "./rewrite/apply-rules-before-git.ts";

const idleModes = ["abort", "quit", "show-current-patch"];
const skippedByNoVerify: readonly HookName[] = ["applypatch-msg", "pre-applypatch"];

export const am: Command<AmLine | null> = {
  kind: "intercepted",
  traits: { ...noTraits, replays: "patch" },
  parse: readAmLine,
  isQuiet: (line) => line !== null && line.quiet,
  onlyStartsOthers: (line) => line !== null && idleModes.indexOf(line.mode ?? "") >= 0,
  needsRepository: true,
  decide,
};

function decide(host: Host, command: CommandInRepository, line: AmLine | null): Outcome {
  const { repository, plan } = command;
  const skips = line === null ? [] : line.skipsVerify;
  const injected = inject(host, command, (settings) => ({
    reason: "git makes the commits itself",
    // A program that asks the index can refuse once the patch is applied.
    enforcingHooks:
      programsObstacle(plan) === null ? ["applypatch-msg"] : ["applypatch-msg", "pre-applypatch"],
    kind: readImpliedKind(host, repository, "am"),
    skipped: skips.length > 0 ? skippedByNoVerify : [],
    edits: withoutUses(host.argv, skips),
    wrapsEditor: line === null || line.interactive,
    message: { ...messageWithoutOptions(settings, "verbatim"), editor: false },
  }));
  const { context } = injected;
  const waiting = repository.gitDir + "/rebase-apply/final-commit";
  const isTakenUp = line !== null && line.mode !== null && host.stat(waiting) !== null;
  if (!isTakenUp || context === null) return injected;
  const { reason, findings } = applyToFile(host, context, plan, {
    point: finalizePoint,
    path: waiting,
    isSealed: command.layers.seal !== null,
    where: { place: placeBeforeGit(host, repository), hook: "" },
  });
  const outcome: Outcome = { ...injected, ...findings, reason: reason || injected.reason };
  return findings.problems.length > 0 ? refuseWith(outcome, findings.problems) : outcome;
}
