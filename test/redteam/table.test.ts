import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { layers, type Attempt, type Transport } from "./attempt.ts";
import { commitAttempts } from "./attempts-commit.ts";
import { installAttempts } from "./attempts-install.ts";
import { proofAttempts, sealedAttempts } from "./attempts-proof.ts";
import { pushAttempts } from "./attempts-push.ts";
import { sendingAttempts } from "./attempts-sending.ts";
import { secretAttempts } from "./attempts-secrets.ts";

const page = join(root, "docs", "security.md");
const sections: [heading: string, attempts: readonly Attempt[]][] = [
  ["To commit past the rules", commitAttempts],
  ["To push past the gate", pushAttempts],
  ["To deceive the gate", [...proofAttempts, ...sealedAttempts]],
  ["To change what git itself sends", sendingAttempts],
  ["To disable the rules", installAttempts],
  ["To read secrets with the agent's own rules", secretAttempts],
];
const all = sections.flatMap(([, attempts]) => attempts);

const transportNames: { [transport in Transport]: string } = {
  path: "a path",
  git: "`git://`",
  http: "http",
};

function renderSection([heading, attempts]: (typeof sections)[number]): string {
  const rows = attempts.map(({ title, outcome, by, over = ["http"] }) => {
    const transports = over.map((each) => transportNames[each]).join(", ");
    return `| ${title.replaceAll("|", "\\|")} | ${transports} | ${outcome} | ${layers[by]} |`;
  });
  return `### ${heading}\n\n| attempt | over | outcome | by |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

function renderFigures(): string {
  const count = (outcome: Attempt["outcome"]): number =>
    all.filter((each) => each.outcome === outcome).length;
  return `${all.length} attempts: ${count("made compliant")} made compliant, ${count("stopped")} stopped, ${count("out of reach")} out of reach.\n`;
}

test("docs/security.md lists every attempt and its outcome (vitest run test/redteam/table.test.ts --update writes it)", async () => {
  const text = readFileSync(page, "utf8");
  const generated = [renderFigures(), ...sections.map(renderSection)].join("\n");
  const marked = /<!-- attempts -->\n[^]*<!-- \/attempts -->/;
  expect(text).toMatch(marked);
  await expect(
    text.replace(marked, () => `<!-- attempts -->\n${generated}<!-- /attempts -->`),
  ).toMatchFileSnapshot(page);
});

test("what is out of reach is one of three things, and nothing else is", () => {
  const ways = ["real binary", "namespaces", "transport"];
  for (const { title, outcome, by } of all) expect(ways.includes(by), title).toBe(outcome === "out of reach");
});

test("in each table, no two attempts are the same", () => {
  for (const [, attempts] of sections) {
    for (const key of ["title", "script"] as const)
      expect(new Set(attempts.map((each) => each[key])).size).toBe(attempts.length);
  }
});
