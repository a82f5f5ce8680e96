/** JUnit's XML: a commit is a test case. The counts come first, so the cases are kept until the end. */
import { decodeUtf8 } from "../../../engine/core/bytes.ts";
import { renderDiff, subjectOf } from "../../../shim/judge/describe.ts";
import { describeUnjudged, type Unjudged } from "../../../shim/judge/not-judged.ts";
import type { Format, JudgedCommit, Rules } from "../../../shim/verify/findings.ts";

export function junitFormat({ reportOnly }: Rules): Format {
  const cases: string[] = [];
  return {
    commit(judged) {
      cases.push(renderCase(judged, reportOnly));
      return "";
    },
    end(summary) {
      const skipped = summary.unjudged.map(renderSkipped);
      const failures = reportOnly ? 0 : summary.broken;
      const counts = `tests="${cases.length + skipped.length}" failures="${failures}" errors="0" skipped="${skipped.length}"`;
      return [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        `<testsuites name="interlock" ${counts}>\n<testsuite name="interlock verify" ${counts}>\n`,
        ...cases,
        ...skipped,
        "</testsuite>\n</testsuites>\n",
      ].join("");
    },
  };
}

function renderCase({ commit, message, violations, fix }: JudgedCommit, reportOnly: boolean): string {
  const name = escapeXml(subjectOf(commit, message).replace(/^commit /, ""));
  const start = `<testcase classname="interlock.verify" name="${name}"`;
  if (violations.length === 0) return `${start}/>\n`;
  const details = violations.flatMap((violation) => [
    `${violation.id}: ${decodeUtf8(violation.message)} (${decodeUtf8(violation.source)})`,
    ...renderDiff(violation),
  ]);
  const text = escapeXml([...details, ...(fix === "" ? [] : [`fix: ${fix}`])].join("\n"));
  if (reportOnly) return `${start}><system-out>${text}</system-out></testcase>\n`;
  const types = escapeXml(violations.map(({ id }) => id).join(", "));
  const first = escapeXml(decodeUtf8(violations[0]?.message ?? ""));
  return `${start}><failure type="${types}" message="${first}">${text}</failure></testcase>\n`;
}

function renderSkipped(each: Unjudged): string {
  const name = escapeXml(each.hook?.id ?? (each.commit.slice(0, 12) || "message"));
  const message = escapeXml(describeUnjudged(each));
  return `<testcase classname="interlock.verify" name="${name}"><skipped message="${message}"/></testcase>\n`;
}

const entities: { [char: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Characters that XML 1.0 does not allow become `?`. */
function escapeXml(text: string): string {
  return text
    .replace(
      /[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      "?",
    )
    .replace(/[&<>"']/g, (char) => entities[char] as string);
}
