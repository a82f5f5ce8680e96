/**
 * The push gate: may these commits leave? Commits that the remote advertises
 * need no judgement, see prove.ts. Only if something is wrong with the
 * others, remotes are asked for more: most pushes need no extra connection.
 */
import { isSamePerson } from "../../engine/judge/author-scope.ts";
import { canJudge, notJudgedPrograms } from "../../engine/judge/judge-message.ts";
import type { NotJudged } from "../../engine/judge/judgeable.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { identOf } from "../git/commit-object.ts";
import { identReader } from "../git/idents.ts";
import { commonDirOf } from "../git/repository.ts";
import type { Host } from "../host.ts";
import type { Seal } from "../seal/seal.ts";
import type { JudgedCommit } from "../report/report.ts";
import { readEnvFile } from "../plan/env-file.ts";
import type { Advertised } from "./advertised.ts";
import { withoutCopies } from "./copies.ts";
import {
  describeCommits,
  describeNotJudged,
  describeOtherPrograms,
  describeRefusal,
  type Consequence,
} from "./describe-findings.ts";
import { describeUnproved, hintFetch, hintRefsUnknown } from "./describe-unproved.ts";
import { createJudge, type CommitJudge } from "./judge-commit.ts";
import { isGitsNote } from "./notes.ts";
import { idSet, isProved, peelTips, prove, provedParents, type Finding, type Proof } from "./prove.ts";
import { isProvedAtOnce } from "./prove-at-once.ts";
import { openObjects, type Objects } from "./raw-objects.ts";
import {
  askCommonCommits,
  fetchAside,
  listRemote,
  readAddressSettings,
  withAlternates,
} from "./remote-has.ts";
import { readShallowEnds } from "./shallow.ts";
import { otherRemotes, trustedRemotes, type Remote } from "./trusted-remotes.ts";
import { isForNotes, mayHoldNotes, type Update } from "./updates.ts";

export interface Push {
  /** The address of the push. */
  url: string;
  /** The remote as the command names it, if known. */
  remote?: string;
  /** A `git send-pack` that was not started by a push. */
  isSendPack?: boolean;
  gitDir: string;
  updates: readonly Update[];
  /** The remote's refs; null if unknown. */
  advertised: Advertised | null;
  seal: Seal | null;
  /** git only reports what it would do, and sends nothing. */
  isDryRun: boolean;
}

export interface JudgedPush {
  /** Why the push is refused; empty if it may continue. */
  problems: readonly Problem[];
  warnings: readonly Problem[];
  commits: readonly JudgedCommit[];
}

export function judgePush(host: Host, plan: Plan, push: Push): JudgedPush {
  const { url, updates } = push;
  let commits: readonly JudgedCommit[] = [];
  if (plan.pushVerify === "off" || updates.length === 0) return { problems: [], warnings: [], commits };
  const warnings = describeOtherPrograms(notJudgedPrograms(plan));
  if (!canJudge(plan)) return { problems: [], warnings, commits };
  const sealed = readEnvFile(host, plan.envFile);
  if (sealed.problem !== null) return { problems: [sealed.problem], warnings, commits };
  const skipped: { [id: string]: NotJudged } = {};
  const judge = createJudge(host, plan, sealed.values, url, push.seal !== null, (rule) => {
    skipped[rule.id] = rule;
  });
  const judgeNote: CommitJudge = (commit) => (isGitsNote(commit) ? [] : judge(commit));
  const kinds: [Update[], CommitJudge][] = [
    [updates.filter((update) => !isForNotes(update)), judge],
    [updates.filter(isForNotes), judgeNote],
  ];
  for (const [some, judgeOne] of kinds) {
    const found = some.length === 0 ? null : findProblem(host, plan, judgeOne, push, some);
    if (found === null) continue;
    commits = commits.concat(found.commits);
    if (consequenceOf(plan, push) === "refused") return { problems: [found.problem], warnings, commits };
    warnings.push(found.problem);
  }
  for (const id of Object.keys(skipped)) warnings.push(describeNotJudged(skipped[id] as NotJudged));
  return { problems: [], warnings, commits };
}

/** What happens to a push with commits that break a rule. */
export function consequenceOf(plan: Plan, { isDryRun }: Pick<Push, "isDryRun">): Consequence {
  if (plan.pushVerify === "warn" || plan.mode === "report") return "sent";
  return isDryRun ? "dry run" : "refused";
}

interface FoundProblem {
  problem: Problem;
  commits: readonly JudgedCommit[];
}

