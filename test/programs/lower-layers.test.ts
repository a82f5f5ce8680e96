/** A program of a lower layer may add to what one above it has let pass, and cannot undo it behind its back. */
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { createProject, allowAll } from "../lifecycle/project.ts";
import { addProgram } from "./with-program.ts";

const python = (lines: string): string => `#!/usr/bin/python3
import json, sys
text = json.load(sys.stdin)["payload"]["text"]
${lines}
`;

/** Root's: refuses one word, and takes another out. */
const upper = python(`if "forbidden" in text: print("not that", file=sys.stderr); sys.exit(2)
print(json.dumps({"text": text.replace("secret", "***")}))`);

const hookFile = `id: house_add
event_type: commit.message.finalize
handler: {kind: script, command: ./add}
`;
const adds = (words: string): string =>
  python(`print(json.dumps({"text": text.rstrip() + "\\n\\n${words}\\n"}))`);

function withBoth(words: string): Sandbox {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, upper, { more: "priority: 1", config: allowAll.replace("version: 1\n", "") });
  sandbox.write(".interlock/config.yaml", "version: 1\n");
  sandbox.write(".interlock/hooks/add.yaml", hookFile);
  sandbox.write("add", adds(words), 0o755);
  return sandbox;
}

const rows: [words: string, status: number, message: string, said: string][] = [
  ["harmless", 0, "fix\n\nharmless\n\n", ""],
  ["a secret", 0, "fix\n\na ***\n\n", ""],
  ["forbidden", 1, "", "not that"],
];

test.each(rows)(
  "in a commit, what is added is shown to the one above: %s",
  (words, status, message, said) => {
    const sandbox = withBoth(words);
    const run = sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"]);
    expect(run.stderr).toContain(said);
    expect(run.status).toBe(status);
    if (status === 0) expect(sandbox.realGit(["log", "-1", "--format=%B"]).stdout).toBe(message);
  },
);

test.each(rows)("by dispatch, too: %s", async (words, status, message, said) => {
  const project = createProject({
    "install.yaml": `${allowAll}plugins: {dirs: [base]}\n`,
    "base/plugin.yaml": `name: base
extensions:
  hookApiVersion: 1
  hooks: [{id: acme.check, hook: commit.message.finalize, priority: 1, handler: {type: command, command: [./check]}}]
`,
    "base/check": upper,
    "repo/.interlock/hooks/add.yaml": hookFile,
    "repo/add": adds(words),
  });
  const { ok, payload, problems } = await project.dispatch("commit.message.finalize", { text: "fix\n" });
  expect(problems.map((problem) => problem.message).join()).toContain(said);
  expect([ok, problems.length]).toEqual([status === 0, status]);
  if (ok) expect(payload?.["text"]).toBe(message.replace(/\n\n$/, "\n"));
});
