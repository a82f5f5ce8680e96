import { expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const rules = `name: texts
extensions:
  hookApiVersion: 1
  hooks:
    - {id: texts.final, hook: commit.message.finalize, effects: [{type: text.forbidMatch, pattern: 'secret', message: 'no secrets'}]}
    - {id: texts.draft, hook: commit.message.prepare, effects: [{type: text.ensurePrefix, value: 'draft: '}]}
    - {id: texts.pr, hook: pull_request.description.finalize, effects: [{type: text.ensureSection, heading: Tests}]}
    - {id: texts.answer, hook: response.finalize, effects: [{type: text.ensureSuffix, value: Bye}]}
`;

function withRules(): Sandbox {
  const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [texts]\n");
  sandbox.write(sandbox.config.replace("config.yaml", "texts/plugin.yaml"), rules);
  return sandbox;
}

const points: [words: string[], input: string, after: string, ran: string][] = [
  [[], "work\n", "work\n", "texts.final unchanged"],
  [["--hook", "commit.message.finalize"], "work\n", "work\n", "texts.final unchanged"],
  [["--hook=commit.message.prepare"], "work\n", "draft: work\n", "texts.draft applied"],
  [["--hook", "pull_request.description.finalize"], "Why\n", "Why\n\n## Tests\n", "texts.pr applied"],
  [["--hook", "response.finalize"], "Done\n", "Done\n\nBye\n", "texts.answer applied"],
];

test.each(points)("--message-file - %j runs the rules of that hook point", (words, input, after, ran) => {
  const run = withRules().interlock(["explain", "--json", "--message-file", "-", ...words], { input });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const { hooks, message, file, point } = JSON.parse(run.stdout);
  expect(message).toEqual({ before: input, after });
  expect(hooks.map(({ id, state }: { id: string; state: string }) => `${id} ${state}`)).toEqual([ran]);
  expect({ file, point }).toEqual({
    file: "-",
    point: words.join(" ").replace(/^--hook[ =]/, "") || "commit.message.finalize",
  });
});

test("a file is shown with what would become of it, and nothing is written", () => {
  const sandbox = new Sandbox();
  const file = sandbox.write("message", "fix: a\n");
  const run = sandbox.interlock(["explain", "--message-file", file]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toMatch(
    /^from {6}\S+message\nhook {6}commit\.message\.finalize: its rules run over the text\n/,
  );
  expect(run.stdout).toContain(`text\n    fix: a\n  +\n  + ${botTrailer}\nresult    the text is changed\n`);
  expect(sandbox.run("cat", [file]).stdout).toBe("fix: a\n");
});

test.each(["commit.message.finalize", "pull_request.description.finalize"])(
  "a program at %s is named, and does not run",
  (hook) => {
    const sandbox = withRules();
    const program = `    - {id: texts.program, hook: ${hook}, handler: {type: command, command: [sh, -c, 'exit 2']}}\n`;
    sandbox.write(sandbox.config.replace("config.yaml", "texts/plugin.yaml"), rules + program);
    const words = ["explain", "--message-file", "-", "--hook", hook];
    const run = sandbox.interlock(words, { input: "x\n" });
    expect(run.stdout).toContain("texts.program: programs do not run in a dry run");
    expect(run.status).toBe(2);
  },
);

test("a text that a rule refuses has the status that a commit would have", () => {
  const run = withRules().interlock(["explain", "--message-file", "-"], { input: "secret\n" });
  expect(run.status).toBe(1);
  expect(run.stdout).toContain("no secrets");
  expect(run.stdout).toContain("result    refused, exit 1\n");
});

test("outside of a repository it works too, and where no rule is for it, it says so", () => {
  const sandbox = withRules();
  const options = { input: "x\n", cwd: sandbox.folder };
  expect(sandbox.interlock(["explain", "--message-file", "-"], options).stdout).toContain("stays as it is");
  const prepare = ["explain", "--message-file", "-", "--hook", "pull_request.description.prepare"];
  expect(sandbox.interlock(prepare, options).stdout).toContain(
    "no plugin contributes to 'pull_request.description.prepare'",
  );
});

const wrong: [words: string[], says: string][] = [
  [["--message-file", "/nowhere"], "the text cannot be read from '/nowhere': no such file or folder"],
  [["--message-file", "-", "--hook", "commit.mesage.finalize"], "'commit.mesage.finalize' is no hook point"],
  [["--message-file", "-", "--hook", "issue.labels.finalize"], "'issue.labels.finalize' is about no text"],
  [["--message-file", "-", "--", "git", "commit"], "'--message-file' and a command do not go together"],
  [["--message-file"], "'--message-file' needs a value"],
  [["--hook", "response.finalize"], "'--hook' needs a text"],
];

test.each(wrong)("%j is refused", (words, says) => {
  const run = new Sandbox().interlock(["explain", ...words]);
  expect(run).toMatchObject({ status: 129, stdout: "" });
  expect(run.stderr).toContain(`interlock: error: ${says} [E-wrong-usage]\nhint: `);
});
