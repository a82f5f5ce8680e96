/**
 * `interlock plugin test`: runs a plugin's examples in the engine that runs its rules at a commit, the native binary.
 */
import { spawnSync } from "node:child_process";
import { basename, join } from "node:path";
import { isError } from "../../engine/compile/files/diagnostic.ts";
import { asciiJson, decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { ExampleCase, ExampleOutcome } from "../../shim/entry/run-examples.ts";
import { countOf, renderDiff } from "../../shim/judge/describe.ts";
import { childEnvironment } from "../../shim/node/run-program.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { badSetUp, complainOfFiles, refuseSetUp } from "../shared/complain.ts";
import { say, sayJson } from "../shared/output.ts";
import { ownPrefix } from "../shared/own-install.ts";
import { examplesName, readExamples, type Example } from "./read-examples.ts";
import { openPlugin } from "./validate.ts";

interface Verdict {
  name: string;
  line: number;
  passed: boolean;
  /** What was expected and what came instead, as lines. */
  difference: string[];
}

export function testPlugin(line: VerbLine, words: readonly string[]): number {
  const plugin = openPlugin(words);
  if ("message" in plugin) return refuseSetUp(plugin.message, plugin.hint);
  const { folder, tree, compiled } = plugin;
  const { examples, diagnostics } = readExamples(folder);
  const errors = [...(compiled?.diagnostics ?? []), ...diagnostics].filter(isError);
  if (errors.length > 0 || examples === null) {
    complainOfFiles(errors);
    return badSetUp;
  }
  if (compiled === null || compiled.plan === null || examples.length === 0)
    return refuseSetUp(
      tree.some(({ path }) => path === examplesName)
        ? `'${examplesName}' has no example of a rule`
        : `'${basename(folder)}' has no '${examplesName}'`,
      "write one: docs/plugin-command.md shows how",
    );
  const outcomes = runInEngine(compiled.plan, examples.map(asCase));
  if (outcomes === null) return refuseSetUp("the native binary does not run", "run 'interlock doctor'");
  const verdicts = examples.map((example, i) => judge(example, outcomes[i] as ExampleOutcome));
  const failed = verdicts.filter(({ passed }) => !passed);
  if (line.has("--json")) sayJson({ ok: failed.length === 0, path: folder, examples: verdicts });
  else say(renderVerdicts(verdicts, join(basename(folder), examplesName)));
  return failed.length === 0 ? 0 : 1;
}

function runInEngine(plan: Plan, cases: readonly ExampleCase[]): ExampleOutcome[] | null {
  const program = join(ownPrefix(), "bin", "interlock");
  const input = asciiJson({ plan, cases });
  const run = spawnSync(program, ["run-examples"], {
    input,
    env: childEnvironment(process.env),
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) return null;
  return JSON.parse(run.stdout.toString("latin1")) as ExampleOutcome[];
}

/** All strings become byte strings. */
function asCase({
  hook,
  given,
  environment,
  config,
  commit,
  remotes,
  author,
  committer,
}: Example): ExampleCase {
  return {
    point: hook,
    given: typeof given === "string" ? encodeUtf8(given) : given.map(encodeUtf8),
    env: bytesOf(environment),
    config: bytesOf(config),
    commit,
    remotes: remotes.map(encodeUtf8),
    author: encodeUtf8(author),
    committer: encodeUtf8(committer),
  };
}

function bytesOf(map: { [name: string]: string | number | boolean }): { [name: string]: string } {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, encodeUtf8(String(value))]));
}

function judge(example: Example, { result, problems }: ExampleOutcome): Verdict {
  const { name, line } = example;
  const verdict = (difference: string[]): Verdict => ({
    name,
    line,
    passed: difference.length === 0,
    difference,
  });
  const said = problems.map(({ message }) => decodeUtf8(message));
  if (example.refused !== undefined) {
    if (said.length === 0)
      return verdict([
        `-refused: ${example.refused}`,
        ...asLines(result).map((each) => `+${decodeUtf8(each)}`),
      ]);
    const isMeant = said.some((each) => each.includes(example.refused as string));
    return verdict(
      isMeant ? [] : [`-refused: ${example.refused}`, ...said.map((each) => `+refused: ${each}`)],
    );
  }
  const wanted = example.becomes ?? example.given;
  const wantedText = textOf(typeof wanted === "string" ? encodeUtf8(wanted) : wanted.map(encodeUtf8));
  if (said.length > 0)
    return verdict([
      ...asLines(wantedText).map((each) => `-${decodeUtf8(each)}`),
      ...said.map((each) => `+refused: ${each}`),
    ]);
  return verdict(renderDiff({ before: wantedText, after: textOf(result) }));
}

/** A list is one entry a line. Line ends at the end do not count: YAML's `|` adds one, `git commit -m` too. */
function textOf(value: string | readonly string[]): string {
  return (typeof value === "string" ? value : value.join("\n")).replace(/\n+$/, "") + "\n";
}

function asLines(value: string | readonly string[]): string[] {
  return textOf(value).split("\n").slice(0, -1);
}

function renderVerdicts(verdicts: readonly Verdict[], file: string): string {
  const failed = verdicts.filter(({ passed }) => !passed);
  const lines = verdicts.map(({ name, line, passed, difference }) => {
    const head = `${passed ? "ok    " : "failed"}  ${name}\n`;
    if (passed) return head;
    return `${head}        ${file}:${line}: expected (-), and what came (+)\n${difference.map((each) => `          ${each}\n`).join("")}`;
  });
  const sum = `interlock: ${countOf(verdicts.length - failed.length, "example")} passed, ${failed.length} failed\n`;
  return lines.join("") + sum;
}
