/** The bundled github plugin, end to end. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botEnv, botTrailer } from "../support/sandbox.ts";
import { withGithub } from "./with-github.ts";

const bundled = `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`;

test("a pull request gets the template's sections, also under --fill, and no label", async () => {
  const { gh } = await withGithub(bundled);
  const given = await gh(["pr", "create", "-t", "T", "-b", "Why it matters.\n\n## Test plan\n\nnpm test"]);
  expect(given.sent, given.stderr).toMatchObject([
    { body: { body: "Why it matters.\n\n## Test plan\n\nnpm test\n\n## Summary" } },
  ]);
  const filled = await gh(["pr", "create", "--fill"]);
  expect(filled.sent).toMatchObject([
    {
      body: {
        title: "Add one, and more",
        body: "Because it was missing.\n\n## Summary\n\n## Test Plan\n\nReviewed-by: Bo\n",
      },
    },
  ]);
  expect(filled.sent).toHaveLength(1);
});

test("the template is put in once", async () => {
  const { gh } = await withGithub(bundled);
  const first = await gh(["pr", "create", "-t", "T", "-b", ""]);
  const { body } = (first.sent as { body: { body: string } }[]).map((sent) => sent.body)[0] ?? { body: "" };
  expect(body).toBe("## Summary\n\n## Test Plan");
  const second = await gh(["pr", "edit", "7", "-F", "-"], { stdin: body });
  expect(second.sent).toMatchObject([{ body: { body } }]);
});

test("an issue waits for triage, and a squash merge names the bot", async () => {
  const { gh } = await withGithub(bundled);
  const issue = await gh(["issue", "create", "-t", "T", "-b", "B", "-l", "bug"]);
  expect(issue.sent).toMatchObject([{ body: { labelIds: ["LABEL bug", "LABEL needs-triage"] } }]);
  const merge = await gh(["pr", "merge", "7", "-s", "-t", "Subject", "-b", "Body"], { env: botEnv });
  expect(merge.sent).toMatchObject([{ body: { commitBody: `Body\n\n${botTrailer}` } }]);
});
