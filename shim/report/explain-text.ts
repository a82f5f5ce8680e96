/** Renders the dry run as text, for people. */
import { withoutName } from "../../engine/core/problem.ts";
import { diffLines } from "./diff-lines.ts";
import type { ArgvWord, EnvChanges } from "../host.ts";
import { renderLeftOut } from "../plan/left-out.ts";
import type { PlanOrigin } from "../plan/cached-plan.ts";
import { renderProblems } from "./notices.ts";
import { quoteWord, quoteWords } from "./quote-words.ts";
import type { Explained, JudgedCommit, Report } from "./report.ts";
import { renderBreakGlass } from "../seal/break-glass.ts";

export function renderText(report: Report, explained: Explained): string {
  const { program, argv, aliases, expanded, realProgram } = explained;
  const rows: [string, string][] = [["command", quoteWords(argv)]];
  for (const { name, value } of aliases) rows.push(["alias", "'" + name + "' is " + quoteWord(value)]);
  const { strategy, reason } = shownStrategy(report);
  rows.push(["strategy", strategy + ": " + reason], ["real " + program, realProgram || "(none found)"]);
  if (report.source) rows.push(["plan", renderPlanOrigin(report.source) + ", mode " + report.mode]);
  const parts = rows.map(([name, value]) => pad(name, 10) + value + "\n");

  if (report.trace.length > 0) parts.push("hooks\n");
  for (const { id, state, detail, source } of report.trace)
    parts.push("  " + pad(state, 10) + id + ": " + withoutName(detail, id) + " (" + source + ")\n");
  if (report.message)
    parts.push(
      (program === "git" ? "message" : "text") +
        "\n" +
        indent(renderMessage(report.message.before, report.message.after)),
    );
  if (report.commits.length > 0) parts.push("commits\n" + renderCommits(report.commits));
  for (const note of notesOf(report)) parts.push("note      " + note + "\n");
  parts.push(renderProblems("warning", report.warnings), renderProblems("error", report.problems));
  parts.push(renderDecision(report, program, expanded));
  return parts.join("");
}

/** A command that cannot be judged is shown as refused, not as passed. */
export function shownStrategy({ strategy, reason, decision, problems }: Report): {
  strategy: string;
  reason: string;
} {
  if (strategy !== "pass" || decision.action !== "exit") return { strategy, reason };
  return { strategy: "refuse", reason: reason || problems.map(({ message }) => message).join("; ") };
}

function renderCommits(commits: readonly JudgedCommit[]): string {
  const lines: string[] = [];
  for (const commit of commits) {
    lines.push("  " + commit.id.slice(0, 12) + " " + commit.title + "\n");
    for (const { id, source, message } of commit.faults) {
      const place = source === "" ? "" : " (" + source + ")";
      lines.push("    " + (id === "" ? "" : id + ": ") + message + place + "\n");
    }
  }
  return lines.join("");
}

/** Notes that do not concern a single hook. */
export function notesOf({ notes, leftOut, breakGlass }: Report): readonly string[] {
  const all = breakGlass === null ? notes : [renderBreakGlass(breakGlass)].concat(notes);
  return leftOut === null ? all : all.concat(renderLeftOut(leftOut));
}

function renderPlanOrigin({ path, origin }: { path: string; origin: PlanOrigin }): string {
  if (origin === "baked") return path + ", sealed";
  return origin === "cache" ? path : "compiled for this dry run";
}

function renderMessage(before: string, after: string): string {
  if (before === after) return "  (unchanged)\n";
  return diffLines(before, after)
    .map((line) => (line.text === "" ? line.mark : line.mark + " " + line.text) + "\n")
    .join("");
}

function renderDecision(report: Report, program: string, argv: readonly string[]): string {
  const { decision } = report;
  if (decision.action === "exit") return "result    refused, exit " + decision.status + "\n";
  if (decision.action === "raise") return "result    ended by signal " + decision.signal + "\n";
  const words = resolveWords(argv, decision.argv);
  const what = program === "git" ? "message" : "text";
  const stdin = decision.stdin === null ? "" : ", the " + what + " on standard input";
  const environment = renderEnvironment(decision.env ?? {});
  if (quoteWords(words) === quoteWords(argv))
    return "result    " + program + " runs as called" + stdin + "\n" + environment;
  return (
    "result    " +
    program +
    " runs with other arguments" +
    stdin +
    "\n  - " +
    quoteWords(argv) +
    "\n  + " +
    quoteWords(words) +
    "\n" +
    environment
  );
}

function renderEnvironment(env: EnvChanges): string {
  const shown = shownEnvironment(env);
  const names = Object.keys(shown);
  return names.map((name) => "  + " + name + "=" + quoteWord(shown[name] ?? "") + "\n").join("");
}

/** Omits our own variables, which are internal. */
export function shownEnvironment(env: EnvChanges): EnvChanges {
  const shown: EnvChanges = {};
  for (const name of Object.keys(env)) if (!name.startsWith("INTERLOCK_")) shown[name] = env[name] ?? null;
  return shown;
}

export function resolveWords(argv: readonly string[], words: readonly ArgvWord[]): string[] {
  return words.map((word) => (typeof word === "number" ? (argv[word] as string) : word));
}

function indent(block: string): string {
  return block.replace(/^(?=.)/gm, "  ");
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(1, width - text.length));
}
