/** Describes commits that break a rule, and what that means for the push. */
import type { NotJudged } from "../../engine/judge/judgeable.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { titleOf } from "../../engine/core/white-space.ts";
import { encodingOf } from "../git/commit-object.ts";
import { shownAddress } from "../git/remotes.ts";
import type { Host } from "../host.ts";
import type { JudgedCommit } from "../report/report.ts";
import { advise } from "./advise.ts";
import type { OutgoingPush, Update } from "./announced-push.ts";
import { changeFolder, type Circumstances } from "./circumstances.ts";
import type { Fault } from "./commit-faults.ts";
import { describeUnproved, endings, hintFetch, hintRefsUnknown } from "./describe-unproved.ts";
import type { Finding, Proof } from "./prove.ts";
import type { Unproven } from "./prove-with-remotes.ts";

export function describeCommits({ findings }: Proof): JudgedCommit[] {
  return findings.map(({ commit, faults }) => ({ id: commit.id, title: titleOf(commit.message), faults }));
}

/** What is wrong, and the way out. */
export function describeFinding(
  host: Host,
  plan: Plan,
  push: OutgoingPush,
  { proof, updates, remotes, unreached, lacksRemotes }: Unproven,
): Problem {
  const circumstances = { ...push, plan, remotes, unreached };
  if (proof.unproved !== null && proof.findings.length === 0)
    return describeUnproved(host, proof.unproved, circumstances);
  const problem = describeRefusal(host, proof, updates, circumstances);
  if (push.advertised === null && updates.some(({ remoteId }) => remoteId === ""))
    problem.hint = hintRefsUnknown(host, push.isSendPack);
  if (lacksRemotes) problem.hint += "\n" + hintFetch(host, push.remote);
  return problem;
}

function describeRefusal(
  host: Host,
  { findings, commits }: Proof,
  updates: readonly Update[],
  push: Circumstances,
): Problem {
  const { url, consequence } = push;
  const isBroken = findings.some(hasFault("broken"));
  const count = findings.length + " of " + commits;
  const verb = isBroken
    ? findings.length === 1
      ? " breaks a rule"
      : " break a rule"
    : " cannot be judged here";
  return {
    code: isBroken ? "push-refused" : "push-unjudged",
    message:
      count +
      (commits === 1 ? " commit" : " commits") +
      " for '" +
      shownAddress(url) +
      "'" +
      verb +
      endings[consequence],
    hint: isBroken
      ? advise(host, push, findings.filter(hasFault("broken")), updates).join("\n")
      : hintsToJudge(host, push, findings, updates).join("\n"),
    source: "",
  };
}

function hasFault(wanted: Fault["kind"]): (finding: Finding) => boolean {
  return ({ faults }) => faults.some(({ kind }) => kind === wanted);
}

/** What makes commits judgeable: the missing values, or the message written anew. */
function hintsToJudge(
  host: Host,
  push: Circumstances,
  findings: readonly Finding[],
  updates: readonly Update[],
): string[] {
  const unreadable = findings.filter(hasFault("unreadable"));
  const hints = findings.some(hasFault("unjudged")) ? ["set what is missing, and push again"] : [];
  if (unreadable.length === 0) return hints;
  // Else git would write the new message in the same encoding.
  if (unreadable.some(({ commit }) => encodingOf(commit) !== null))
    hints.push(
      "have git write messages in UTF-8: " + changeFolder(host) + "git config i18n.commitEncoding UTF-8",
    );
  return hints.concat(advise(host, push, unreadable, updates));
}

/** Warns of a rule whose condition does not hold here, so that commits made here are not checked by it either. */
export function describeNotJudged({ id, source, plugin, reason }: NotJudged): Problem {
  return {
    code: "push-unjudged",
    message: "the commits were not judged by '" + id + "': " + reason,
    hint: "set it in the install config ('env:' or 'envFile:') if the rule is to hold wherever a push comes from",
    source,
    plugin,
  };
}

/** Warns once of all programs: the commits may be as these would have made them, or not, and nobody can tell. */
export function describeOtherPrograms(programs: readonly NotJudged[]): Problem[] {
  const [first] = programs;
  if (first === undefined) return [];
  const isOne = programs.length === 1;
  const reason = isOne ? first.reason : "they are programs, which run only while a commit is made";
  return [
    {
      code: "push-unjudged",
      message:
        "the commits were not judged by " +
        programs.map(({ id }) => "'" + id + "'").join(", ") +
        ": " +
        reason,
      hint: isOne
        ? "if it makes the same of the same message, always, say so: 'deterministic: true' in its handler"
        : "if one makes the same of the same message, always, say so: 'deterministic: true' in its handler",
      source: isOne ? first.source : "",
      ...(isOne ? { plugin: first.plugin } : {}),
    },
  ];
}
