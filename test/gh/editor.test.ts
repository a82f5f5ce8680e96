import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { editorOf, readGhConfig } from "../../shim/gh/config-file.ts";
import { GhSandbox } from "./gh-sandbox.ts";
import { GithubServer } from "./github-server.ts";

/** gh starts an editor with a file of its own, as a command line with words of its own. */
async function createOnTerminal(variables: string[], config = "") {
  const server = await GithubServer.start();
  const box = new GhSandbox();
  onTestFinished(async () => {
    await server.stop();
    box.remove();
  });
  const log = join(box.folder, "log");
  const script = box.write(
    "editor.sh",
    `#!/bin/sh\n{ echo "$1|$2"; cat "$2"; } >> ${log}\nprintf '\\nby hand' >> "$2"\n`,
  );
  const env: { [name: string]: string } = {};
  for (const name of variables) env[name] = `sh ${script} '${name} word'`;
  const text = config && `${config}: "sh ${script} 'config word'"\n`;
  box.write("home/.config/gh/config.yml", text);
  const steps: [string, string][] = [
    ["Body", "e"],
    ["next?", "\r"],
  ];
  const { status, screen } = await box.ghOnTerminal(server, ["pr", "create", "-t", "T"], steps, env);
  const read = readFileSync(log, "utf8");
  const body = (server.sent[0]?.body as { body: string } | undefined)?.body;
  const known = editorOf((name) => env[name], readGhConfig(text));
  return { status, screen, read, body, known };
}

test("the editor begins with the commit's body, and what it leaves is sent", async () => {
  const { status, screen, read, body } = await createOnTerminal(["GH_EDITOR"]);
  expect(status, screen).toBe(0);
  expect(read).toMatch(/^GH_EDITOR word\|.*\.md\nBecause it was missing\.\n\nReviewed-by: Bo\n$/);
  expect(body).toBe("Because it was missing.\n\nReviewed-by: Bo\n\nby hand");
});

test.each<[string[], string, string]>([
  [["GH_EDITOR", "GIT_EDITOR", "VISUAL", "EDITOR"], "editor", "GH_EDITOR"],
  [["GIT_EDITOR", "VISUAL", "EDITOR"], "editor", "config"],
  [["GIT_EDITOR", "VISUAL", "EDITOR"], "", "GIT_EDITOR"],
  [["VISUAL", "EDITOR"], "", "VISUAL"],
])("of %j and the setting %j it is the one of %s", async (variables, config, chosen) => {
  const { read, known } = await createOnTerminal(variables, config);
  expect(read.split(" word|")[0]).toBe(chosen);
  expect(known).toContain(`'${chosen} word'`);
});
