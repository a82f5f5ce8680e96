/**
 * Runs the rules over a message before git starts, for commands whose
 * message is rewritten on the command line.
 */
import { finalizePoint } from "../../../engine/core/hook-points.ts";
import type { CommitKind } from "../../../engine/core/occasion.ts";
import type { CleanupSettings } from "../../../engine/core/cleanup-settings.ts";
import type { Plan } from "../../../engine/core/plan.ts";
import { programsAt } from "../../../engine/core/programs/run-programs.ts";
import type { IdentReader } from "../../git/idents.ts";
import type { Decision, Host } from "../../host.ts";
import { lookupsBeforeGit } from "../../hooks/commit-lookups.ts";
import { kindReader, type Origin } from "../../hooks/commit-kind.ts";
import type { CommandInRepository } from "../../plan/open-command.ts";
import { refuseWith, type Outcome } from "../../report/report.ts";
import { nextCommand } from "../../rules/next-command.ts";
import type { Surroundings } from "../../rules/commit-metadata.ts";
import { firePoint } from "../../rules/fire-point.ts";

/** Why a message cannot be rewritten on the command line. */
export interface Obstacle {
  obstacle: string;
}

/**
 * A program may ask for the repository and its index, which only git's own hook has: before git starts, `-a` and paths have not
 * changed the index yet.
 */
export function programsObstacle(plan: Plan): Obstacle | null {
  const runs = programsAt(plan, finalizePoint).some(({ skipped }) => skipped === undefined);
  return runs ? { obstacle: "a program runs, which may ask what the commit changes" } : null;
}

/**
 * A dry run shows what the rules make of a message that is known before git starts, although they will run in a hook. If a
 * hook fails, whatever its status, git exits with 1.
 */
export function foretold(injected: Outcome, rewritten: Outcome): Outcome {
  const { strategy, reason } = injected;
  const isRefused = rewritten.decision.action === "exit";
  const decision: Decision = isRefused ? { action: "exit", status: 1 } : injected.decision;
  return { ...rewritten, strategy, reason, decision };
}

export interface GivenMessage {
  text: string;
  cleanup: CleanupSettings;
  allowEmpty: boolean;
  origin: Origin;
  /** The value of --author, or null. */
  author: string | null;
  /** Renders the command line with a new message. Null for plumbing, whose caller knows how to retry. */
  again: (() => string) | null;
  /** What programs get, where no hook of git's follows. */
  surroundings?: (ident: IdentReader, kind: () => CommitKind) => Surroundings;
}

/**
 * `outcome`: the result if no rule changes the message. `carry`:
 * passes a changed message to git, or says why it cannot.
 */
export function applyRulesBeforeGit<O extends Outcome | Obstacle>(
  host: Host,
  command: CommandInRepository,
  message: GivenMessage,
  outcome: Outcome,
  carry: (text: string, outcome: Outcome) => O,
): Outcome | O {
  const { globals, name, plan, repository, traits } = command;
  const { text, cleanup, allowEmpty, again, surroundings } = message;
  const kind = kindReader(text, cleanup, message.origin);
  const { remotes, ident } = lookupsBeforeGit(host, globals, repository, message.author);
  const { gitDir } = repository;
  const ran = firePoint(host, plan, {
    point: finalizePoint,
    given: text,
    cleanup,
    allowEmpty,
    isSealed: command.layers.seal !== null,
    kind,
    remotes,
    ident,
    ...(surroundings ? { surroundings: surroundings(ident, kind) } : {}),
    nextCommand: again && (() => nextCommand(host, { replays: traits.replays, gitDir, again: again() })),
  });
  const { problems } = ran.findings;
  const judged: Outcome = {
    ...outcome,
    ...ran.findings,
    subject: command.isDryRun ? { command: name, globals, repository, kind: kind(), ident } : null,
  };
  if (problems.length > 0) return refuseWith(judged, problems);
  return ran.value === text ? judged : carry(ran.value, judged);
}
