/** `metadata` at the points of git and gh, as the library and `interlock dispatch` fill it. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProject } from "../lifecycle/project.ts";
import { created } from "./workspace.ts";

/** Fires a point with a function among its hooks, and gives what that was told. */
async function told(point: string, payload: object, options: object): Promise<unknown> {
  const engine = created({ plugins: [] });
  let seen: unknown;
  engine.register({
    hookName: point as "stop",
    pluginId: "p",
    handler: (given) => void (seen = given["metadata"]),
  });
  await engine.dispatchAsync(point as "stop", payload as { [field: string]: unknown }, options);
  return seen;
}

const ann = "Ann <ann@example.org>";
const url = "https://github.com/acme/app.git";

test.each([
  ["commit.message.finalize", { text: "fix" }, { kind: "amend", author: ann, url }],
  ["commit.message.prepare", { text: "fix" }, { kind: "amend", author: ann, url }],
  ["pull_request.description.finalize", { text: "x" }, { author: ann, url }],
  ["issue.labels.finalize", { labels: ["bug"] }, { author: ann, url }],
  ["command.before", { argv: ["git", "commit"] }, { author: ann, url }],
  ["push.before", { refs: [], remote: "origin" }, { author: ann, url }],
])("%s: what the options say of the operation", async (point, payload, expected) => {
  const options = { commit: "amend", git: { author: ann }, remotes: [url] };
  expect(await told(point, payload, options)).toEqual(expected);
});

test("what the caller gives stays, and what nobody says is left out", async () => {
  const payload = { text: "fix", metadata: { author: "Bob <b@example.org>", ticket: "A-1" } };
  expect(
    await told("commit.message.finalize", payload, { git: { author: ann }, remotes: [url, "x"] }),
  ).toEqual({
    author: "Bob <b@example.org>",
    ticket: "A-1",
  });
  expect(await told("commit.message.finalize", { text: "fix" }, {})).toEqual({});
});

test("a point without metadata, and metadata that is none, are left alone", async () => {
  const engine = created({ plugins: [] });
  const said = await engine.dispatchAsync("response.finalize", { text: "x" }, { git: { author: ann } });
  expect(said).toMatchObject({ ok: true, payload: { text: "x" } });
  const wrong = { text: "x", metadata: 5 } as never;
  const { problems } = await engine.dispatchAsync("commit.message.finalize", wrong, { git: { author: ann } });
  expect(problems[0]?.message).toContain("'metadata' in the payload of 'commit.message.finalize'");
});

test("interlock dispatch adds the repository and its branch, without asking git", () => {
  const project = createProject({});
  const fire = (point: string, payload: object): unknown =>
    (JSON.parse(project.interlock(["dispatch", point], payload).stdout) as { payload: unknown }).payload;
  const repository = join("<folder>", "repo");
  expect(fire("commit.message.finalize", { text: "fix" })).toEqual({
    text: "fix",
    metadata: { repository, branch: "main" },
  });
  expect(fire("push.before", { refs: [], remote: "origin", metadata: { branch: "side" } })).toEqual({
    refs: [],
    remote: "origin",
    metadata: { repository, branch: "side" },
  });
  expect(fire("turn_start", {})).toEqual({});
});
