/** What is said of a change that a program made, in one short line. */
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { addProgram, sh } from "./with-program.ts";

const given = "fix: retry\n\nOne.\nTwo.\n";

test.each([
  ["a line is added", "fix: retry\n\nOne.\nTwo.\n\nTicket: A-1\n", "adding 'Ticket: A-1'"],
  ["lines are added", "fix: retry\n\nOne.\nA\nB\nTwo.\n", "adding 'A' and 1 more"],
  ["a line goes", "fix: retry\n\nTwo.\n", "removing 'One.'"],
  ["the title changes", "fix: again\n\nOne.\nTwo.\n", "changing the title to 'fix: again'"],
  ["a line changes", "fix: retry\n\nOne.\nThree.\n", "changing the text to 'Three.'"],
  ["a line is put first", "A-1\nfix: retry\n\nOne.\nTwo.\n", "adding 'A-1'"],
  [
    "it steers a terminal",
    "fix: \u001b[31m\u009b\u202ex\n\nOne.\nTwo.\n",
    "changing the title to 'fix:  [31m x'",
  ],
  ["it is long", `fix: ${"x".repeat(300)}\n`, `changing the title to 'fix: ${"x".repeat(92)}...'`],
])("%s", (_, text, said) => {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, sh(`cat <<'END'\n${JSON.stringify({ payload: { text } })}\nEND`), {
    config: "notices: always\n",
  });
  sandbox.write("../message", given);
  const run = sandbox.git(["commit", "--allow-empty", "-F", "../message"]);
  expect(run.stderr.split("\n")).toContain(`interlock: ${said} (acme.check)`);
});

test("a refusal is the program's reason, and who gives it", () => {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, sh("echo name a ticket >&2; exit 2"));
  const run = sandbox.git(["commit", "-q", "--allow-empty", "-m", "x"]);
  expect(run.stderr).toBe(
    "interlock: error: name a ticket ('acme.check', plugin 'acme') [E-program-refused]\n",
  );
});
