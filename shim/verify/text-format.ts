/** The text format of `interlock verify`, for people. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { countOf, renderDiff, subjectOf } from "../judge/describe.ts";
import { describeSkips } from "../judge/not-judged.ts";
import type { Format, JudgedCommit, Rules, Summary } from "./findings.ts";

/**
 * Of a push, the output goes to the client, and is kept in memory until the end: a small push could make it as large as it
 * likes. So only some commits are described, and none at length.
 */
const mostDescribed = 20;
/** A push with one broken commit is refused already, and nobody reads whether there are more than so many. */
const mostCounted = 1000;
const longestMessages = 16 * 1024;
const longestFault = 1024;

export function textFormat({ reportOnly, isPushed }: Rules): Format {
  let described = 0;
  return {
    // Where nothing is refused for a broken commit, it still matters whether the others can be judged.
    mostBroken: isPushed && !reportOnly ? mostCounted : Infinity,
    describesMore: () => !isPushed || described < mostDescribed,
    commit(judged) {
      if (judged.violations.length === 0) return "";
      return isPushed && ++described > mostDescribed ? "" : renderCommit(judged, isPushed);
    },
    end(summary) {
      // A deletion, or a tag on a known commit, is not worth a message.
      if (isPushed && summary.commits === 0) return "";
      const skips = describeSkips(summary);
      const lines = isPushed ? skips.slice(0, mostDescribed) : skips;
      if (skips.length > lines.length) lines.push(`not judged: ${skips.length - lines.length} more`);
      if (isPushed && described > mostDescribed)
        lines.push(
          `${summary.isCut ? "at least " : ""}${countOf(described - mostDescribed, "more commit")} not shown; for all, in the clone: interlock verify`,
        );
      lines.push(`interlock: ${describeResult(summary, reportOnly)}`);
      return harmless(lines.map((line) => line + "\n").join(""));
    },
  };
}

function renderCommit({ commit, message, violations, fix }: JudgedCommit, isShort: boolean): string {
  const lines = [subjectOf(commit, message)];
  for (const violation of violations) {
    const fault = decodeUtf8(violation.message);
    const shown = isShort && fault.length > longestFault ? fault.slice(0, longestFault) + "…" : fault;
    lines.push(`  ${violation.id}: ${shown} (${decodeUtf8(violation.source)})`);
    const diff = isShort ? renderDiff(violation, longestMessages) : renderDiff(violation);
    for (const line of diff) lines.push(`    ${line}`);
  }
  if (fix !== "") lines.push(`  fix: ${fix}`);
  return harmless(lines.concat("").map(endLine).join(""));
}

/**
 * What a CI job prints may steer its runner. GitHub takes a line that begins with `::`, after blanks, for a command, and so it does
 * `##[` anywhere in a line (ActionCommand.cs in actions/runner); Azure has `##vso[`, TeamCity `##teamcity[`. A message must
 * not give such commands.
 */
function harmless(text: string): string {
  return text.replace(/^([^\n!-~]*)::/gm, "$1|::").replace(/##(?=[a-z]*\[)/gi, "## ");
}

/** Trims white space at the end of the line. */
function endLine(line: string): string {
  return ("|" + line).trim().slice(1) + "\n";
}

export function describeResult({ what, commits, broken, isCut }: Summary, reportOnly: boolean): string {
  if (commits === 0) return "there is no commit to verify";
  if (broken === 0) return `${countOf(commits, what)}, and no rule is broken`;
  const verb = broken === 1 ? "breaks" : "break";
  return `${isCut ? "at least " : ""}${broken} of ${countOf(commits, what)} ${verb} a rule${reportOnly ? " (report only)" : ""}`;
}
