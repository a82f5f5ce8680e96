import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const config = `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}, ${join(root, "plugins", "conventional-commits")}, local]\n`;

/** Two commits, of which the later breaks two rules in a title full of marks; and a hook that is not judged. */
function prepare(title = `Fix <it> & "that", 100%: \u001b[31mred]]>`): { sandbox: Sandbox; id: string } {
  const sandbox = new Sandbox(config);
  sandbox.write(
    join(sandbox.folder, "interlock", "local", "plugin.yaml"),
    `extensions:
  hookApiVersion: 1
  hooks:
    - {id: local.a, hook: commit.message.finalize, when: {envPresent: [NO_SUCH]}, effects: [{type: text.ensurePrefix, value: x}]}
`,
  );
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", `fix: it\n\n${botTrailer}`]);
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", title]);
  return { sandbox, id: sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim() };
}

function run(format: string, sandbox: Sandbox, ...args: string[]): string {
  const { status, stdout } = sandbox.interlock(["verify", `--format=${format}`, "--allow-skipped", ...args]);
  expect(status).toBe(args.length === 0 ? 1 : 0);
  return Buffer.from(stdout, "latin1").toString("utf8");
}

test("json is one object that says everything", () => {
  const { sandbox, id } = prepare();
  const title = `Fix <it> & "that", 100%: \u001b[31mred]]>`;
  const parsed = JSON.parse(run("json", sandbox));
  expect(parsed).toEqual({
    reportOnly: false,
    violations: [
      {
        commit: id,
        title,
        hook: "github.ensure-bot-coauthor",
        plugin: "github",
        source: expect.stringMatching(/plugin\.yaml:6$/),
        message: `lacks '${botTrailer}'`,
        diff: [` ${title}`, "+", `+${botTrailer}`],
        fix: "git commit --amend --only --allow-empty -m '...'",
      },
      {
        commit: id,
        title,
        hook: "conventional-commits.title",
        plugin: "conventional-commits",
        source: expect.stringMatching(/plugin\.yaml:7$/),
        message: expect.stringMatching(/^'Fix .*': the title must be/),
        diff: [],
        fix: "git commit --amend --only --allow-empty -m '...'",
      },
    ],
    notJudged: [
      {
        hook: "local.a",
        commit: null,
        reason: "environment variable 'NO_SUCH' is not set here",
        cause: "unknown-here",
        commits: 2,
      },
    ],
    leftAlone: [],
    summary: { commits: 2, broken: 1 },
  });
});

test("json of a clean range has an empty list", () => {
  const { sandbox } = prepare();
  expect(JSON.parse(run("json", sandbox, "HEAD^"))).toMatchObject({
    violations: [],
    summary: { commits: 1, broken: 0 },
  });
});

test("github prints workflow commands that no message can break out of", () => {
  const { sandbox, id } = prepare("Fix 100%\n\n::error::not ours\n::set-output name=x::y");
  const lines = run("github", sandbox).split("\n");
  expect(lines).toEqual([
    `::error title=interlock%3A github.ensure-bot-coauthor::commit ${id.slice(0, 12)} Fix 100%25: lacks '${botTrailer}'%0A Fix 100%25%0A %0A ::error::not ours%0A ::set-output name=x::y%0A+%0A+${botTrailer}%0Afix: git commit --amend --only --allow-empty -m '...'`,
    expect.stringMatching(
      /^::error title=interlock%3A conventional-commits\.title::commit .* the title must/,
    ),
    "::warning title=interlock%3A not judged::local.a: environment variable 'NO_SUCH' is not set here (2 commits)",
    "interlock: 1 of 2 commits breaks a rule",
    "",
  ]);
});

test("sarif has what SARIF 2.1.0 requires", () => {
  const { sandbox, id } = prepare();
  const log = JSON.parse(run("sarif", sandbox));
  // 3.13.2, 3.13.4, 3.14.6: version and runs of a log, tool of a run.
  expect(log.version).toBe("2.1.0");
  expect(log.runs).toHaveLength(1);
  const [{ tool, results, invocations }] = log.runs;
  // 3.18.2, 3.19.8, 3.49.3: driver of a tool, its name, the id of a rule.
  expect(tool.driver.name).toBe("interlock");
  const ids = tool.driver.rules.map((rule: { id: string }) => rule.id);
  expect(ids).toEqual(["github.ensure-bot-coauthor", "local.a", "conventional-commits.title"]);
  expect(results).toHaveLength(2);
  for (const result of results) {
    // 3.27.5, 3.27.6, 3.27.10, 3.27.11: ruleId agrees with ruleIndex, level is one of four, message has a text.
    expect(ids[result.ruleIndex]).toBe(result.ruleId);
    expect(["none", "note", "warning", "error"]).toContain(result.level);
    expect(typeof result.message.text).toBe("string");
    // 3.33: a logical location needs a name or an index.
    expect(result.locations[0].logicalLocations[0].fullyQualifiedName).toBe(id);
  }
  // 3.20.14: executionSuccessful of an invocation; 3.58.5: the message of a notification.
  expect(invocations[0].executionSuccessful).toBe(true);
  expect(invocations[0].toolExecutionNotifications[0].message.text).toContain("local.a");
  expect(JSON.parse(run("sarif", sandbox, "HEAD^")).runs[0].results).toEqual([]);
});

/** Reads XML strictly enough to find what is not well-formed: tags that match, and every mark escaped. */
function readXml(text: string): { names: string[]; texts: string[] } {
  const names: string[] = [];
  const texts: string[] = [];
  const open: string[] = [];
  let at = 0;
  const token =
    /<\?xml [^?]*\?>|<(\/?)([a-z-]+)((?: [a-z]+="[^"<&]*(?:&(?:amp|lt|gt|quot|apos);[^"<&]*)*")*)(\/?)>|(?:[^<&]|&(?:amp|lt|gt|quot|apos);)+/gy;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) throw new Error(`not well-formed at ${JSON.stringify(text.slice(at, at + 40))}`);
    at = token.lastIndex;
    const [whole, closes, name, , isEmpty] = match;
    if (name === undefined) texts.push(whole);
    else if (closes === "/") expect(open.pop()).toBe(name);
    else {
      names.push(name);
      if (isEmpty !== "/") open.push(name);
    }
  }
  expect(open).toEqual([]);
  return { names, texts };
}

test("junit is well-formed, with a test case for each commit", () => {
  const { sandbox } = prepare();
  const text = run("junit", sandbox);
  const { names } = readXml(text);
  expect(names).toEqual([
    "testsuites",
    "testsuite",
    "testcase",
    "failure",
    "testcase",
    "testcase",
    "skipped",
  ]);
  expect(text).toContain('tests="3" failures="1" errors="0" skipped="1"');
  expect(text).toContain("Fix &lt;it&gt; &amp; &quot;that&quot;, 100%: ?[31mred]]&gt;");
  expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f]/);
});

test("text prints no line of a message that a CI runner would take for a command", () => {
  const { sandbox } = prepare(
    "Fix ##[add-mask]it\n\n::error::not ours\n \t::stop-commands::x\n\u00a0::debug::x\n##[error]x\n##vso[task.complete]\n## Heading: a [link]::",
  );
  const text = run("text", sandbox);
  expect(text).toContain(" |::error::not ours\n");
  expect(text).toContain("|::stop-commands::x\n");
  expect(text).toContain("|::debug::x\n");
  expect(text).toContain("## [error]x\n");
  expect(text).toContain("## vso[task.complete]\n");
  expect(text).toContain(" ## Heading: a [link]::\n");
  expect(text).not.toMatch(/^\s*::|##\[|##vso\[/m);
});
