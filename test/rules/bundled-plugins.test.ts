import { join } from "node:path";
import { expect, test } from "vitest";
import { dispatchList } from "../../engine/core/dispatch/dispatch-list.ts";
import { dispatchText } from "../../engine/core/dispatch/dispatch-text.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import { createWorkspace, installs } from "../compile/workspace.ts";
import { root } from "../support/paths.ts";

/** What the bundled plugins do at the hook points of gh. */
function compileBundled(name: string) {
  const { plan } = createWorkspace({ "install.yaml": installs(join(root, "plugins", name)) }).compile();
  const compiled = plan as Plan;
  const values = makeValues(
    compiled,
    {},
    () => undefined,
    () => "",
  );
  const facts = { commit: () => null, remotes: () => [] };
  return { plan: compiled, context: { rules: null, values, allowEmpty: false, facts } };
}

test("github: a pull request gets the section that it lacks", () => {
  const { plan, context } = compileBundled("github");
  const body = "Failed uploads are retried.\n\n# Test plan\n\n`npm test`\n";
  const outcome = dispatchText(plan, "pull_request.description.prepare", body, context);
  expect(outcome).toMatchObject({
    text: body + "\n## Summary\n",
    trace: [{ id: "github.pr.template", state: "applied", detail: "added the section 'Summary'" }],
    problems: [],
  });
});

test("github: an issue waits for triage", () => {
  const { plan, context } = compileBundled("github");
  expect(dispatchList(plan, "issue.labels.finalize", ["bug"], context)).toMatchObject({
    list: ["bug", "needs-triage"],
    trace: [{ id: "github.issue.default-labels", detail: "added 'needs-triage'" }],
  });
});
