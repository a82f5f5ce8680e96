import { existsSync, readFileSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderPlan } from "../../engine/core/plan-file.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

function planPath(sandbox: Sandbox, folder = "home/.cache/interlock"): string {
  const name = readdirSync(join(sandbox.folder, folder)).find((each) => each.startsWith("plan-"));
  return join(sandbox.folder, folder, name ?? "none");
}

/** The plan in the home, and its copy for other homes. */
function plansOf(sandbox: Sandbox): string[] {
  const shared = `interlock-${process.getuid?.()}`;
  return ["home/.cache/interlock", shared]
    .filter((folder) => existsSync(join(sandbox.folder, folder)))
    .map((folder) => planPath(sandbox, folder));
}

function expectCompiledAgain(sandbox: Sandbox, text: string): void {
  const run = sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix"]);
  expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(sandbox.message()).toContain(botTrailer);
  for (const path of plansOf(sandbox)) expect(readFileSync(path, "utf8")).toBe(text);
}

test.each<[string, (text: string) => string]>([
  ["a letter that became another", (text) => text.replace("ensureTrailer", "ensureTrailor")],
  ["a contribution lost", (text) => text.replace(/"points":\{.*\}/, '"points":{}')],
  ["a flag turned", (text) => text.replace('"block"', '"pass"')],
  ["the end lost", (text) => text.slice(0, -2)],
  ["something behind it", (text) => text + "{}"],
  ["another checksum", (text) => text.replace(/ [0-9a-f]{8}\n/, " 00000000\n")],
  ["a part that is cut off behind its header", (text) => text.slice(0, 200)],
  ["nothing in it", () => ""],
])("a plan with %s is compiled again", (_, damage) => {
  const sandbox = new Sandbox(undefined, { plan: "compiled by the first command" });
  sandbox.interlock(["compile"]);
  const text = readFileSync(planPath(sandbox), "utf8");
  expect(damage(text)).not.toBe(text);
  for (const path of plansOf(sandbox)) writeFileSync(path, damage(text));
  expectCompiledAgain(sandbox, text);
});

test("a huge plan is not read, whatever is in it", () => {
  const sandbox = new Sandbox(undefined, { plan: "compiled by the first command" });
  sandbox.interlock(["compile"]);
  const text = readFileSync(planPath(sandbox), "utf8");
  // A plan of ours would be fresh, with its checksum.
  const huge = renderPlan({ ...JSON.parse(text.slice(text.indexOf("\n"))), padding: "x".repeat(17 << 20) });
  writeFileSync(planPath(sandbox), huge);
  // Nothing but zeros, and as large as the address space allows.
  truncateSync(plansOf(sandbox).at(-1) as string, 2 ** 40);
  expectCompiledAgain(sandbox, text);
});

test("a plan is whole after a power cut: it is on the disk before it has its name, and then the name is", () => {
  const sandbox = new Sandbox(undefined, { plan: "compiled by the first command" });
  const log = join(sandbox.folder, "calls");
  const traced = `strace -f -y -qq -e trace=fsync,rename,renameat,renameat2 -o '${log}' interlock compile`;
  expect(sandbox.shell(traced)).toMatchObject({ status: 0 });
  const calls = readFileSync(log, "utf8").split("\n");
  const plan = planPath(sandbox);
  const rename = calls.findIndex((call) => /rename/.test(call) && call.includes(`"${plan}"`));
  const [, temporary = "none"] = /"([^"]*\.tmp)"/.exec(calls[rename] ?? "") ?? [];
  const synced = (path: string): number =>
    calls.findIndex((call, i) => call.includes(`<${path}>`) && (path === temporary || i > rename));
  expect(synced(temporary)).toBeGreaterThanOrEqual(0);
  expect(synced(temporary)).toBeLessThan(rename);
  expect(synced(join(plan, ".."))).toBeGreaterThan(rename);
});
