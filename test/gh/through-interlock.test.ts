/** The lines of the table through interlock: the server gets the policy once, and all else as without interlock. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { allCases, wordsOf } from "./command-lines.ts";
import type { Sent } from "./github-server.ts";
import { described, labelled, policyConfig, signed } from "./policy.ts";
import { CaseRunner } from "./run-case.ts";

let runner: CaseRunner;
beforeAll(async () => {
  runner = await CaseRunner.start();
});
afterAll(() => runner.stop());

type Fields = { [name: string]: unknown };

/** What a request of the table becomes by the policy. `all`: what the same line sends. */
function underPolicy({ what, body }: Sent, all: readonly Sent[]): Sent {
  const fields = body as Fields;
  if (typeof fields["query"] === "string") return { what, body: inGraphql(fields) };
  const changed: Fields = { ...fields };
  const isCommit = /git\/commits|contents|merges?$|mergePull|AutoMerge/.test(what);
  const isDescription = /pulls|PullRequest$/.test(what) && !isCommit;
  for (const name of ["message", "commit_message", "commitBody"])
    if (isCommit && typeof fields[name] === "string") changed[name] = signed(fields[name]);
  if (isDescription && typeof fields["body"] === "string") changed["body"] = described(fields["body"]);
  // gh names what else it could set as soon as there is a label.
  if (what === "createIssue") Object.assign(changed, { assigneeIds: null, projectIds: null });
  if ("labels" in fields) changed["labels"] = labelled(fields["labels"] as string[], [], "");
  if (what === "createIssue" || ("labelIds" in fields && !what.startsWith("remove"))) {
    const removed = all.filter((each) => each.what.startsWith("remove"));
    const names = removed.flatMap((each) => (each.body as Fields)["labelIds"] as string[]);
    changed["labelIds"] = labelled((fields["labelIds"] ?? []) as string[], names, "LABEL ");
  }
  return { what, body: changed };
}

/** Literals of the query, and variables. */
function inGraphql(fields: Fields): Fields {
  const literal = (text: string): string => JSON.stringify(text);
  const query = (fields["query"] as string)
    .replace(literal('Literal "body"'), () => literal(described('Literal "body"')))
    .replace(literal("Commit body"), () => literal(signed("Commit body")));
  const variables = fields["variables"] as { b: string } | undefined;
  return { ...fields, query, ...(variables && { variables: { b: described(variables.b) } }) };
}

test.each(allCases.map((each) => ({ ...each, line: wordsOf(each).join(" ") })))(
  "gh $line, with the policy",
  async (each) => {
    const run = await runner.run(each, undefined, undefined, runner.installFor(each, policyConfig()));
    const isNoneOfOurs = each.sends.every(({ what }) => /\/comments$|^addComment|Review$/.test(what));
    const expected = isNoneOfOurs ? each.sends : each.sends.map((sent) => underPolicy(sent, each.sends));
    expect(run.sent, run.stderr).toEqual(expected);
    expect(run.stderr + run.stdout).toContain(each.says ?? "");
    if (each.sends.length > 0) expect(run.status).toBe(0);
  },
);

test.each(allCases.map((each) => ({ ...each, line: wordsOf(each).join(" ") })))(
  "gh $line, where the policy only reports, is as without interlock",
  async (each) => {
    const installed = runner.installFor(each, policyConfig("mode: report\n"));
    const run = await runner.run(each, undefined, undefined, installed);
    expect(run.sent, run.stderr).toEqual(each.sends);
    expect(run.stderr + run.stdout).toContain(each.says ?? "");
  },
);