/** Null if the updates may leave. */
function findProblem(
  host: Host,
  plan: Plan,
  judge: CommitJudge,
  push: Push,
  updates: readonly Update[],
): FoundProblem | null {
  const { url, gitDir } = push;
  const wanted = updates.map(({ id }) => id);
  let tips = tipsOf(push, updates);
  const ends = readShallowEnds(host, gitDir, push.seal);
  let objects = openObjects(host, "");
  const folder = commonDirOf(host, gitDir) + "/objects";
  const readLoose = (id: string): string | null => host.readLooseObject(folder, "commit", id);
  if (isProvedAtOnce(objects, judge, wanted, tips, readLoose)) return null;
  /** Stops at the first fault, unless all are asked for: without the remote's newest tips, all of an old history may be faulty. */
  const proveNow = (isWhole: boolean): Proof => prove(objects, judge, wanted, tips, isWhole, ends);
  let last = proveNow(false);
  if (isProved(last)) return null;
  /** All faults, as far as is known now. */
  let whole: Proof | null = null;
  /** Could the remote have what is faulty here, because something is missing, it says so, or it has the original of a copy? */
  const mayFetchHelp = (remote: string): boolean => {
    if (last.unproved !== null) return true;
    const common = askCommonCommits(host, remote, wanted);
    if (common === null || hasOthers(objects, common, tips)) return true;
    const { unproved, findings } = (whole = whole ?? proveNow(true));
    if (unproved !== null || (plan.pushCopies !== "none" && hasOthersCommit(host, findings))) return true;
    // git ends a negotiation once each tip leads to something that the remote has: these may not have been asked about.
    return oldestOf(findings).some((id) => {
      const its = askCommonCommits(host, remote, [id]);
      return its === null || its.indexOf(id) >= 0;
    });
  };
  let aside = "";
  let hasFetched = false;
  try {
    const remotes = otherRemotes(readAddressSettings(host), url, host.cwd());
    const unreached: Remote[] = [];
    for (const asked of [{ name: "", url }].concat(trustedRemotes(plan, remotes))) {
      const remote = asked.url;
      const its = remote === url ? tips : listRemote(host, remote);
      if (its === null) {
        unreached.push(asked);
        continue;
      }
      const missing = missingOf(objects, its);
      const isWorthIt = missing.length > 0 && mayFetchHelp(remote);
      if (isWorthIt && aside === "") {
        aside = host.makeTemporaryFolder();
        if (aside !== "") objects = openObjects(host, withAlternates(host, aside));
      }
      if (isWorthIt && aside !== "") {
        fetchAside(host, gitDir, remote, missing, aside);
        hasFetched = true;
      }
      // Nothing new was learned.
      if (its.length === 0 || (remote === url && !isWorthIt)) continue;
      tips = tips.concat(its);
      whole = null;
      last = proveNow(false);
      if (isProved(last)) return null;
    }
    const proof = whole ?? proveNow(true);
    if (plan.pushCopies !== "none" && proof.findings.length > 0)
      proof.findings = withoutCopies(objects, judge, peelTips(objects, tips).commits, proof.findings);
    if (isProved(proof)) return null;
    const { remote = url } = push;
    const consequence = consequenceOf(plan, push);
    const circumstances = { plan, gitDir, url, remote, consequence, remotes, unreached };
    if (proof.unproved !== null && proof.findings.length === 0)
      return { problem: describeUnproved(host, proof.unproved, circumstances), commits: [] };
    const problem = describeRefusal(host, proof, updates, circumstances);
    if (push.advertised === null && updates.some(({ remoteId }) => remoteId === ""))
      problem.hint = hintRefsUnknown(host, push.isSendPack === true);
    if (hasFetched && missingOf(objects, tipsOf(push, updates)).length > 0)
      problem.hint += "\n" + hintFetch(host, remote);
    return { problem, commits: describeCommits(proof) };
  } finally {
    if (aside !== "") host.removeTemporaryFolder();
  }
}

/**
 * The ids of the remote's refs. Refs of notes count only for a push
 * of notes: what may pass there may not pass on a branch.
 */
function tipsOf({ advertised }: Push, updates: readonly Update[]): string[] {
  const tips: { [id: string]: true } = {};
  const areNotes = updates.some(isForNotes);
  for (const ref of Object.keys(advertised ?? {}))
    if (areNotes || !mayHoldNotes(ref)) tips[(advertised as Advertised)[ref] as string] = true;
  for (const { remoteRef, remoteId } of updates)
    if (remoteId !== "" && (areNotes || !mayHoldNotes(remoteRef))) tips[remoteId] = true;
  return Object.keys(tips);
}

/** Each costs a connection. */
const mostAsked = 4;

/** If the remote has a faulty commit, it has those that it is based on, too. */
function oldestOf(findings: readonly Finding[]): string[] {
  const isFaulty = idSet(findings.map(({ commit }) => commit.id));
  const isBasedOnOther = ({ commit }: Finding): boolean =>
    (provedParents(commit) ?? []).some((parent) => isFaulty[parent] === true);
  const oldest = findings.filter((finding) => !isBasedOnOther(finding));
  return oldest.slice(-mostAsked).map(({ commit }) => commit.id);
}

/** Only a commit of another author may be a copy. */
function hasOthersCommit(host: Host, findings: readonly Finding[]): boolean {
  const self = identReader(host, [], null)("committer");
  return findings.some(({ commit }) => !isSamePerson(identOf(commit, "author"), self));
}

/** Are some of these not reachable from the tips? As git says: it only decides whether to fetch. */
function hasOthers(objects: Objects, ids: readonly string[], tips: readonly string[]): boolean {
  let isAny = false;
  objects.list(["--max-count=1"], ids.concat(tips.map((id) => "^" + id)), (lot) => {
    isAny = isAny || lot.length > 0;
    return false;
  });
  return isAny;
}

function missingOf(objects: Objects, ids: readonly string[]): string[] {
  const missing: string[] = [];
  objects.read(ids, (lot) => {
    for (const { id, type } of lot) if (type === "missing") missing.push(id);
    return true;
  });
  return missing;
}
