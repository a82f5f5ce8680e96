/** For a person. */
import { decodeUtf8 } from "../../../engine/core/bytes.ts";
import { countOf, renderDiff, titleOf } from "../../commits/describe.ts";
import { describeRest } from "../../commits/not-judged.ts";
import type { JudgedCommit, Rules, Summary } from "../findings.ts";
import type { Format } from "../format.ts";

export function textFormat({ reportOnly }: Rules): Format {
  return {
    begin: () => "",
    commit: renderCommit,
    end(summary) {
      const lines = [...describeRest(summary), `interlock: ${describeResult(summary, reportOnly)}`];
      return lines.map((line) => line + "\n").join("");
    },
  };
}

function renderCommit({ commit, message, violations, fix }: JudgedCommit): string {
  if (violations.length === 0) return "";
  const lines = [`commit ${commit.id.slice(0, 12)} ${titleOf(message)}`];
  for (const violation of violations) {
    lines.push(`  ${violation.id}: ${decodeUtf8(violation.message)} (${decodeUtf8(violation.source)})`);
    for (const line of renderDiff(violation)) lines.push(`    ${line}`);
  }
  lines.push(...(fix === "" ? [] : [`  fix: ${fix}`]), "");
  return lines.map((line) => line.trimEnd() + "\n").join("");
}

export function describeResult({ commits, broken }: Summary, reportOnly: boolean): string {
  if (commits === 0) return "there is no commit to verify";
  if (broken === 0) return `${countOf(commits, "commit")}, and no rule is broken`;
  const verb = broken === 1 ? "breaks" : "break";
  return `${broken} of ${countOf(commits, "commit")} ${verb} a rule${reportOnly ? " (report only)" : ""}`;
}
