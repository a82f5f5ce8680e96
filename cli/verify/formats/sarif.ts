/** SARIF 2.1.0. A commit is not a place in a file, so it is a logical location. */
import { decodeUtf8 } from "../../../engine/core/bytes.ts";
import { version } from "../../../engine/core/version.ts";
import { renderDiff, subjectOf } from "../../../shim/judge/describe.ts";
import { describeUnjudged } from "../../../shim/judge/not-judged.ts";
import type { Format, JudgedCommit, Rules, Summary } from "../../../shim/verify/findings.ts";
import { renderJson } from "../../shared/output.ts";

export function sarifFormat(rules: Rules): Format {
  let separator = "";
  return {
    begin: () =>
      `{\n"$schema": "${schema}",\n"version": "2.1.0",\n` +
      `"runs": [{\n"tool": ${renderJson(describeTool(rules))},\n"results": [`,
    commit: (judged) =>
      describeResults(judged, rules)
        .map((result) => {
          const text = `${separator}\n${renderJson(result)}`;
          separator = ",";
          return text;
        })
        .join(""),
    end: (summary) => `],\n"invocations": ${renderJson([describeInvocation(summary)])}\n}]\n}\n`,
  };
}

const schema = "https://json.schemastore.org/sarif-2.1.0.json";

function describeTool({ hooks }: Rules): object {
  const rules = hooks.map(({ id, plugin, source }) => ({
    id,
    shortDescription: { text: `the rule '${id}' of the plugin '${plugin}'` },
    properties: { source: decodeUtf8(source) },
  }));
  return { driver: { name: "interlock", version, rules } };
}

function describeResults({ commit, message, violations, fix }: JudgedCommit, rules: Rules): object[] {
  return violations.map((violation) => ({
    ruleId: violation.id,
    ruleIndex: rules.hooks.findIndex(({ id }) => id === violation.id),
    level: rules.reportOnly ? "warning" : "error",
    message: {
      text: [
        `${subjectOf(commit, message)}: ${decodeUtf8(violation.message)}`,
        ...renderDiff(violation),
        ...(fix === "" ? [] : [`fix: ${fix}`]),
      ].join("\n"),
    },
    locations: [
      {
        logicalLocations: [
          { fullyQualifiedName: commit.id || "message", kind: commit.id === "" ? "message" : "commit" },
        ],
      },
    ],
    partialFingerprints: { "commitAndRule/v1": `${commit.id}:${violation.id}` },
  }));
}

function describeInvocation({ unjudged }: Summary): object {
  return {
    executionSuccessful: true,
    toolExecutionNotifications: unjudged.map((each) => ({
      level: each.cause === "commit-time-only" ? "note" : "warning",
      message: { text: `not judged: ${describeUnjudged(each)}` },
    })),
  };
}
