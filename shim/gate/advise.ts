/**
 * What to do about commits that break a rule and were to be pushed. One's own are mended. Somebody else's should not
 * be rewritten here: there are ways to push them as they are.
 */
import { isSamePerson } from "../../engine/core/author-scope.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { identOf } from "../git/commit-object.ts";
import { identReader } from "../git/idents.ts";
import type { Host } from "../host.ts";
import { changeFolder } from "./change-folder.ts";
import { mendingHints, type Mending } from "./fix-command.ts";
import { quoteWord } from "../quote-words.ts";
import { runPlainly } from "./raw-objects.ts";
import { isTrustedAddress } from "./trusted-remotes.ts";
import type { Update } from "./updates.ts";
import type { Finding } from "./prove.ts";

/** A hint a line; `findings`: the newest first. */
export function advise(
  host: Host,
  plan: Plan,
  gitDir: string,
  findings: readonly Finding[],
  updates: readonly Update[],
): string[] {
  const self = identReader(host, [], null)("committer");
  const isOwn = ({ commit }: Finding): boolean => isSamePerson(identOf(commit, "author"), self);
  const own = findings.filter(isOwn);
  const others = findings.filter((finding) => !isOwn(finding));
  const mend = own.length === 0 ? [] : mendingHints(host, own, updates, forOwn);
  if (others.length === 0) return mend;
  return mend
    .map((hint, i) => (i === 0 ? "your own: " : "") + hint)
    .concat(adviseOthers(host, plan, gitDir, others), mendingHints(host, others, updates, forOthers));
}

const forOwn: Mending = { option: "", mend: "mend ", reword: "reword " };
const forOthers: Mending = {
  option: "--all-authors ",
  mend: "or rewrite ",
  reword: "or reword ",
};

/** Whose they are comes first, whatever there is to be said about them. */
function adviseOthers(host: Host, plan: Plan, gitDir: string, others: readonly Finding[]): string[] {
  const first = others[0] as Finding;
  const isOne = others.length === 1;
  const whose = (isOne ? "1 of them is" : others.length + " of them are") + " not yours: ";
  const remote = adviseRemote(host, plan, gitDir, first);
  const trust =
    "list authors whose commits may pass in 'push.trustAuthors' of the install config, for instance '" +
    identOf(first.commit, "author") +
    "'";
  if (remote === null) return [whose + trust];
  return [whose + "add the repository " + (isOne ? "it" : "they") + " came from as a remote" + remote, trust];
}

/** What is published on a trusted remote passes. Null if it would not help here. */
function adviseRemote(host: Host, plan: Plan, gitDir: string, { commit }: Finding): string | null {
  const url = fetchedFrom(host, gitDir, commit.id);
  const isTrusted = url !== null && isTrustedAddress(plan, url);
  // A folder on this machine would have to be named.
  if (plan.trustRemotes === undefined && url !== null && !isTrusted) return null;
  const isNamed = plan.trustRemotes === undefined || isTrusted;
  const more = isNamed ? "" : " (the install config has to list it in 'push.trustRemotes')";
  const [name, address] = url === null ? ["<name>", "<url>"] : ["fork", quoteWord(url)];
  return (
    more +
    ", then push again: " +
    changeFolder(host) +
    "git remote add " +
    name +
    " " +
    address +
    " && git fetch " +
    name
  );
}

/** Where the commit was last fetched from, as git writes it down; null if that is not known. */
function fetchedFrom(host: Host, gitDir: string, id: string): string | null {
  const text = host.readFile(gitDir + "/FETCH_HEAD");
  if (typeof text !== "string") return null;
  for (const line of text.split("\n", mostLines)) {
    const match = /^([0-9a-f]{40,64})\t[^\t]*\t(?:.* of )?([^\t\x00-\x1f\x7f]+)$/.exec(line);
    if (match === null) continue;
    const asked = runPlainly(host, ["merge-base", "--is-ancestor", id, match[1] as string], "");
    if (asked.status === 0) return match[2] as string;
  }
  return null;
}

const mostLines = 10;
