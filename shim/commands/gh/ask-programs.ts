/** A command of gh that programs are asked about first (`command.before`), as decide-asked.ts does it for git. */
import { commandPoint } from "../../../engine/core/hook-points.ts";
import type { Plan } from "../../../engine/core/plan.ts";
import { readGhLine, type GhLine } from "../../gh/command-line.ts";
import type { GhConfig } from "../../gh/config-file.ts";
import type { Host } from "../../host.ts";
import { fires } from "../../plan/open-command.ts";
import { passThrough, refused, type Outcome } from "../../report/report.ts";
import { hasOldAliases } from "./config.ts";
import {
  askAboutCommand,
  asOwnDecision,
  withAnswer,
  type AskedCommand,
} from "../../rules/command-programs.ts";

export function decideAskedGh(
  host: Host,
  plan: Plan,
  line: GhLine,
  config: GhConfig,
  asked: Pick<AskedCommand, "remotes" | "ident" | "isSealed" | "repository">,
  decide: (host: Host, line: GhLine) => Outcome,
): Outcome {
  if (!fires(plan, commandPoint)) return decide(host, line);
  // The words of an alias are not those that gh acts on.
  const fixed = "at" in line.does && !line.isExpanded ? line.does.at + 1 : null;
  const answer = askAboutCommand(host, plan, { ...asked, program: "gh", fixed });
  const { argv, problems } = answer;
  if (problems.length > 0) return withAnswer(refused("gate", "", problems), answer);
  if (argv === null) return withAnswer(decide(host, line), answer);
  const changed = readGhLine(argv, config, () => hasOldAliases(host));
  const outcome =
    changed.does.kind === "pass"
      ? passThrough(argv, "it sends no description, label or commit message")
      : decide({ ...host, argv }, changed);
  return withAnswer({ ...outcome, decision: asOwnDecision(outcome.decision, argv, host.argv) }, answer);
}
