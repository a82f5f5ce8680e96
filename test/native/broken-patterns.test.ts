/** Plans may come from a cache that the caller can write to, so a broken one must do no harm to the binary that reads it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MatchEffect } from "../../engine/core/effects/match.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { PatternDfa } from "../../engine/core/pattern-dfa.ts";
import { renderPlan } from "../../engine/core/plan-file.ts";
import { root, sanitizedPrefix as prefix } from "../support/paths.ts";
import { Sandbox } from "../support/sandbox.ts";

const env = { ASAN_OPTIONS: "detect_leaks=0:exitcode=99", UBSAN_OPTIONS: "halt_on_error=1:exitcode=98" };

const faults: { [title: string]: (dfa: PatternDfa) => unknown } = {
  "a start that is no state": (dfa) => (dfa.start = dfa.rows.length + 2),
  "a start below zero": (dfa) => (dfa.start = -1),
  "no row": (dfa) => (dfa.rows = []),
  "rows that are no texts": (dfa) => (dfa.rows = dfa.rows.map(() => 5 as unknown as string)),
  "rows that are empty": (dfa) => (dfa.rows = dfa.rows.map(() => "")),
  "rows that are not closed": (dfa) => (dfa.rows = dfa.rows.map((row) => row.slice(0, -1))),
  "a next state that is none": (dfa) => (dfa.rows = dfa.rows.map(() => "[60000]")),
  "a class that is none": (dfa) => (dfa.rows = dfa.rows.map(() => "[0,300,0]")),
  "classes in the wrong order": (dfa) => (dfa.rows = dfa.rows.map(() => "[0,5,0,3,0]")),
  "a start that differs from itself": (dfa) => (dfa.rows[dfa.start - 2] = "~[0,1,0]"),
  "huge numbers": (dfa) => (dfa.rows = dfa.rows.map(() => "[99999999999999999999,1,0]")),
  "too few classes": (dfa) => (dfa.classCount = 1),
  "no class": (dfa) => (dfa.classCount = 0),
  "too many classes": (dfa) => (dfa.classCount = 100_000),
  "classes that are not listed": (dfa) => (dfa.classes = dfa.classes.slice(0, 10)),
  "no classes": (dfa) => (dfa.classes = null as unknown as number[]),
  "ends of other states": (dfa) => (dfa.ends = "0"),
  "no ends": (dfa) => (dfa.ends = 0 as unknown as string),
};

const config = `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "conventional-commits")}]\n`;

/** Changes each pattern of the plan that this command uses. */
function spoilPlan(sandbox: Sandbox, spoil: (dfa: PatternDfa) => unknown): void {
  const line = ["explain", "--json", "--", "git", "commit", "-m", "fix: x"];
  const { path } = (JSON.parse(sandbox.interlock(line, { prefix, env }).stdout) as { plan: { path: string } })
    .plan;
  const text = readFileSync(path, "latin1");
  const plan = JSON.parse(text.slice(text.indexOf("\n"))) as Plan;
  for (const { effects } of plan.points["commit.message.finalize"] ?? [])
    for (const effect of effects) spoil((effect as MatchEffect).dfa);
  writeFileSync(path, renderPlan(plan));
}

test.each(Object.entries(faults))("a pattern with %s stops the command", (_, spoil) => {
  const sandbox = new Sandbox(config);
  const commit = ["commit", "-q", "--allow-empty", "-m", "fix(part): a title"];
  expect(sandbox.git(commit, { prefix, env }).status).toBe(0);
  spoilPlan(sandbox, spoil);
  const run = sandbox.git(commit, { prefix, env });
  expect(run.stderr).toContain("a plan has a broken pattern");
  expect(run.status).toBe(128);
  expect(sandbox.commitCount()).toBe(1);
  const verified = sandbox.interlock(["verify", "HEAD"], { prefix, env });
  expect(verified.stderr).toContain("a plan has a broken pattern");
});

test("a row that only a later commit needs stops 'verify' as well", () => {
  const sandbox = new Sandbox(config);
  for (const title of ["perf: a", "fix: b"])
    sandbox.git(["commit", "-q", "--allow-empty", "-m", title], { prefix, env });
  expect(sandbox.interlock(["verify", "HEAD"], { prefix, env }).status).toBe(0);
  // Where a title leads that begins with `p`.
  spoilPlan(sandbox, (dfa) => {
    const next = stateAfter(dfa, "p");
    dfa.rows[next - 2] = "[60000]";
  });
  expect(sandbox.interlock(["verify", "HEAD"], { prefix, env }).stderr).toContain(
    "a plan has a broken pattern",
  );
  expect(sandbox.interlock(["verify", "HEAD~..HEAD"], { prefix, env }).status).toBe(0);
});

/** The state behind the first letter. */
function stateAfter({ rows, start, classes, classCount }: PatternDfa, letter: string): number {
  const runs = JSON.parse(rows[start - 2] as string) as number[];
  const wanted = classes[letter.charCodeAt(0)] as number;
  for (let i = 0; i < runs.length; i += 2) if (wanted < (runs[i + 1] ?? classCount)) return runs[i] as number;
  return 0;
}
