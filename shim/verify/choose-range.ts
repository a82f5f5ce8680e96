/** Chooses the commits to verify. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Update } from "../push/announced-push.ts";
import { groupUpdates } from "../push/judge-push.ts";
import { parseReceived } from "../push/parse-updates.ts";
import type { Refusal } from "../verbs/verb-form.ts";
import type { VerifyRequest } from "./request.ts";
import { toInput, whyNotWhole, wordsToInput } from "./whole-revisions.ts";

/** Arguments for `git rev-list`. */
export interface Range {
  /** Words after --stdin. */
  options: readonly string[];
  /** Revisions, one per line; a byte string. */
  input: string;
}

/**
 * Refs with commits that git makes for itself. `--all` omits them,
 * and their commits do not count as already known.
 */
const ownRefs = ["refs/notes/*", "refs/namespaces/*/refs/notes/*", "refs/replace/*", "refs/stash"];
const allRefs = ownRefs.map((glob) => `--exclude=${glob}`).concat("--all");

export interface JudgedRange extends Range {
  /** The commits go to refs/notes, where git's own messages pass. */
  areNotes: boolean;
  /** Ids that a push brings. Each must be accounted for (account.ts). Empty for commits that are here already. */
  pushed: readonly string[];
  /** Of a push: the updates that bring them. */
  updates?: readonly Update[];
}

/**
 * Empty if there is nothing to walk. `input`: standard input, or an errno. `unpublished`: the default range;
 * null if there is no commit at all.
 */
export function chooseRanges(
  request: VerifyRequest,
  input: string | number,
  unpublished: () => Range | null,
): JudgedRange[] | Refusal {
  if (request.from === "pre-receive") return pushedRanges(input);
  const range = request.from === "default" ? unpublished() : namedRange(request, input);
  if (range === null) return [];
  return "message" in range ? range : [{ ...range, areNotes: false, pushed: [] }];
}

function namedRange({ from, revisions }: VerifyRequest, input: string | number): Range | Refusal {
  if (from === "all") return { options: allRefs, input: "" };
  if (from === "revisions") return { options: [], input: wordsToInput(revisions) };
  if (typeof input === "number")
    return { message: "standard input cannot be read", hint: "give it the revisions, one per line" };
  if (input === "") return { options: [], input };
  const named = toInput(input);
  return whyNotWhole(named) ?? { options: [], input: named };
}

function pushedRanges(input: string | number): JudgedRange[] | Refusal {
  const parsed = parseReceived(typeof input === "string" ? input : "");
  if ("line" in parsed)
    return notGits(
      parsed.line === null
        ? "standard input does not hold what git tells a pre-receive hook"
        : `the line '${decodeUtf8(parsed.line)}' is not one that git tells a pre-receive hook`,
    );
  return groupUpdates(parsed).map(({ updates, areNotes }) => {
    const pushed = updates.map(({ id }) => id);
    // Notes that the repository already has were judged as notes.
    return { ...rangeOf(pushed, areNotes ? ["--all"] : allRefs), areNotes, pushed, updates };
  });
}

function rangeOf(pushed: readonly string[], known: readonly string[]): Range {
  return { options: ["--not"].concat(known), input: pushed.map((id) => id + "\n").join("") };
}

/** Tests whether the commits of a ref count as already known: the same choice as the options of the range. */
export function knownRefs({ areNotes }: JudgedRange): (ref: string) => boolean {
  if (areNotes) return () => true;
  // As in git, `*` also matches a slash.
  const own = new RegExp(`^(?:${ownRefs.join("|").replace(/\*/g, ".*")})$`);
  return (ref) => !own.test(ref);
}

function notGits(message: string): Refusal {
  return { message, hint: "call it from a pre-receive hook, on the hook's own standard input: docs/ci.md" };
}
