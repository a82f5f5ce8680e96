/** Runs the scenario files: see README.md beside this file. UPDATE_SCENARIOS=1 writes what was printed into them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isAsShown, toReal, toShown } from "../support/compare-output.ts";
import { root } from "../support/paths.ts";
import { Sandbox } from "../support/sandbox.ts";

interface Step {
  command: string;
  shown: string[];
}

interface Scenario {
  title: string;
  steps: Step[];
  files: [name: string, text: string][];
}

function readScenario(text: string): Scenario {
  const [script = "", ...parts] = text.split(/^-- (.+) --\n/m);
  const [title = "", ...lines] = script.trimEnd().split("\n");
  const steps: Step[] = [];
  for (const line of lines) {
    const last = steps.at(-1);
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), shown: [] });
    else if (line.startsWith("> ") && last?.shown.length === 0) last.command += `\n${line.slice(2)}`;
    else last?.shown.push(line);
  }
  for (const { shown } of steps) while (shown.at(-1) === "") shown.pop();
  const files = parts.flatMap((part, i) =>
    i % 2 === 0 ? [[part, parts[i + 1] ?? ""] as [string, string]] : [],
  );
  return { title: title.replace(/^# /, ""), steps, files };
}

function run({ steps, files }: Scenario): string[][] {
  const plugins = ["$PLUGINS", join(root, "plugins")] as const;
  const config = files.find(([name]) => name === "config.yaml");
  const sandbox = config === undefined ? new Sandbox() : new Sandbox(toReal(config[1], [plugins]));
  for (const [name, text] of files)
    if (name.startsWith("rules/")) sandbox.write(join(sandbox.folder, "interlock", name), text);
    else if (name !== "config.yaml") sandbox.write(name, text, text.startsWith("#!") ? 0o755 : 0o644);
  const places = [plugins, ["~", sandbox.folder] as const];
  return steps.map(({ command }) => {
    const { status, stdout } = sandbox.shell(`exec 2>&1\n${command}`);
    const text = toShown(Buffer.from(stdout, "latin1").toString(), places).trimEnd();
    return [...(text === "" ? [] : text.split("\n")), ...(status === 0 ? [] : [`(exit ${status})`])];
  });
}

function render({ title, steps, files }: Scenario, printed: string[][]): string {
  const shown = steps.map(({ command }, i) =>
    [`$ ${command.replaceAll("\n", "\n> ")}`, ...(printed[i] ?? [])].join("\n"),
  );
  return `# ${title}\n\n${shown.join("\n")}\n${files.map(([name, text]) => `\n-- ${name} --\n${text.trimEnd()}\n`).join("")}`;
}

describe.each(readdirSync(import.meta.dirname).filter((name) => name.endsWith(".txt")))("%s", (name) => {
  const file = join(import.meta.dirname, name);
  const scenario = readScenario(readFileSync(file, "utf8"));
  test(scenario.title, () => {
    const printed = run(scenario);
    if (process.env["UPDATE_SCENARIOS"] !== undefined) writeFileSync(file, render(scenario, printed));
    else
      scenario.steps.forEach(({ command, shown }, i) => {
        if (!isAsShown(shown, printed[i] ?? [])) expect(printed[i], command).toEqual(shown);
      });
  });
});
