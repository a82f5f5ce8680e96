/** The hook points over what one command of gh sends, and what they find. */
import { fires } from "../../plan/open-command.ts";
import { encodeUtf8, decodeUtf8 } from "../../../engine/core/bytes.ts";
import { demote } from "../../../engine/core/dispatch/demote.ts";
import { changeMessage } from "../../../engine/core/effect-problems.ts";
import type { CommitKind, Occasion } from "../../../engine/core/occasion.ts";
import {
  descriptionPoints,
  finalizePoint,
  labelsPoint,
  type HookPointName,
} from "../../../engine/core/hook-points.ts";
import { asStored } from "../../../engine/core/cleanup-settings.ts";
import type { Plan } from "../../../engine/core/plan.ts";
import type { Problem } from "../../../engine/core/problem.ts";
import { branchOf } from "../../git/branch.ts";
import type { IdentReader } from "../../git/idents.ts";
import type { Repository } from "../../git/repository.ts";
import type { Host } from "../../host.ts";
import { openValues } from "../../plan/open-values.ts";
import type { Findings } from "../../report/report.ts";
import { known, type Surroundings } from "../../rules/commit-metadata.ts";
import { firePoint, type PointResult, type ShimFiring } from "../../rules/fire-point.ts";

/** Each gives what is to be sent: what came, if the plan only reports or a rule is broken. */
export interface GhRules {
  /**
   * What `when.remote` compares for the texts that follow, instead of `remotes`; null where nobody can tell which repository
   * it is: then a rule that asks for it goes by `remotes`, and that is said.
   */
  goesTo(repositories: () => readonly string[] | null): void;
  /** Does a contribution want to see it? */
  hasDescriptions: boolean;
  hasLabels: boolean;
  hasMessages: boolean;
  description(text: string): string;
  /** `removed`: labels that the same command takes away, which are not added. */
  labels(labels: readonly string[], removed: readonly string[]): readonly string[];
  /** Of a commit that the server makes. `isComposed`: its first line is the server's, and only stands for it here. */
  message(text: string, kind: CommitKind, isComposed: boolean): string;
  found: Pick<Findings, "trace" | "message"> & {
    problems: Problem[];
    warnings: Problem[];
    /** What no rule could go by. */
    unseen: string[];
  };
}

const unknownRepository =
  "which repository this goes to, and a rule asks for it ('when.remote'): name it as repos/OWNER/NAME";

interface RanText {
  after: string;
  /** Is it to be sent? */
  isKept: boolean;
}

export function hasPoint(plan: Plan, points: readonly HookPointName[]): boolean {
  return points.some((point) => fires(plan, point));
}

/** Are there rules that nothing but gh fires? */
export function hasGhRules(plan: Plan): boolean {
  return hasPoint(plan, descriptionPoints.concat(labelsPoint));
}

/** Where gh is called, and for which repository. */
export interface GhPlace {
  remotes: Occasion["remotes"];
  ident: IdentReader;
  isSealed: boolean;
  repository: Repository | null;
}

type GhFiring<V extends string | readonly string[]> = Pick<
  ShimFiring<V>,
  "point" | "given" | "cleanup" | "removed" | "asSent"
>;

/** Fires points where gh is called, and adds what they find to `found`. */
function firingFor(
  host: Host,
  plan: Plan,
  { remotes: here, ident, isSealed, repository }: GhPlace,
  found: GhRules["found"],
) {
  let destination: () => readonly string[] | null = here;
  const remotes = (): string[] => {
    const named = destination();
    if (named !== null) return named.slice();
    if (found.unseen.indexOf(unknownRepository) < 0) found.unseen.push(unknownRepository);
    return here();
  };
  const opened = openValues(host, plan, ident);
  if (opened.problem !== null) found.problems.push(opened.problem);
  const surroundings = (kind: CommitKind | null): Surroundings => ({
    place: null,
    metadata: () =>
      known({
        program: "gh",
        kind: kind ?? "",
        remote: (destination() ?? here())[0] ?? "",
        repository: repository === null ? "" : repository.top,
        branch: repository === null ? "" : branchOf(host, repository.gitDir),
      }),
  });

  const fire = <V extends string | readonly string[]>(
    firing: GhFiring<V>,
    kind: CommitKind | null,
    hint: string,
  ): PointResult<V> => {
    const ran = firePoint(host, plan, {
      ...firing,
      kind: () => kind,
      remotes,
      ident,
      opened,
      isSealed,
      surroundings: surroundings(kind),
    });
    const { trace, problems, warnings } = ran.findings;
    // No git command goes on from here.
    const withHint = (each: Problem): Problem => (each.hint === changeMessage ? { ...each, hint } : each);
    found.trace = found.trace.concat(trace);
    found.warnings = found.warnings.concat(warnings.map(withHint));
    found.problems = found.problems.concat(problems.map(withHint));
    return ran;
  };
  const goesTo: GhRules["goesTo"] = (repositories) => {
    destination = repositories;
  };
  return { fire, goesTo };
}

