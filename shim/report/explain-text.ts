/** Renders the dry run as text, for people. */
import { withoutName } from "../../engine/core/problem.ts";
import type { ArgvWord, EnvChanges } from "../host.ts";
import { renderLeftOut } from "../plan/left-out.ts";
import type { PlanOrigin } from "../plan/cached-plan.ts";
import { renderProblems } from "./notices.ts";
import { quoteWord, quoteWords } from "../../engine/core/quote-words.ts";
import type { Explained, JudgedCommit, Report, ReportEntry, Times } from "./report.ts";
import { plain, type Painter, type Style } from "./colour.ts";
import { paintDiff } from "./word-diff.ts";
import { renderBreakGlass } from "../seal/break-glass.ts";

/** `paint`: with colours, nothing in the report may hold control characters. */
export function renderText(report: Report, explained: Explained, paint: Painter = plain): string {
  const { program, given, times } = explained;
  const row = (name: string, value: string): string => paint("bold", pad(name, 10)) + value + "\n";
  const parts = (given === null ? commandRows(report, explained) : textRows(report, given)).map(
    ([name, value]) => row(name, value),
  );
  if (report.source) parts.push(row("plan", renderPlanOrigin(report.source) + ", mode " + report.mode));
  if (report.trace.length > 0) parts.push(paint("bold", "hooks") + "\n");
  for (const { id, state, detail, source } of report.trace)
    parts.push(
      "  " +
        paint(stateStyles[state], pad(state, 10)) +
        id +
        ": " +
        withoutName(detail, id) +
        paint("dim", " (" + source + ")") +
        "\n",
    );
  if (report.message) {
    const what = program === "git" && given === null ? "message" : "text";
    const { before, after } = report.message;
    parts.push(paint("bold", what) + "\n" + renderMessage(before, after, paint));
  }
  if (report.commits.length > 0) parts.push(paint("bold", "commits") + "\n" + renderCommits(report.commits));
  for (const note of notesOf(report)) parts.push(row("note", note));
  if (times !== null) parts.push(row("time", renderTimes(times)));
  const warnings = renderProblems("warning", report.warnings);
  const errors = renderProblems("error", report.problems);
  parts.push(paintLines(warnings, "yellow", paint), paintLines(errors, "red", paint));
  const unknown = explained.unrun === 0 ? "" : renderUnknown(explained.unrun);
  const result = paint("bold", pad("result", 10)) + unknown;
  parts.push(
    result + (given === null ? renderDecision(report, explained, paint) : renderVerdict(report, paint)),
  );
  return parts.join("");
}

const stateStyles: { [S in ReportEntry["state"]]: Style } = {
  applied: "green",
  unchanged: "dim",
  skipped: "dim",
  disabled: "dim",
  waiting: "cyan",
  failed: "red",
};

function commandRows(report: Report, { program, argv, aliases, realProgram }: Explained): [string, string][] {
  const rows: [string, string][] = [["command", quoteWords(argv)]];
  for (const { name, value } of aliases) rows.push(["alias", "'" + name + "' is " + quoteWord(value)]);
  const { strategy, reason } = shownStrategy(report);
  rows.push(["strategy", strategy + ": " + reason], ["real " + program, realProgram || "(none found)"]);
  return rows;
}

function textRows({ reason }: Report, { file, point }: NonNullable<Explained["given"]>): [string, string][] {
  return [
    ["from", file === "-" ? "standard input" : quoteWord(file)],
    ["hook", point + ": " + reason],
  ];
}

/** What takes no time is left out. */
function renderTimes(times: Times): string {
  const parts = ["rules", "files", "git", "compile"] as const;
  const spent = parts
    .filter((name) => times[name] >= 0.005)
    .map((name) => name + " " + times[name].toFixed(2));
  return times.total.toFixed(2) + " ms: " + spent.join(", ");
}

/** A hint stays as it is: it has a command to copy. */
function paintLines(text: string, style: Style, paint: Painter): string {
  return text.replace(/^(?!hint:).+$/gm, (line) => paint(style, line));
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

function renderMessage(before: string, after: string, paint: Painter): string {
  if (before === after) return "    (unchanged)\n";
  return paintDiff(before, after, paint)
    .map((line) => "  " + line + "\n")
    .join("");
}

/** What programs would say decides. */
function renderUnknown(unrun: number): string {
  const them = unrun === 1 ? "it" : "them";
  const how = "; 'interlock explain --run-programs' runs " + them;
  return "unknown: " + sayUnrun(unrun) + how + "\n" + pad("", 10) + "without " + them + ": ";
}

export function sayUnrun(unrun: number): string {
  return unrun + (unrun === 1 ? " program" : " programs") + " did not run";
}

/** Of a text that the caller gave. */
function renderVerdict({ decision, message }: Report, paint: Painter): string {
  if (decision.action === "exit" && decision.status !== 0)
    return paint("red", "refused, exit " + decision.status) + "\n";
  const isChanged = message !== null && message.before !== message.after;
  return (isChanged ? "the text is changed" : "the text stays as it is") + "\n";
}

function renderDecision(report: Report, explained: Explained, paint: Painter): string {
  const { decision } = report;
  const { program, expanded: argv } = explained;
  if (decision.action === "exit") return paint("red", "refused, exit " + decision.status) + "\n";
  if (decision.action === "raise") return "ended by signal " + decision.signal + "\n";
  const words = resolveWords(argv, decision.argv);
  const what = program === "git" ? "message" : "text";
  const stdin = decision.stdin === null ? "" : ", the " + what + " on standard input";
  const environment = renderEnvironment(decision.env ?? {}, explained.callers, paint);
  if (quoteWords(words) === quoteWords(argv)) return program + " runs as called" + stdin + "\n" + environment;
  return (
    program +
    " runs with other arguments" +
    stdin +
    "\n" +
    paint("red", "  - " + quoteWords(argv)) +
    "\n" +
    paint("green", "  + " + quoteWords(words)) +
    "\n" +
    environment
  );
}

/** What the caller has set and git gets otherwise, or not at all, is shown too. */
function renderEnvironment(env: EnvChanges, callers: Explained["callers"], paint: Painter): string {
  const shown = shownEnvironment(env);
  const lines: string[] = [];
  for (const name of Object.keys(shown)) {
    const before = callers[name];
    const after = shown[name] ?? null;
    if (before === after) continue;
    if (before !== undefined) lines.push(paint("red", "  - " + name + "=" + quoteWord(before)));
    if (after !== null) lines.push(paint("green", "  + " + name + "=" + quoteWord(after)));
  }
  return lines.map((line) => line + "\n").join("");
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

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(1, width - text.length));
}
