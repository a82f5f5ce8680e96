import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { forConnecting, forReading, forSettings } from "../../shim/git/environment.ts";
import { root } from "../support/paths.ts";

const source = readFileSync(join(root, "shim", "git", "environment.ts"), "utf8");
const security = readFileSync(join(root, "docs", "security.md"), "utf8");

function purposeOf(name: string): string {
  if (forReading.includes(name)) return "all";
  return forSettings.includes(name) ? "commits" : "remotes";
}

/** As the source has them: the reason is a comment behind the name. */
function reasons(): { [name: string]: string } {
  return Object.fromEntries(
    [...source.matchAll(/^ {2}"(.+)", \/\/ (.+)$/gm)].map(([, name, why]) => [name, why]),
  );
}

test("every variable that reaches a git which decides has a reason, and is there once", () => {
  expect(Object.keys(reasons())).toEqual(forConnecting);
  expect(new Set(forConnecting).size).toBe(forConnecting.length);
});

/** One row for neighbours with the same reason. */
function rows(): string[] {
  const groups: { names: string[]; purpose: string; why: string }[] = [];
  for (const [name, why] of Object.entries(reasons())) {
    const last = groups.at(-1);
    const isSame = last?.purpose === purposeOf(name) && (why === last.why || why === "the same");
    if (last !== undefined && isSame) last.names.push(name);
    else groups.push({ names: [name], purpose: purposeOf(name), why });
  }
  return groups.map(
    ({ names, purpose, why }) => `| ${names.map((name) => `\`${name}\``).join(", ")} | ${purpose} | ${why} |`,
  );
}

test("docs/security.md has the same table", () => {
  const table = /<!-- environment -->\n([^]*?)<!-- \/environment -->/.exec(security)?.[1];
  expect(table).toBe(`${["| variables | for | why |", "|---|---|---|", ...rows()].join("\n")}\n`);
});

test.each([
  "GIT_CONFIG",
  "GIT_EXEC_PATH",
  "GIT_GRAFT_FILE",
  "GIT_NAMESPACE",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_TEST_COMMIT_GRAPH",
  "GIT_TRACE_PACKET",
])("%s does not reach one", (name) => {
  const matches = (pattern: string): boolean =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  expect(forConnecting.filter(matches)).toEqual([]);
});
