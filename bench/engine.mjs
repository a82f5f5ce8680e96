// `npm run bench:engine`: how the time grows with contributions and with the message; writes bench/ENGINE.md.
//   node bench/engine.mjs [rounds]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 40);
const bin = join(root, "dist", "bin");
const scratch = mkdtempSync(join(tmpdir(), "interlock-engine-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const counts = [1, 10, 100, 1000];
const sizes = [1e3, 1e4, 1e5, 1e6, 1e7];
const base = { HOME: scratch, BOT_NAME: "Robo Bot", BOT_EMAIL: "bot@example.org" };
const realPath = `${bin}:/usr/bin:/bin:${dirname(process.execPath)}`;
// In front of a program that does nothing, the whole run is the decision.
const alonePath = `${bin}:${join(scratch, "nothing")}`;

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const hook = (i) => `    - id: many.trailer-${i}
      hook: commit.message.finalize
      when: {envPresent: [BOT_NAME, BOT_EMAIL]}
      effects:
        - {type: text.ensureTrailer, key: Helped-by-${i}, value: "\${env.BOT_NAME} <\${env.BOT_EMAIL}>", required: true}
`;

/** A config with `count` contributions of the github plugin's shape, each with a key of its own. */
function makeConfig(count) {
  const folder = join(scratch, `many-${count}`);
  const hooks = Array.from({ length: count }, (_, i) => hook(i)).join("");
  write(
    join(folder, "plugin", "plugin.yaml"),
    `name: many\nextensions:\n  hookApiVersion: 1\n  hooks:\n${hooks}`,
  );
  return write(join(folder, "config.yaml"), "version: 1\nplugins:\n  dirs: [plugin]\n");
}

const least = (samples) => samples.reduce((a, b) => Math.min(a, b), Infinity);
const ms = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

/** Minima in milliseconds of interleaved runs, one entry a command. */
function measure(commands, path, times = rounds) {
  const args = commands.flatMap(({ config, words }) => [
    "--",
    "/usr/bin/env",
    `INTERLOCK_CONFIG=${config}`,
    ...words,
  ]);
  const env = { ...base, PATH: path };
  const output = execFileSync(join(scratch, "measure"), [String(times), ...args], { env, encoding: "utf8" });
  const runs = output
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number));
  return commands.map((_, i) => {
    const own = runs.filter(([which]) => which === i);
    return { wall: least(own.map((run) => run[1])) / 1000, cpu: least(own.map((run) => run[2])) / 1000 };
  });
}

async function importEngine() {
  const file = join(scratch, "engine.mjs");
  await esbuild.build({
    stdin: {
      contents: `export * from "./engine/core/dispatch-text.ts"; export * from "./engine/core/resolve-template.ts";
        export * from "./engine/core/plan-file.ts"; export * from "./engine/core/fnv.ts";`,
      resolveDir: root,
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    outfile: file,
  });
  return import(pathToFileURL(file).href);
}

execFileSync("gcc", ["-O2", "-o", join(scratch, "measure"), join(root, "bench", "measure.c")]);
write(join(scratch, "nothing.c"), "int main(void) { return 0; }\n");
mkdirSync(join(scratch, "nothing"));
execFileSync("gcc", ["-O2", "-static", "-o", join(scratch, "nothing", "git"), join(scratch, "nothing.c")]);
write(join(scratch, ".gitconfig"), "[user]\n\tname = A\n\temail = a@example.org\n[gc]\n\tauto = 0\n");
const repository = join(scratch, "repo");
execFileSync("/usr/bin/git", ["init", "-q", repository], { env: base });
const configs = new Map(counts.map((count) => [count, makeConfig(count)]));
const commit = ["-C", repository, "commit", "--allow-empty", "-m", "a message of ordinary length"];
const shim = join(bin, "git");
const noConfig = join(scratch, "none", "config.yaml");

function compileOnce(count) {
  const env = { ...base, PATH: realPath, INTERLOCK_CONFIG: configs.get(count) };
  const start = performance.now();
  execFileSync(join(bin, "interlock"), ["compile"], { env, cwd: repository });
  return performance.now() - start;
}
const compileTimes = counts.map((count) => least(Array.from({ length: 5 }, () => compileOnce(count))));

/** The same plan and message on Node, warm. */
async function dispatchOnNode() {
  const engine = await importEngine();
  const folder = join(scratch, ".cache", "interlock");
  const names = readdirSync(folder).filter((name) => name.startsWith("plan-"));
  const plans = names.map((name) => {
    const file = engine.readPlanFile(readFileSync(join(folder, name), "latin1"), engine.fnv1a);
    return JSON.parse(file.json);
  });
  return counts.map((count) => {
    const plan = plans.find(({ layers }) => layers.install === configs.get(count));
    const times = Array.from({ length: 300 }, () => {
      const start = performance.now();
      const values = engine.makeValues(
        plan,
        {},
        (name) => base[name],
        () => "",
      );
      const facts = { commit: "composed", remotes: () => [] };
      const rules = { cleanup: "whitespace", commentChar: "#" };
      engine.dispatchText(plan, "commit.message.finalize", "fix\n", {
        rules,
        values,
        facts,
        allowEmpty: false,
      });
      return performance.now() - start;
    });
    return least(times);
  });
}
const node = await dispatchOnNode();

const alone = measure(
  counts.map((count) => ({ config: configs.get(count), words: [shim, ...commit] })),
  alonePath,
);
const whole = measure(
  [
    { config: noConfig, words: ["/usr/bin/git", ...commit] },
    ...counts.map((count) => ({ config: configs.get(count), words: [shim, ...commit] })),
  ],
  realPath,
);

const line = "a line of text as people write it in messages\n";
const large = sizes.map((size) => {
  const file = write(
    join(scratch, `message-${size}`),
    `fix\n\n${line.repeat(Math.floor(size / line.length))}`,
  );
  return { config: configs.get(1), words: [shim, "-C", repository, "commit", "--allow-empty", "-F", file] };
});
const bySize = measure(large, alonePath, Math.min(rounds, 15));

const ratio = (values, i) => (i === 0 ? "" : (values[i] / values[i - 1]).toFixed(1));
const row = (...cells) => `| ${cells.join(" | ")} |`;
const ofAlone = alone.map(({ wall }) => wall);
const ofSize = bySize.map(({ wall }) => wall);
const report = `# How the time grows

Written by \`npm run bench:engine\`: minima of ${rounds} interleaved rounds in milliseconds, load average ${loadavg()[0].toFixed(1)} at
the end. Each contribution is of the github plugin's shape: a \`when\`, and a required trailer with two references.
"Decision" is a whole run in front of a program that does nothing; "added" is a whole \`git commit\` less the real
git's.

| contributions | compile | dispatch on Node | decision, native | CPU | growth | added to a commit |
|---|---|---|---|---|---|---|
${counts.map((count, i) => row(count, ms(compileTimes[i]), node[i].toFixed(3), ms(ofAlone[i]), ms(alone[i].cpu), ratio(ofAlone, i), ms(whole[i + 1].wall - whole[0].wall))).join("\n")}

| message bytes | decision, native | CPU | growth |
|---|---|---|---|
${sizes.map((size, i) => row(size.toLocaleString("en"), ms(ofSize[i]), ms(bySize[i].cpu), ratio(ofSize, i))).join("\n")}
`;
writeFileSync(join(root, "bench", "ENGINE.md"), report);
process.stdout.write(report);
