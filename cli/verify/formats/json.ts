/** For programs: one object. The order of the keys is part of it. */
import { decodeUtf8 } from "../../../engine/core/bytes.ts";
import { renderDiff, shownTitle } from "../../../shim/judge/describe.ts";
import type { Format, JudgedCommit, Rules, Summary } from "../../../shim/verify/findings.ts";
import { renderJson } from "../../shared/output.ts";

export function jsonFormat({ reportOnly }: Rules): Format {
  let separator = "\n";
  return {
    begin: () => `{\n  "reportOnly": ${reportOnly},\n  "violations": [`,
    commit(judged) {
      return describeViolations(judged)
        .map((violation) => {
          const text = separator + indented(violation);
          separator = ",\n";
          return text;
        })
        .join("");
    },
    end(summary) {
      const after = renderJson(describeSummary(summary)).replace(/^\{\n/, "");
      return `${separator === "\n" ? "" : "\n  "}],\n${after}\n`;
    },
  };
}

function describeViolations({ commit, message, violations, fix }: JudgedCommit): object[] {
  return violations.map((violation) => ({
    commit: commit.id,
    title: shownTitle(message),
    hook: violation.id,
    plugin: violation.plugin,
    source: decodeUtf8(violation.source),
    message: decodeUtf8(violation.message),
    diff: renderDiff(violation),
    fix,
  }));
}

function describeSummary({ commits, broken, leftAlone, unjudged }: Summary): object {
  return {
    notJudged: unjudged.map(({ hook, commit, reason, cause, commits: count }) => ({
      hook: hook?.id ?? null,
      commit: hook === null ? commit : null,
      reason: decodeUtf8(reason),
      cause,
      commits: count,
    })),
    leftAlone,
    summary: { commits, broken },
  };
}

function indented(value: object): string {
  return renderJson(value).replace(/^/gm, "    ");
}
