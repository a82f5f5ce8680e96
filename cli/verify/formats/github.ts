/** Workflow commands of GitHub Actions: annotations of the run. */
import { decodeUtf8 } from "../../../engine/core/bytes.ts";
import { renderDiff, subjectOf } from "../../../shim/judge/describe.ts";
import { describeUnjudged } from "../../../shim/judge/not-judged.ts";
import type { Format, JudgedCommit, Rules } from "../../../shim/verify/findings.ts";
import { describeResult } from "../../../shim/verify/text-format.ts";

export function githubFormat({ reportOnly }: Rules): Format {
  const level = reportOnly ? "warning" : "error";
  return {
    commit: (judged) =>
      judged.violations.map((violation) => renderViolation(level, judged, violation)).join(""),
    end: (summary) =>
      summary.unjudged
        .map((each) =>
          command(
            each.cause === "commit-time-only" ? "notice" : "warning",
            "not judged",
            describeUnjudged(each),
          ),
        )
        .join("") + `interlock: ${escapeData(describeResult(summary, reportOnly))}\n`,
  };
}

function renderViolation(
  level: string,
  { commit, message, fix }: JudgedCommit,
  violation: JudgedCommit["violations"][number],
): string {
  const text = [
    `${subjectOf(commit, message)}: ${decodeUtf8(violation.message)}`,
    ...renderDiff(violation),
    ...(fix === "" ? [] : [`fix: ${fix}`]),
  ];
  return command(level, violation.id, text.join("\n"));
}

function command(level: string, title: string, text: string): string {
  return `::${level} title=${escapeProperty(`interlock: ${title}`)}::${escapeData(text)}\n`;
}

/** As actions/toolkit escapes it: a line end would end the command. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
