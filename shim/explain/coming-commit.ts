/**
 * Judges a `git commit -m` before it runs, for an agent that is about to type it: by the rules and by the programs that
 * give the same answer when git asks them (`deterministic: true`). No other program runs.
 */
import { finalizePoint } from "../../engine/core/hook-points.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { programsAt } from "../../engine/core/programs/run-programs.ts";
import { has, readCommitLine, whyNotPlain, type CommitLine } from "../git/commit-line.ts";
import { joinMessages } from "../git/commit-message.ts";
import { parseGlobalOptions, type GlobalPart } from "../git/global-options.ts";
import { identReader } from "../git/idents.ts";
import { judgePlainCase, type PlainCase } from "../git/plain-case.ts";
import { lookupsBeforeGit } from "../hooks/commit-lookups.ts";
import { kindOfLine, kindReader, originOfCommit } from "../hooks/commit-kind.ts";
import type { Host } from "../host.ts";
import { openPlan, type OpenedPlan } from "../plan/open-command.ts";
import { askAboutCommand } from "../rules/command-programs.ts";
import { firePoint } from "../rules/fire-point.ts";

export interface ComingCommit {
  /** The rules that it would break, and the programs that would refuse it. */
  broken: Problem[];
  warnings: Problem[];
  /** May its message still change before git commits it? */
  mayChange: boolean;
}

/** `host`: with the commit's command line, folder and variables. Null if its message is not in that line. */
export function judgeComingCommit(host: Host): ComingCommit | null {
  const coming = readComingCommit(host.argv);
  if (coming === null) return null;
  const opened = openPlan(host, coming.globals, true);
  return opened.plan === null ? null : judge(host, opened, opened.plan, coming);
}

interface ComingLine {
  globals: GlobalPart;
  line: CommitLine;
}

/** Null if it is no commit whose message is in the line. */
export function readComingCommit(argv: readonly string[]): ComingLine | null {
  const globals = parseGlobalOptions(argv);
  if (globals === null || argv[globals.commandIndex] !== "commit") return null;
  const line = readCommitLine(argv, globals.commandIndex + 1);
  if (line === null || line.isDryRun || line.messages.length === 0 || isComposedElsewhere(line)) return null;
  return { globals, line };
}

/** What git adds at the end, as a sign-off, is another matter. */
function isComposedElsewhere(line: CommitLine): boolean {
  return ["edit", "file", "fixup", "squash", "reuse-message", "reedit-message"].some((name) =>
    has(line, name),
  );
}

function judge(
  host: Host,
  { repository, layers }: OpenedPlan,
  plan: Plan,
  { globals, line }: ComingLine,
): ComingCommit {
  const cleanup = { mode: "whitespace" as const, commentChar: "#" };
  const plain: PlainCase =
    repository === null
      ? { plain: true, cleanup, verbose: false }
      : judgePlainCase(host, globals.options, repository, {
          skipsVerify: line.skipsVerify.length > 0,
          readsFile: false,
          cleanup: line.cleanup,
          verbose: line.verbose,
          doubtful: null,
        });
  const isSealed = layers.seal !== null;
  const lookups =
    repository === null
      ? { remotes: () => [], ident: identReader(host, [], line.author) }
      : lookupsBeforeGit(host, globals, repository, line.author);
  const asking = { ...host, ...onlyDeterministic(host, plan) };
  askAboutCommand(asking, plan, { program: "git", fixed: null, ...lookups, isSealed, repository });
  const text = joinMessages(line.messages);
  const words = host.argv.slice(1, globals.commandIndex);
  const origin =
    repository === null
      ? { impliedKind: () => kindOfLine(line), isMerge: () => false }
      : originOfCommit(host, repository, line, words);
  const { findings } = firePoint(asking, plan, {
    point: finalizePoint,
    given: text,
    cleanup: plain.plain ? plain.cleanup : cleanup,
    allowEmpty: has(line, "allow-empty-message"),
    isSealed,
    kind: kindReader(text, cleanup, origin),
    ...lookups,
  });
  return {
    broken: findings.problems.filter(({ code }) => code === "rule-broken" || code === "program-refused"),
    warnings: findings.warnings.filter(({ code }) => code === "program-warned"),
    mayChange: asking.isAnyLeft() || !plain.plain || whyNotPlain(line) !== null,
  };
}

/** Programs are told who they are: by that, the host knows which of them asks. */
function onlyDeterministic(host: Host, plan: Plan): Pick<Host, "runHookProgram"> & { isAnyLeft(): boolean } {
  const known = programsAt(plan, finalizePoint).filter(({ deterministic }) => deterministic === true);
  let isAnyLeft = false;
  return {
    isAnyLeft: () => isAnyLeft,
    runHookProgram(words, folder, environment, stdin, limitMs, isSealed) {
      const { id } = JSON.parse(decodeUtf8(stdin)) as { id: string };
      if (known.some((program) => program.id === id))
        return host.runHookProgram(words, folder, environment, stdin, limitMs, isSealed);
      isAnyLeft = true;
      return { status: 0, stdout: "", stderr: "", failure: "unrun" };
    },
  };
}
