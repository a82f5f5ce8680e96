/** The bytes that GitHub gets through interlock are those of the same line without it, but for the policy. */
import { expect, test } from "vitest";
import { policyConfig } from "./policy.ts";
import { strangersLines, type Expected } from "./strangers-lines.ts";
import type { GithubServer } from "./github-server.ts";
import { withGithub } from "./with-github.ts";

/** What changes something, in one order: gh sends some requests at the same time. */
function changes({ requests }: GithubServer): string {
  return requests
    .map(({ line, text }) => `${line}\n${text}`)
    .filter((each) => !each.startsWith("GET ") && !/graphql\n\{"query":"\s*(?:query|fragment)/.test(each))
    .sort()
    .join("\n\n");
}

/** Once in JSON, or in a query that stands in JSON. */
const lineEnd = "(?:\\\\r)?(?:\\\\n|\\\\\\\\n)";
const ofDescription = new RegExp(
  `${lineEnd}${lineEnd}Finalized by a rule|${lineEnd}Finalized by a rule(?=\\\\n)`,
  "g",
);
const ofMessage = new RegExp(`${lineEnd}${lineEnd}Policy: ours|${lineEnd}Policy: ours(?=\\\\n)`, "g");
const ofLabels = /(?<=\[|,)"(?:LABEL )?(?:agent|größe)",?/g;

function withoutPolicy(text: string): { bytes: string; found: Required<Expected> } {
  const found = { descriptions: 0, messages: 0, labels: 0 };
  const bytes = text
    .replaceAll("[prepared] ", () => (found.descriptions++, ""))
    .replace(ofDescription, "")
    .replace(ofMessage, () => (found.messages++, ""))
    .replace(ofLabels, (label) => {
      if (label.includes("größe")) found.labels++;
      return "";
    })
    .replaceAll(",]", "]");
  return { bytes, found };
}

test.each(strangersLines)(
  "gh $words",
  async ({ words, expected, stdin = "", env = {}, aliases, prepare }) => {
    const { gh, box, server } = await withGithub(policyConfig());
    box.write("repo/file.md", "From a file.");
    box.write("repo/-", "dash");
    if (aliases) box.write("home/.config/gh/config.yml", `aliases:\n    ${aliases.join("\n    ")}\n`);
    prepare?.(box);
    const alone = await box.gh(server, words, { stdin, env });
    expect(alone.status, alone.stderr).toBe(0);
    const without = changes(server);
    expect(without).not.toBe("");
    const run = await gh(words, { stdin, env });
    expect(run.stderr).not.toContain("interlock:");
    const { bytes, found } = withoutPolicy(changes(server));
    expect(found).toEqual({ descriptions: 0, messages: 0, labels: 0, ...expected });
    expect(bytes).toBe(withoutPolicy(without).bytes);
  },
);
