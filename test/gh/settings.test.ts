/** gh's config.yml, however it is written: an alias that sends something sends it through the rules. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { GhSandbox, type Installed } from "./gh-sandbox.ts";
import { GithubServer } from "./github-server.ts";
import { described, policyConfig } from "./policy.ts";

let server: GithubServer;
let box: GhSandbox;
let installed: Installed;
beforeAll(async () => {
  server = await GithubServer.start();
  box = new GhSandbox();
  installed = box.install(policyConfig());
});
afterAll(async () => {
  await server.stop();
  box.remove();
});

const mk = "pr create -t T -b B";

interface Case {
  config: string;
  /** `mk` if not given. */
  words?: string[];
  /** Does gh 2.23 open a pull request? */
  opens: boolean;
  /** Where interlock cannot tell, it says so. */
  says?: string;
}

const hides = (name: string): string => `not checked: the alias '${name}' hides a command or flag of gh`;

const cases: Case[] = [
  { config: `aliases:\n    mk: ${mk}\n`, opens: true },
  { config: `  aliases:\n    mk: ${mk}\n`, opens: true },
  { config: `# mine\n   editor: vi\n   aliases: # all\n     mk: ${mk} # it\n   x: y\n`, opens: true },
  { config: `aliases: {mk: ${mk}}\n`, opens: true },
  { config: `{aliases: {"mk": '${mk}'}}\n`, opens: true },
  { config: `"\\x61liases":\n  mk: ${mk}\n`, opens: true },
  { config: `'aliases':\n  "m\\x6b": ${mk}\n`, opens: true },
  { config: `? aliases\n: mk: ${mk}\n`, opens: true },
  { config: `aliases:\n  ? mk\n  : ${mk}\n`, opens: true },
  { config: `aliases:\n  mk: pr create\n    -t T\n    -b B\n`, opens: true },
  { config: `aliases:\n  mk: "pr create\n    -t T -b B"\n`, opens: true },
  { config: `aliases:\n  mk: >-\n    pr create -t T\n\n    -b B\n`, opens: true },
  { config: `aliases:\n  mk: |2\n    ${mk}\n`, opens: true },
  { config: `aliases:\n  mk: &a ${mk}\n`, opens: true },
  // A word behind `!` that is not quoted is a tag of YAML, and no shell runs.
  { config: `aliases:\n  mk: !gh ${mk}\n`, opens: true },
  { config: `aliases:\n  mk: !!str ${mk}\n`, opens: true },
  { config: `aliases:\n  !!str mk: ${mk}\n`, opens: true },
  { config: `x: y\raliases:\r  mk: ${mk}\r`, opens: true },
  { config: `x: y\u2028aliases:\u2028  mk: ${mk}\u2028`, opens: true },
  { config: `\ufeffaliases:\r\n  mk: ${mk}\r\n`, opens: true },
  { config: `---\naliases:\n  mk: ${mk}\n---\naliases:\n  mk: pr list\n`, opens: true },
  { config: `x: |\n  aliases:\n    mk: pr list\naliases:\n  mk: ${mk}\n`, opens: true },
  { config: `aliases:\n  mk: ${mk}\n  mk: pr list\n`, opens: true },
  { config: `aliases:\n  mk: '!gh ${mk}'\n`, opens: true },
  // What gh does not heed is not heeded.
  { config: `aliases:\n  mk: pr list\n  mk: ${mk}\n`, opens: false },
  { config: `aliases:\n  mk: pr list\naliases:\n  mk: ${mk}\n`, opens: false },
  { config: `aliases:\n  a:\n    mk: ${mk}\n`, opens: false },
  { config: `a: &a\n  mk: ${mk}\naliases: *a\n`, opens: false },
  { config: `a: &a\n  mk: ${mk}\naliases:\n  <<: *a\n`, opens: false },
  { config: `x: |\n  aliases:\n    mk: ${mk}\n`, opens: false },
  { config: `aliases:\n  x: y\n---\naliases:\n  mk: ${mk}\n`, opens: false },
  // gh cannot read this either.
  {
    config: `aliases:\n\tmk: ${mk}\n`,
    opens: false,
    says: "not checked: gh's aliases: line 2 is no 'key: value'",
  },
  // An alias of an alias, below a command, or behind a flag: a later gh takes them, 2.23 does not.
  { config: `aliases:\n  mk: two\n  two: ${mk}\n`, opens: false },
  { config: `aliases:\n  pr mk: ${mk}\n`, words: ["pr", "mk"], opens: false },
  { config: `aliases:\n  auth mk: ${mk}\n`, words: ["auth", "mk"], opens: false },
  { config: `aliases:\n  mk: ${mk}\n`, words: ["-R", "octo/demo", "mk"], opens: false },
  // gh 2.23 prefers an alias to what it does not take for a command of its own.
  { config: `aliases:\n  --version: ${mk}\n`, words: ["--version"], opens: true, says: hides("--version") },
  {
    config: `aliases:\n  "\\x2d-version": ${mk}\n`,
    words: ["--version"],
    opens: true,
    says: hides("--version"),
  },
  {
    config: `aliases:\n  auth: ${mk} --head\n`,
    words: ["auth", "--draft=1"],
    opens: false,
    says: hides("auth"),
  },
  { config: `aliases:\n  help: ${mk}\n`, words: ["help"], opens: true, says: hides("help") },
  { config: `aliases:\n  mk: pr create -t T -b\n`, words: ["help", "mk"], opens: true, says: hides("mk") },
  { config: `aliases:\n  auth: ${mk}\n`, words: ["auth", "status"], opens: false },
];

test.each(cases)("gh $words with $config", async ({ config, words = ["mk"], opens, says = "" }) => {
  box.write("home/.config/gh/config.yml", config);
  server.begin();
  await box.gh(server, words);
  const alone = server.sent.map(({ body }) => (body as { body: string }).body);
  expect(alone.length).toBe(opens ? 1 : 0);
  server.begin();
  const run = await box.gh(server, words, installed);
  const ours = server.sent.map(({ body }) => (body as { body: string }).body);
  expect(ours, run.stderr).toEqual(says === "" ? alone.map(described) : alone);
  if (says === "") expect(run.stderr).not.toContain("interlock");
  else expect(run.stderr).toContain(says);
});

test("what cannot be told is refused under gh.strict", async () => {
  const strict = box.install(policyConfig("gh:\n  strict: true\n"));
  box.write("home/.config/gh/config.yml", `aliases:\n  --version: ${mk}\n`);
  server.begin();
  const run = await box.gh(server, ["--version"], strict);
  expect(run).toMatchObject({ status: 1, stdout: "" });
  expect(run.stderr).toContain("the alias '--version' hides a command or flag of gh");
  expect(server.sent).toEqual([]);
  installed = box.install(policyConfig());
});
