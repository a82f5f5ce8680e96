// `npm run bench`: what interlock costs, beside git and others, all in one run.
//   node bench/run.mjs [--rounds <n>] [<part>...]
// Keeps the figures in bench/results.json, and writes bench/RESULTS.md, bench/chart.svg and the README's figures from
// them. Parts that are not named keep the figures they have.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildMeasure, measure } from "./measure.mjs";
import { parts } from "./parts.mjs";
import { renderAll } from "./report.mjs";
import { env, git, root, scratch } from "./world.mjs";

const names = [...new Set(parts.map(({ part }) => part))];
const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "300" } },
  allowPositionals: true,
});
const most = Number(values.rounds);
const unknown = positionals.filter((name) => !names.includes(name));
if (!(most >= 1) || unknown.length > 0) {
  console.error(`usage: npm run bench -- [--rounds <n>] [<part>...]\nparts: ${names.join(" ")}`);
  process.exit(1);
}

function describeMachine() {
  const distribution = readFileSync("/etc/os-release", "utf8").match(/^PRETTY_NAME="(.*)"/m)?.[1];
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return [
    `${cpus()[0].model.trim()}, ${cpus().length} cores`,
    memory,
    distribution,
    `Linux ${release()}`,
  ].join(", ");
}

const program = buildMeasure(scratch);
const machine = describeMachine();
const version = execFileSync(git, ["--version"], { encoding: "utf8" }).trim();

/** One table: its ways are prepared, measured in turn, and asked whether they did what they are for. */
async function runPart({ title, note = "", every = 1, per = 1, prepare }) {
  const rounds = Math.ceil(most / every);
  const { ways, cwd, close } = await prepare();
  // The first run of each compiles a plan, fills caches; a later one is like all others.
  await measure(program, { ways, rounds: 1, env, cwd });
  const before = loadavg()[0];
  const figures = await measure(program, { ways, rounds, env, cwd, per });
  const load = [before, loadavg()[0]];
  close?.();
  const idle = ways.find(({ holds, path }) => holds && !holds(path));
  if (idle) throw new Error(`${title}: '${idle.name}' did not do its work`);
  const rows = ways.map(({ name, short, base }, i) => ({ name, short, base, ...figures[i] }));
  return { title, note, rounds, machine, version, load, rows };
}

const file = join(root, "bench", "results.json");
const old = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).tables : {};

/** In the order of the parts, with fewer digits. */
function keep(tables) {
  const known = parts.filter(({ id }) => tables[id]).map(({ id }) => [id, tables[id]]);
  const binary = statSync(join(root, "dist", "bin", "interlock")).size;
  const rounded = (_, value) => (typeof value === "number" ? Number(value.toPrecision(5)) : value);
  const text = JSON.stringify({ binary, tables: Object.fromEntries(known) }, rounded, 2);
  writeFileSync(file, `${text}\n`);
}

const tables = { ...old };
for (const part of parts) {
  if (positionals.length > 0 && !positionals.includes(part.part)) continue;
  const start = performance.now();
  tables[part.id] = await runPart(part);
  // Now, so that a later part which fails loses nothing.
  keep(tables);
  console.error(`${part.id}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
const results = JSON.parse(readFileSync(file, "utf8"));
for (const [path, text] of renderAll(results, (name) => readFileSync(join(root, name), "utf8")))
  writeFileSync(join(root, path), text);
process.stdout.write(readFileSync(join(root, "bench", "RESULTS.md"), "utf8"));
