/**
 * The gate for a push that leaves this repository: has it judged, asks the programs about what may go on, and puts the verdict into
 * words. Whoever calls it refuses the push if there are problems.
 */
import { canJudge, notJudgedPrograms } from "../../engine/judge/judge-message.ts";
import type { NotJudged } from "../../engine/judge/judgeable.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Host } from "../host.ts";
import { readEnvFile } from "../plan/env-file.ts";
import type { Findings } from "../report/report.ts";
import type { OutgoingPush } from "./announced-push.ts";
import { createJudge, type CommitJudge } from "./commit-faults.ts";
import {
  describeCommits,
  describeFinding,
  describeNotJudged,
  describeOtherPrograms,
} from "./describe-findings.ts";
import { describeUnreadable } from "./describe-unproved.ts";
import { judgePush } from "./judge-push.ts";
import { isGitsNote } from "./notes.ts";
import { proveWithRemotes } from "./prove-with-remotes.ts";
import { askAboutPush } from "./push-programs.ts";

type Judged = Pick<Findings, "problems" | "warnings" | "commits">;

const nothing: Judged = { problems: [], warnings: [], commits: [] };

export function passGate(host: Host, plan: Plan, push: OutgoingPush): Judged & Pick<Findings, "trace"> {
  const judged = judge(host, plan, push);
  if (judged.problems.length > 0) return { ...judged, trace: [] };
  const { remote, url, lines, seal } = push;
  const { problems, warnings, trace } = askAboutPush(host, plan, {
    remote,
    url,
    lines,
    isSealed: seal !== null,
  });
  return { ...judged, problems, warnings: judged.warnings.concat(warnings), trace };
}

function judge(host: Host, plan: Plan, push: OutgoingPush): Judged {
  const { updates, unreadable, consequence } = push;
  if (unreadable !== null) {
    const described = [describeUnreadable(unreadable, consequence)];
    return consequence === "refused"
      ? { ...nothing, problems: described }
      : { ...nothing, warnings: described };
  }
  if (plan.pushVerify === "off" || updates.every(({ id }) => id === "")) return nothing;
  const warnings = describeOtherPrograms(notJudgedPrograms(plan));
  if (!canJudge(plan)) return { ...nothing, warnings };
  const sealed = readEnvFile(host, plan.envFile);
  if (sealed.problem !== null) return { ...nothing, problems: [sealed.problem], warnings };
  const skipped: { [id: string]: NotJudged } = {};
  const judgeCommit = createJudge(host, plan, sealed.values, push.url, push.seal !== null, (rule) => {
    skipped[rule.id] = rule;
  });
  const judgeNote: CommitJudge = (commit) => (isGitsNote(commit) ? [] : judgeCommit(commit));
  const { findings, isRefused } = judgePush(push, (group) =>
    proveWithRemotes(host, plan, group.areNotes ? judgeNote : judgeCommit, push, group.updates),
  );
  const described = findings.map((finding) => describeFinding(host, plan, push, finding));
  const commits = findings.reduce<Judged["commits"]>(
    (all, { proof }) => all.concat(describeCommits(proof)),
    [],
  );
  if (isRefused) return { problems: described, warnings, commits };
  const open = Object.keys(skipped).map((id) => describeNotJudged(skipped[id] as NotJudged));
  return { problems: [], warnings: warnings.concat(described, open), commits };
}
