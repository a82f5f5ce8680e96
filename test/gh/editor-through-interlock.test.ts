/** Where gh starts an editor, the rules see what it left. */
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { described, policyConfig } from "./policy.ts";
import { withGithub, type WithGithub } from "./with-github.ts";

/** An editor with a word of its own, which writes down what it was given and adds a line. */
function makeEditor({ box }: WithGithub, status = 0): { editor: string; read: () => string } {
  const log = join(box.folder, "log");
  const script = box.write(
    "editor.sh",
    `#!/bin/sh\n{ echo "$1|$GH_EDITOR"; cat "$2"; } >> ${log}\nprintf '\\nby hand' >> "$2"\nexit ${status}\n`,
  );
  return { editor: `sh ${script} 'its word'`, read: () => readFileSync(log, "utf8") };
}

async function createOnTerminal(github: WithGithub, editor: string, keys: [string, string][]) {
  const { box, server, installed } = github;
  const env = { ...installed.env, GH_EDITOR: editor };
  const run = await box.ghOnTerminal(server, ["pr", "create", "-t", "T"], keys, env, installed.program);
  return { ...run, body: (server.sent[0]?.body as { body: string } | undefined)?.body };
}

test("what the editor leaves goes through the rules", async () => {
  const github = await withGithub(policyConfig());
  const { editor, read } = makeEditor(github);
  const { status, screen, body } = await createOnTerminal(github, editor, [
    ["Body", "e"],
    ["next?", "\r"],
  ]);
  expect(status, screen).toBe(0);
  // The editor, and what it starts, see the caller's own choice.
  expect(read()).toBe(`its word|${editor}\nBecause it was missing.\n\nReviewed-by: Bo\n`);
  expect(body).toBe(described("Because it was missing.\n\nReviewed-by: Bo\n\nby hand"));
});

test("an editor that looks like ours is not believed", async () => {
  const github = await withGithub(policyConfig());
  const { editor, read } = makeEditor(github);
  const own = realpathSync(join(github.installed.program, "..", "interlock"));
  const quoted = `'${editor.replaceAll("'", `'\\''`)}'`;
  // `titled` would leave the first line alone, and a word more would have it edit another file.
  const forged = [`'${own}' gh-editor titled ${quoted}`, `'${own}' gh-editor body ${quoted} '' extra`];
  const keys: [string, string][] = [
    ["Body", "e"],
    ["next?", "\r"],
  ];
  const run = await createOnTerminal(github, forged[0] as string, keys);
  expect(run.status, run.screen).toBe(0);
  expect(read()).toContain(`its word|${editor}\n`);
  expect(run.body).toBe(described("Because it was missing.\n\nReviewed-by: Bo\n\nby hand"));
  github.server.begin();
  const other = await createOnTerminal(github, forged[1] as string, keys);
  expect(other.body).toBe(described("Because it was missing.\n\nReviewed-by: Bo\n"));
});

test("what no editor has seen is sent as it is, and that is said before", async () => {
  const github = await withGithub(policyConfig());
  const { body } = await createOnTerminal(github, makeEditor(github).editor, [
    ["not checked: gh asks for the description", ""],
    ["Body", "\r"],
    ["next?", "\r"],
  ]);
  expect(body).toBe("Because it was missing.\n\nReviewed-by: Bo\n");
});

test("an editor that fails ends the command", async () => {
  const github = await withGithub(policyConfig());
  const { status, body } = await createOnTerminal(github, makeEditor(github, 3).editor, [["Body", "e"]]);
  expect(status).not.toBe(0);
  expect(body).toBe(undefined);
});

test("a text that a rule refuses ends the command", async () => {
  const github = await withGithub(policyConfig());
  const script = github.box.write("long.sh", `#!/bin/sh\nhead -c 70000 /dev/zero | tr '\\0' x > "$1"\n`);
  const { status, body } = await createOnTerminal(github, `sh ${script}`, [["Body", "e"]]);
  expect(status).not.toBe(0);
  expect(body).toBe(undefined);
});

test("a file with a title has its body changed, and what is below gh's line stays", async () => {
  const { box, server, installed } = await withGithub(policyConfig());
  const hint =
    "------------------------ >8 ------------------------\n\nPlease enter the title on the first line\n";
  const file = box.write("titled.md", `Title\nBody\n${hint}`);
  const program = join(installed.program, "..", "interlock");
  const run = await box.gh(server, ["gh-editor", "titled", "true", "", file], {
    program,
    env: installed.env,
  });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(file, "utf8")).toBe(`Title\n${described("Body")}\n${hint}`);
});