export function makeRules(host: Host, plan: Plan, place: GhPlace): GhRules {
  const found: GhRules["found"] = { trace: [], message: null, problems: [], warnings: [], unseen: [] };
  const { fire, goesTo } = firingFor(host, plan, place, found);
  const refuse = (problem: Problem): void => {
    const { problems, warnings } = demote(plan, null, { value: null, problems: [problem], warnings: [] });
    found.problems = found.problems.concat(problems);
    found.warnings = found.warnings.concat(warnings);
  };
  const runText = (point: HookPointName, text: string, kind: CommitKind | null, hint: string): RanText => {
    const cleanup = point === finalizePoint ? asStored : null;
    const asSent = (after: string): string => withEndOf(text, after);
    const { value, findings } = fire({ point, given: text, cleanup, asSent }, kind, hint);
    const after = findings.message === null ? text : findings.message.after;
    return { after, isKept: value === after && findings.problems.length === 0 };
  };
  const show = (before: string, after: string): void => {
    if (found.message === null) found.message = { before, after };
  };
  return {
    found,
    goesTo,
    hasDescriptions: hasPoint(plan, descriptionPoints),
    hasLabels: hasPoint(plan, [labelsPoint]),
    hasMessages: hasPoint(plan, [finalizePoint]),
    description(text) {
      const problem = whyUnfit(text, "description");
      if (problem !== null) {
        refuse(problem);
        return text;
      }
      let draft = text;
      let isKept = true;
      for (const point of descriptionPoints) {
        const ran = runText(point, draft, null, "");
        draft = ran.after;
        isKept = isKept && ran.isKept;
      }
      show(text, draft);
      const tooLong = draft === text ? null : whyTooLong(draft);
      if (tooLong !== null) refuse(tooLong);
      return isKept && tooLong === null ? draft : text;
    },
    labels(labels, removed) {
      return fire({ point: labelsPoint, given: labels, removed }, null, "").value;
    },
    message(text, kind, isComposed) {
      const problem = whyUnfit(text, "message");
      if (problem !== null) refuse(problem);
      const hint = isComposed
        ? "give the first line too: GitHub composes it, and no rule sees it"
        : "change the message, and try again";
      if (problem !== null) return text;
      const { after, isKept } = runText(finalizePoint, text, kind, hint);
      show(text, after);
      return isKept ? after : text;
    },
  };
}

/** An effect may end the text with a line end, which nobody misses in a field of a request. */
function withEndOf(before: string, after: string): string {
  return after !== before && !before.endsWith("\n") && after.endsWith("\n") ? after.slice(0, -1) : after;
}

function whyUnfit(text: string, what: "description" | "message"): Problem | null {
  const tooLong = what === "description" ? whyTooLong(text) : null;
  if (tooLong !== null) return tooLong;
  const hasNul = text.includes("\0");
  if (!hasNul && encodeUtf8(decodeUtf8(text)) === text) return null;
  return {
    code: "gh-not-text",
    message:
      "the " + what + (hasNul ? " has a NUL byte in it" : " is not UTF-8, and gh would replace bytes of it"),
    hint: "write it as UTF-8",
    source: "",
  };
}

/** What GitHub takes. */
const mostCharacters = 65536;

/** Counts code points, the fewest that a server could count. */
function whyTooLong(text: string): Problem | null {
  if (text.length <= mostCharacters) return null;
  const count = text.replace(/[\x80-\xbf]/g, "").length;
  if (count <= mostCharacters) return null;
  return {
    code: "gh-too-long",
    message: "the description has " + count + " characters, and GitHub takes " + mostCharacters,
    hint: "shorten it, or put the long part into a comment or a file",
    source: "",
  };
}
