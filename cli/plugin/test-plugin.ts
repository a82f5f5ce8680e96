/**
 * `interlock plugin test`: runs a plugin's examples in the engines that run its hooks.
 */
import { basename, join } from "node:path";
import { isError } from "../../engine/core/problem.ts";
import { countOf } from "../../shim/judge/describe.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { badSetUp, complainOfFiles, refuseSetUp } from "../shared/complain.ts";
import { say, sayJson } from "../shared/output.ts";
import { judgeExample, type Came, type Verdict } from "./judge-example.ts";
import { examplesName, readExamples } from "./read-examples.ts";
import { runExamples } from "./run-example.ts";
import { openPlugin } from "./validate.ts";

export async function testPlugin(line: VerbLine, words: readonly string[]): Promise<number> {
  const plugin = openPlugin(words);
  if ("message" in plugin) return refuseSetUp(plugin.message, plugin.hint);
  const { folder, tree, compiled } = plugin;
  const { examples, diagnostics } = readExamples(folder);
  const errors = [...(compiled?.diagnostics ?? []), ...diagnostics].filter(isError);
  if (errors.length > 0 || examples === null) {
    complainOfFiles(errors);
    return badSetUp;
  }
  const plan = compiled?.plan ?? null;
  if (compiled === null || plan === null || examples.length === 0)
    return refuseSetUp(
      tree.some(({ path }) => path === examplesName)
        ? `'${examplesName}' has no example of a rule`
        : `'${basename(folder)}' has no '${examplesName}'`,
      "write one: docs/plugin-command.md shows how",
    );
  const came = await runExamples({ ...compiled, plan }, examples);
  if (came === null) return refuseSetUp("the native binary does not run", "run 'interlock doctor'");
  const verdicts = examples.map((example, i) => judgeExample(example, came[i] as Came));
  const failed = verdicts.filter(({ passed }) => !passed);
  if (line.has("--json")) sayJson({ ok: failed.length === 0, path: folder, examples: verdicts });
  else say(renderVerdicts(verdicts, join(basename(folder), examplesName)));
  return failed.length === 0 ? 0 : 1;
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
