/** Lines that are written in an unusual way, and are read all the same. */
import { expect, test } from "vitest";
import type { GhOptions } from "./gh-sandbox.ts";
import { described, policyConfig, signed } from "./policy.ts";
import { withGithub } from "./with-github.ts";

const body = ["-f", "body=B"];
const withDefault =
  'query=mutation($b: String = "D") { createPullRequest(input: {body: $b}) { clientMutationId } }';

const lines: [words: string[], sends: object, options?: GhOptions][] = [
  [["api", "Repos/octo/demo/Pulls", ...body], { body: described("B") }],
  [["api", "api/v3/repos/octo/demo/pulls", ...body], { body: described("B") }],
  [
    ["api", "repos/octo/demo/pulls", "-H", "Content-Type: application/json; charset=utf-8", ...body],
    { body: described("B") },
  ],
  [["api", "repos/octo/demo/contents/{branch}", "-XPUT", "-f", "message=M"], { message: signed("M") }],
  // The last one counts, whatever stands below the first.
  [["api", "repos/octo/demo/pulls", "-f", "body[a]=x", "-f", "body=B"], { body: described("B") }],
  // A null that is given is one: the default does not count.
  [["api", "graphql", "-f", withDefault, "-F", "b=null"], { variables: { b: described("") } }],
  [["api", "graphql", "-f", withDefault], { variables: { b: described("D") } }],
  // A merge queue may use the message.
  [
    ["pr", "merge", "7", "-r", "-t", "S", "-b", "B"],
    { mergeMethod: "REBASE", commitHeadline: "S", commitBody: signed("B") },
  ],
  // What we ask of gh goes neither through a pager nor has colours.
  [
    ["api", "-XPATCH", "repos/octo/demo/issues/7", ...body],
    { body: described("B") },
    { env: { GH_FORCE_TTY: "1", GH_PAGER: "sed s/true/false/", CLICOLOR_FORCE: "1" } },
  ],
];

test.each(lines)("gh %j", async (words, sends, options = {}) => {
  const { gh } = await withGithub(policyConfig());
  const run = await gh(words, options);
  expect(run.sent, run.stderr).toMatchObject([{ body: sends }]);
  expect(run.stderr).not.toContain("interlock");
});
