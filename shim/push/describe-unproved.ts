/**
 * Describes why it cannot be proved what a push would send: bytes that the proof needs are missing or forged,
 * or git's output cannot be parsed. The gate blocks such a push, whatever the rules say.
 */
import type { Problem } from "../../engine/core/problem.ts";
import { forReading } from "../git/environment.ts";
import { shownAddress } from "../git/remotes.ts";
import type { Host } from "../host.ts";
import { quoteWord } from "../../engine/core/quote-words.ts";
import type { Consequence, OutgoingPush, Unreadable } from "./announced-push.ts";
import { changeFolder } from "./circumstances.ts";
import type { Proof } from "./prove.ts";
import { mostNestedTags } from "./read-types.ts";
import { longestName, mostRefs } from "./updates.ts";

export const endings: { [C in Consequence]: string } = {
  refused: "; nothing was pushed",
  sent: "",
  "dry run": "; without --dry-run the push is refused",
};

type Unproved = Pick<OutgoingPush, "remote" | "consequence">;

/** Describes what a proof left open. */
export function describeUnproved(host: Host, open: NonNullable<Proof["unproved"]>, push: Unproved): Problem {
  if (open.why === "missing") return missingObject(host, open.id, push);
  if (open.why === "forged") return forgedObject(open.id, push);
  if (open.why === "large") return largeObject(open.id, push);
  if (open.why === "nested") return nestedTags(open.id, push);
  if (open.why === "unlisted") return unlisted(open.id, push);
  return noCommit(open.id, open.child, push);
}

/** An object that is neither here nor published: a shallow clone ends before it, or it was lost. */
function missingObject(host: Host, id: string, push: Unproved): Problem {
  const isShallow =
    host.runGit(["rev-parse", "--is-shallow-repository"], { only: forReading }).stdout === "true\n";
  const why = isShallow ? ": the clone is shallow" : "";
  return unproved(
    "the history of what would leave cannot be proved, because '" + id + "' is not here" + why,
    isShallow
      ? "get it, then push again: " +
          changeFolder(host) +
          "git fetch --unshallow" +
          wordFor(host, push.remote)
      : fsck,
    push.consequence,
  );
}

/**
 * A remote that was fetched from has the history. About any other
 * nothing is known, so leave the choice to git.
 */
function wordFor(host: Host, remote: string): string {
  const { stdout } = host.runGit(["for-each-ref", "--count=1", "refs/remotes/" + remote + "/"], {
    only: forReading,
  });
  return stdout === "" ? "" : " " + quoteWord(remote);
}

/** Hint: commits that break a rule may already be published, but that could not be checked. */
export function hintFetch(host: Host, remote: string): string {
  return (
    "the remote has commits that could not be fetched; if these are among them, get them, then push again: " +
    changeFolder(host) +
    "git fetch " +
    quoteWord(shownAddress(remote))
  );
}

/** Hint: do not rewrite commits that may be published. */
export function hintRefsUnknown(host: Host, isSendPack: boolean): string {
  const why = "interlock could not see the remote's refs, so commits that are already there count as new";
  if (isSendPack) return why + "; use 'git push'";
  return why + (host.env("GIT_TRACE_PACKET") ? "; run it again without GIT_TRACE_PACKET" : "");
}

const fsck = "see what is damaged or lost, fix it, and push again: git fsck";

/** An object whose bytes hash to another id. */
function forgedObject(id: string, { consequence }: Pick<Unproved, "consequence">): Problem {
  return unproved(
    "the object under the id '" + id + "' is another one: its bytes do not have that id",
    fsck,
    consequence,
  );
}

/** A commit or a tag that is larger than the host reads. */
function largeObject(id: string, { consequence }: Unproved): Problem {
  return unproved(
    "'" + id + "' has more than 16 MiB, which is more than interlock reads of a commit or a tag",
    "make it anew with a shorter message, and push again",
    consequence,
  );
}

function nestedTags(id: string, { consequence }: Unproved): Problem {
  return unproved(
    "more than " + mostNestedTags + " tags lead from one to the next, and then to '" + id + "'",
    "make a tag that names the commit itself, and push that",
    consequence,
  );
}

function unlisted(id: string, { consequence }: Unproved): Problem {
  return unproved("git does not list the commits that '" + id + "' leads to", fsck, consequence);
}

/** `child`: a commit or tag that names `id` as a commit. */
function noCommit(id: string, child: string, { consequence }: Pick<Unproved, "consequence">): Problem {
  if (child === "") return unproved("'" + id + "' is not an object that can be read", fsck, consequence);
  return unproved(
    "'" + id + "' is a parent of '" + child + "', and is not a commit",
    "make '" +
      child +
      "' anew with parents that are commits, and push again; to see what else is wrong: git fsck",
    consequence,
  );
}

/** A terminal would cut off longer lines. */
const mostShown = 200;

/** Describes why it is not known what git would send. */
export function describeUnreadable(unreadable: Unreadable, consequence: Consequence): Problem {
  if (unreadable.why === "refs") return tooMuch(unreadable.count + " refs", mostRefs, consequence);
  if (unreadable.why === "name")
    return tooMuch("a name of " + unreadable.length + " bytes", longestName, consequence);
  const { line } = unreadable;
  const shown = line.length > mostShown ? line.slice(0, mostShown) + "..." : line;
  return unproved(
    "this line of git's is not understood: '" + shown + "'",
    "push without the ref that it names, or update interlock",
    consequence,
  );
}

function tooMuch(what: string, most: number, consequence: Consequence): Problem {
  return unproved(
    "one push with " + what + " is more than interlock reads (" + most + ")",
    "push fewer refs at a time",
    consequence,
  );
}

function unproved(message: string, hint: string, consequence: Consequence): Problem {
  return { code: "push-unproved", message: message + endings[consequence], hint, source: "" };
}
