/** The text format of `interlock verify`, for people. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { countOf, renderDiff, subjectOf } from "../judge/describe.ts";
import { describeSkips } from "../judge/not-judged.ts";
import type { Format, JudgedCommit, Rules, Summary } from "./findings.ts";

export function textFormat({ reportOnly, isPushed }: Rules): Format {
  return {
    begin: () => "",
    commit: renderCommit,
    end(summary) {
      // A deletion, or a tag on a known commit, is not worth a message.
      if (isPushed && summary.commits === 0) return "";
      const lines = describeSkips(summary).concat(`interlock: ${describeResult(summary, reportOnly)}`);
      return harmless(lines.map((line) => line + "\n").join(""));
    },
  };
}

function renderCommit({ commit, message, violations, fix }: JudgedCommit): string {
  if (violations.length === 0) return "";
  const lines = [subjectOf(commit, message)];
  for (const violation of violations) {
    lines.push(`  ${violation.id}: ${decodeUtf8(violation.message)} (${decodeUtf8(violation.source)})`);
    for (const line of renderDiff(violation)) lines.push(`    ${line}`);
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

export function describeResult({ what, commits, broken }: Summary, reportOnly: boolean): string {
  if (commits === 0) return "there is no commit to verify";
  if (broken === 0) return `${countOf(commits, what)}, and no rule is broken`;
  const verb = broken === 1 ? "breaks" : "break";
  return `${broken} of ${countOf(commits, what)} ${verb} a rule${reportOnly ? " (report only)" : ""}`;
}
