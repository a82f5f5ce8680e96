import { expect, test } from "vitest";
import { RecordingSandbox } from "./recording.ts";

const titles: [what: string, printf: string, title: string][] = [
  ["UTF-8", "fix: caf\\303\\251 \\360\\237\\216\\211", "fix: café \u{1f389}"],
  [
    "what is not UTF-8",
    "fix: \\377\\300\\200\\355\\240\\200\\363x",
    "fix: \ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdx",
  ],
  ["quotes and backslashes", "fix: \"a\" \\\\ 'b' \\\\n", "fix: \"a\" \\ 'b' \\n"],
  ["control characters", "fix: \\001\\010\\033[31m\\177\\302\\205", "fix: \u0001\b\u001b[31m\u007f\u0085"],
  ["line separators", "fix: a\\342\\200\\250b\\rc", "fix: a\u2028b\rc"],
  ["what looks like JSON", 'fix: "}}\\\\u0000{"Timestamp":', 'fix: "}}\\u0000{"Timestamp":'],
];

test.each(titles)("a title with %s is one whole line of ASCII", (_, printf, title) => {
  const sandbox = new RecordingSandbox();
  sandbox.write("format", printf);
  sandbox.shell(`printf "$(cat format)" | git commit -q --allow-empty -F -`);
  const [line, ...others] = sandbox.lines();
  expect(others).toEqual([]);
  expect(line).toMatch(/^[ -~]+$/);
  expect(sandbox.events()[0]?.Attributes["interlock.message.title"]).toBe(title);
});

test("a long message does not make a long line, and a title is not cut within a character", () => {
  const sandbox = new RecordingSandbox();
  sandbox.write("message", `fix: ${"é".repeat(400_000)}\n\n${"x\n".repeat(100_000)}`);
  sandbox.git(["commit", "-q", "--allow-empty", "-F", "message"]);
  const [line = ""] = sandbox.lines();
  expect(line.length).toBeLessThan(8_000);
  expect(sandbox.events()[0]?.Attributes["interlock.message.title"]).toBe(`fix: ${"é".repeat(147)}...`);
});

test("of many rules, the first are recorded", () => {
  const sandbox = new RecordingSandbox();
  const rules = Array.from(
    { length: 300 },
    (_, i) =>
      `    - {id: many.r${i}, hook: commit.message.finalize, effects: [{type: text.requireMatch, pattern: '^fix', message: '${"m".repeat(500)}'}]}\n`,
  );
  const plugin = `name: many\nextensions:\n  hookApiVersion: 1\n  hooks:\n${rules.join("")}`;
  sandbox.write(sandbox.config.replace("config.yaml", "many/plugin.yaml"), plugin);
  sandbox.write(sandbox.config, sandbox.configText().replace("dirs: [", "dirs: [many, "));
  expect(sandbox.git(["commit", "-q", "--allow-empty", "-m", "bad"]).status).toBe(1);
  const [line = ""] = sandbox.lines();
  expect(line.length).toBeLessThanOrEqual(32 * 1024);
  const refused = sandbox.events()[0]?.Attributes["interlock.refused.rules"] as string[];
  expect(refused).toHaveLength(51);
  expect(refused[50]).toBe("...");
});
