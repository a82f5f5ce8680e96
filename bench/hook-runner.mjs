// `npm run bench:hooks`: what a run of hooks costs, beside a runner written from its document alone; writes bench/HOOKS.md.
// Exits with 1 if `createHookRunner` takes more than three times as long as that.
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { root, scratch } from "./world.mjs";

const rounds = Number(process.argv[2] ?? 60);
const callsPerRound = 500;
const most = 3;

async function importReference() {
  const file = join(scratch, "reference.mjs");
  await esbuild.build({
    entryPoints: [join(root, "test", "seeds", "reference", "hook-runner.ts")],
    format: "esm",
    outfile: file,
  });
  return import(pathToFileURL(file).href);
}

const { createReferenceRunner } = await importReference();
const library = join(root, "dist", "lib", "interlock", "library", "index.js");
const { createEngine, createHookRunner } = await import(pathToFileURL(library).href);

const message = { role: "tool", content: [{ type: "text", text: "one line" }] };
const tool = {
  event: { toolName: "exec", params: { command: "ls" } },
  answer: { params: { command: "ls -l" } },
};
const end = { event: { success: true, messages: [] }, answer: undefined };
const cases = [
  ["agent_end", 0, end],
  ["agent_end", 3, end],
  ["before_tool_call", 1, tool],
  ["before_tool_call", 3, tool],
  ["inbound_claim", 3, { event: { content: "hi", channel: "chat" }, answer: { handled: false } }],
  ["tool_result_persist", 0, { event: { message }, answer: { message } }],
  ["tool_result_persist", 1, { event: { message }, answer: { message } }],
  ["tool_result_persist", 3, { event: { message }, answer: { message } }],
];

/** Hooks of other names are registered, too, as in a runtime. */
function registryOf(hookName, count, answer) {
  const others = ["session_start", "session_end", "llm_input", "llm_output", "message_sent", "gateway_stop"];
  const names = [...Array.from({ length: count }, () => hookName), ...others];
  const typedHooks = names.map((name, i) => ({
    hookName: name,
    pluginId: `plugin-${i}`,
    priority: i,
    handler: () => answer,
  }));
  return { plugins: typedHooks.map(({ pluginId }) => ({ id: pluginId, status: "loaded" })), typedHooks };
}

/** In microseconds: the least of all rounds, which take turns. */
async function measure(ways) {
  const least = ways.map(() => Infinity);
  for (let round = 0; round < rounds; round++)
    for (const [i, way] of ways.entries()) {
      const start = performance.now();
      for (let n = 0; n < callsPerRound; n++) {
        const result = way();
        if (result instanceof Promise) await result;
      }
      least[i] = Math.min(least[i], ((performance.now() - start) / callsPerRound) * 1000);
    }
  return least;
}

const rows = [];
for (const [hookName, count, { event, answer }] of cases) {
  const registry = registryOf(hookName, count, answer);
  const method = `run${hookName.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase())}`;
  const [reference, runner] = [createReferenceRunner(registry), createHookRunner(registry)];
  const { engine } = createEngine({ plugins: [] });
  for (const hook of registry.typedHooks) engine.register(hook);
  const times = await measure([
    () => reference[method](event, {}),
    () => runner[method](event, {}),
    () => engine.dispatch(hookName, event),
  ]);
  rows.push({ hookName, count, times, ratio: times[1] / times[0] });
}

const cells = ({ hookName, count, times, ratio }) =>
  `| \`${hookName}\` | ${count} | ${times.map((time) => time.toFixed(2)).join(" | ")} | ${ratio.toFixed(1)} |`;
const report = `# What a run of hooks costs

\`npm run bench:hooks\` writes this page: microseconds a run, minima of ${rounds} interleaved rounds of ${callsPerRound} runs on ${cpus().length} cores, load average
${loadavg()[0].toFixed(1)} at the end. The reference is a runner written from its document alone (\`test/seeds/reference/hook-runner.ts\`).
\`engine.dispatch\` checks the payload, copies it for each function and describes what each did.

| hook | handlers | reference | \`createHookRunner\` | \`engine.dispatch\` | \`createHookRunner\`, times the reference |
|---|---|---|---|---|---|
${rows.map(cells).join("\n")}
`;
writeFileSync(join(root, "bench", "HOOKS.md"), report);
process.stdout.write(report);
process.exitCode = rows.some(({ ratio }) => ratio > most) ? 1 : 0;
