/** `command.before`: programs that see an intercepted command of git or gh before it runs. */
import { commandPoint } from "../../engine/core/hook-points.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { whyNul } from "../../engine/core/programs/program-findings.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { TraceEntry } from "../../engine/core/trace.ts";
import { branchOf } from "../git/branch.ts";
import type { IdentReader } from "../git/idents.ts";
import type { Repository } from "../git/repository.ts";
import type { ArgvWord, Decision, Host } from "../host.ts";
import type { Outcome } from "../report/report.ts";
import { known } from "./commit-metadata.ts";
import { firePoint } from "./fire-point.ts";

export interface AskedCommand {
  program: "git" | "gh";
  /** How many of its first words must stay, the name of the command among them; null: all, and no others may follow. */
  fixed: number | null;
  remotes(): string[];
  ident: IdentReader;
  isSealed: boolean;
  repository: Repository | null;
}

export interface CommandAnswer {
  /** The words that the command gets; null if no program changes them. */
  argv: readonly string[] | null;
  trace: TraceEntry[];
  problems: readonly Problem[];
  warnings: readonly Problem[];
}

export function askAboutCommand(host: Host, plan: Plan, asked: AskedCommand): CommandAnswer {
  const { program, fixed, remotes, ident, isSealed, repository } = asked;
  // By whatever path it was called.
  const given = [program as string].concat(host.argv.slice(1));
  const shown = given.map(decodeUtf8);
  const { value, findings } = firePoint(host, plan, {
    point: commandPoint,
    given,
    kind: null,
    remotes,
    ident,
    isSealed,
    surroundings: {
      place: null,
      metadata: () =>
        known({
          program,
          cwd: host.cwd(),
          repository: repository === null ? "" : repository.top,
          branch: repository === null ? "" : branchOf(host, repository.gitDir),
        }),
    },
    whyUnfit: (words) => whyUnfit(words, shown, fixed),
  });
  const argv = value === given ? null : withCallersBytes(value.map(decodeUtf8), shown, host.argv);
  return { ...findings, argv };
}

/** Another command, or another repository, would have other rules. */
function whyUnfit(
  answered: readonly string[],
  given: readonly string[],
  fixed: number | null,
): string | null {
  if (fixed === null)
    return answered.length === given.length && answered.every((word, i) => word === given[i])
      ? null
      : "it cannot change the words of '" + given.join(" ") + "', only refuse them";
  for (let i = 0; i < fixed; i++)
    if (answered[i] !== given[i])
      return "it may change what follows '" + given.slice(0, fixed).join(" ") + "', and nothing before";
  return whyNul(answered, "command line");
}

/**
 * Words need not be UTF-8: those that it leaves alone keep their bytes. Several may look alike once decoded, so the place
 * of a word tells which one it is: counted from the front, or from the end.
 */
function withCallersBytes(
  answered: readonly string[],
  given: readonly string[],
  argv: readonly string[],
): string[] {
  const shorter = Math.min(answered.length, given.length);
  let start = 0;
  while (start < shorter && answered[start] === given[start]) start++;
  let end = 0;
  while (end < shorter - start && answered[answered.length - 1 - end] === given[given.length - 1 - end])
    end++;
  const left: (string | null)[] = given.slice(start, given.length - end);
  return answered.map((word, i) => {
    if (i < start) return argv[i] as string;
    if (i >= answered.length - end) return argv[i + given.length - answered.length] as string;
    const at = left[i - start] === word ? i - start : left.indexOf(word);
    if (at >= 0) left[at] = null;
    const place = at >= 0 ? start + at : given.indexOf(word, 1);
    return place < 0 ? encodeUtf8(word) : (argv[place] as string);
  });
}

/** A decision about `argv`, for a host whose own words are others: it passes its own on by their number. */
export function asOwnDecision(decision: Decision, argv: readonly string[], own: readonly string[]): Decision {
  if (decision.action !== "exec") return decision;
  const asOwn = (word: ArgvWord): ArgvWord =>
    typeof word === "string" || argv[word] === own[word] ? word : (argv[word] as string);
  return { ...decision, argv: decision.argv.map(asOwn) };
}

/** The outcome with what the programs said. */
export function withAnswer<O extends Outcome>(outcome: O, { trace, warnings }: CommandAnswer): O {
  return {
    ...outcome,
    trace: (trace as NonNullable<Outcome["trace"]>).concat(outcome.trace || []),
    warnings: warnings.concat(outcome.warnings || []),
  };
}
