/** Runs the scenario files: see test/README.md. UPDATE_SCENARIOS=1 writes into them what was printed instead of what they show. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { isAsShown, toReal, toShown, type Places } from "../support/compare-output.ts";
import { dist, root } from "../support/paths.ts";
import { Sandbox, type Run } from "../support/sandbox.ts";
import { describeSealed, type Machine } from "../support/sealed-machine.ts";

interface Step {
  command: string;
  shown: string[];
}

interface Scenario {
  file: string;
  title: string;
  steps: Step[];
  files: [name: string, text: string][];
}

function readScenario(file: string): Scenario {
  const [script = "", ...parts] = readFileSync(file, "utf8").split(/^-- (.+) --\n/m);
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
  return { file, title: title.replace(/^# /, ""), steps, files };
}

function configOf({ files }: Scenario): string | undefined {
  return files.find(([name]) => name === "config.yaml")?.[1];
}

function isSealed(scenario: Scenario): boolean {
  return configOf(scenario)?.includes("\nsealed: true\n") === true;
}

/** Gives what runs a line of a shell there, and the places that a scenario may name. */
function prepareSandbox(scenario: Scenario): Shell {
  const plugins = ["$PLUGINS", join(root, "plugins")] as const;
  const config = configOf(scenario);
  const sandbox = config === undefined ? new Sandbox() : new Sandbox(toReal(config, [plugins]));
  for (const [name, text] of scenario.files)
    if (name.startsWith("rules/")) sandbox.write(join(sandbox.folder, "interlock", name), text);
    else if (name !== "config.yaml") sandbox.write(name, text, text.startsWith("#!") ? 0o755 : 0o644);
  return {
    run: (line) => sandbox.shell(line),
    places: [plugins, ["$INTERLOCK", dist], ["~", sandbox.folder]],
  };
}

/** There the agent's folders are the machine's, and the bundled plugins are installed. */
function prepareMachine(scenario: Scenario, machine: Machine): Shell {
  machine.configure(configOf(scenario) ?? "");
  return { run: (line) => machine.asAgent(line), places: [["~", join(machine.folder, "home")]] };
}

interface Shell {
  run: (line: string) => Run;
  places: Places;
}

function play({ file, title, steps, files }: Scenario, { run, places }: Shell): void {
  const printed = steps.map(({ command, shown }) => {
    const { status, stdout } = run(`exec 2>&1\n${command}`);
    const text = toShown(Buffer.from(stdout, "latin1").toString(), places).trimEnd();
    const lines = [...(text === "" ? [] : text.split("\n")), ...(status === 0 ? [] : [`(exit ${status})`])];
    return isAsShown(shown, lines) ? shown : lines;
  });
  if (process.env["UPDATE_SCENARIOS"] !== undefined)
    writeFileSync(file, render({ file, title, steps, files }, printed));
  else steps.forEach(({ command, shown }, i) => expect(printed[i], command).toEqual(shown));
}

function render({ title, steps, files }: Scenario, printed: string[][]): string {
  const shown = steps.map(({ command }, i) =>
    [`$ ${command.replaceAll("\n", "\n> ")}`, ...(printed[i] ?? [])].join("\n"),
  );
  return `# ${title}\n\n${shown.join("\n")}\n${files.map(([name, text]) => `\n-- ${name} --\n${text.trimEnd()}\n`).join("")}`;
}

const scenarios = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".txt"))
  .map((name) => readScenario(join(import.meta.dirname, name)));

for (const scenario of scenarios.filter((one) => !isSealed(one)))
  test(titleOf(scenario), () => play(scenario, prepareSandbox(scenario)));

describeSealed("in a sealed install", (machine) => {
  for (const scenario of scenarios.filter(isSealed))
    test(titleOf(scenario), () => play(scenario, prepareMachine(scenario, machine())));
});

function titleOf({ file, title }: Scenario): string {
  return `${basename(file)}: ${title}`;
}
