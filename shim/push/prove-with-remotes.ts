/**
 * The proof, with what remotes can add to it. Only if something is wrong with the commits that the remote does not advertise,
 * remotes are asked for more: most pushes need no extra connection.
 */
import { isSamePerson } from "../../engine/judge/author-scope.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { identOf } from "../git/commit-object.ts";
import { identReader } from "../git/idents.ts";
import { commonDirOf } from "../git/repository.ts";
import type { Host } from "../host.ts";
import type { Advertised, OutgoingPush, Update } from "./announced-push.ts";
import type { CommitJudge } from "./commit-faults.ts";
import { withoutCopies } from "./copies.ts";
import { idSet, provedParents, type Ids } from "./object-links.ts";
import { isProved, prove, type Finding, type Proof } from "./prove.ts";
import { isProvedAtOnce } from "./prove-at-once.ts";
import { peelTips } from "./published.ts";
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
import { isForNotes, mayHoldNotes } from "./updates.ts";

/** Updates that are not proved, with all of their faults, and what was learned on the way. */
export interface Unproven {
  updates: readonly Update[];
  proof: Proof;
  /** The repository's other remotes, and the trusted ones among them that could not be reached. */
  remotes: Remote[];
  unreached: Remote[];
  /** What the remote advertises could not all be fetched: the faulty commits may be among it. */
  lacksRemotes: boolean;
}

/** What is known so far. */
interface Attempt {
  host: Host;
  plan: Plan;
  push: OutgoingPush;
  judge: CommitJudge;
  wanted: readonly string[];
  /** The ids that remotes advertise. */
  tips: string[];
  ends: Ids;
  objects: Objects;
  /** A folder for what is fetched; empty if nothing was. */
  aside: string;
  /**
   * The proof with what is known so far. It ends at the first commit that breaks a rule: while tips of the remote are missing here, a
   * whole old history can count as new, and nobody wants to know all that is wrong with it.
   */
  proof: Proof;
  /** The same with all faults, once somebody needs them. */
  whole: Proof | null;
}

/** Null if the push is proved. */
export function proveWithRemotes(
  host: Host,
  plan: Plan,
  judge: CommitJudge,
  push: OutgoingPush,
  updates: readonly Update[],
): Unproven | null {
  const { url, gitDir } = push;
  const wanted = updates.map(({ id }) => id);
  const advertised = tipsOf(push, updates);
  const ends = readShallowEnds(host, gitDir, push.seal);
  const objects = openObjects(host, "");
  const folder = commonDirOf(host, gitDir) + "/objects";
  const readLoose = (id: string): string | null => host.readLooseObject(folder, "commit", id);
  if (isProvedAtOnce(objects, judge, wanted, advertised, readLoose)) return null;
  const proof = prove(objects, judge, wanted, advertised, false, ends);
  if (isProved(proof)) return null;
  const known = { tips: advertised, ends, objects, aside: "", proof, whole: null };
  const attempt: Attempt = { host, plan, push, judge, wanted, ...known };
  try {
    const remotes = otherRemotes(readAddressSettings(host), url, host.cwd());
    const unreached: Remote[] = [];
    for (const remote of [{ name: "", url }].concat(trustedRemotes(plan, remotes))) {
      const its = remote.url === url ? advertised : listRemote(host, remote.url);
      if (its === null) unreached.push(remote);
      else if (learnFrom(attempt, remote.url, its) && proveAgain(attempt)) return null;
    }
    const found = withoutExcused(attempt);
    if (isProved(found)) return null;
    const hasFetched = attempt.aside !== "" && found.findings.length > 0;
    const lacksRemotes = hasFetched && missingOf(attempt.objects, advertised).length > 0;
    return { updates, proof: found, remotes, unreached, lacksRemotes };
  } finally {
    if (attempt.aside !== "") host.removeTemporaryFolder();
  }
}

/** `its`: the ids that the remote advertises. False if nothing new was learned. */
function learnFrom(attempt: Attempt, remote: string, its: readonly string[]): boolean {
  const missing = missingOf(attempt.objects, its);
  const isWorthIt = missing.length > 0 && mayFetchHelp(attempt, remote);
  if (isWorthIt) fetch(attempt, remote, missing);
  const isPushedTo = remote === attempt.push.url;
  if (its.length === 0 || (isPushedTo && !isWorthIt)) return false;
  if (!isPushedTo) attempt.tips = attempt.tips.concat(its);
  return true;
}

function fetch(attempt: Attempt, remote: string, missing: readonly string[]): void {
  const { host, push } = attempt;
  if (attempt.aside === "") {
    attempt.aside = host.makeTemporaryFolder();
    if (attempt.aside === "") return;
    attempt.objects = openObjects(host, withAlternates(host, attempt.aside));
  }
  fetchAside(host, push.gitDir, remote, missing, attempt.aside);
}

function proveAgain(attempt: Attempt): boolean {
  const { objects, judge, wanted, tips, ends } = attempt;
  attempt.whole = null;
  attempt.proof = prove(objects, judge, wanted, tips, false, ends);
  return isProved(attempt.proof);
}

function wholeProof(attempt: Attempt): Proof {
  const { objects, judge, wanted, tips, ends } = attempt;
  attempt.whole = attempt.whole ?? prove(objects, judge, wanted, tips, true, ends);
  return attempt.whole;
}

/**
 * Is a fetch from the remote worth its time? Only if it may show that a faulty commit is published:
 * - an object is missing here, so that the proof is open;
 * - the remote says that it has commits of this push which its tips, as far as they are here, do not lead to;
 * - a faulty commit is somebody else's, so it may be a copy of one that the remote has.
 */
function mayFetchHelp(attempt: Attempt, remote: string): boolean {
  const { host, plan, objects, wanted, tips, proof } = attempt;
  if (proof.unproved !== null) return true;
  const common = askCommonCommits(host, remote, wanted);
  if (common === null || hasOthers(objects, common, tips)) return true;
  const { unproved, findings } = wholeProof(attempt);
  if (unproved !== null || (plan.pushCopies !== "none" && hasOthersCommit(host, findings))) return true;
  // git ends a negotiation once each tip leads to something that the remote has: these may not have been asked about.
  return oldestOf(findings).some((id) => {
    const its = askCommonCommits(host, remote, [id]);
    return its === null || its.indexOf(id) >= 0;
  });
}

/** All faults, but for those of copies that may pass. */
function withoutExcused(attempt: Attempt): Proof {
  const { plan, objects, judge, tips } = attempt;
  const proof = wholeProof(attempt);
  if (plan.pushCopies === "none" || proof.findings.length === 0) return proof;
  const starts = peelTips(objects, tips).commits;
  return { ...proof, findings: withoutCopies(objects, judge, starts, proof.findings) };
}

/**
 * The ids of the remote's refs. Refs of notes count only for a push
 * of notes: what may pass there may not pass on a branch.
 */
function tipsOf({ advertised }: OutgoingPush, updates: readonly Update[]): string[] {
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
  objects.list(["--max-count=1"], ids.concat(tips.map((id) => "^" + id)), (listed) => {
    isAny = isAny || listed.length > 0;
    return false;
  });
  return isAny;
}

function missingOf(objects: Objects, ids: readonly string[]): string[] {
  const missing: string[] = [];
  objects.read(ids, (read) => {
    for (const { id, type } of read) if (type === "missing") missing.push(id);
    return true;
  });
  return missing;
}
