// `npm run bench:engine`: how the time grows with contributions and with the message; writes bench/ENGINE.md.
//   node bench/engine.mjs [rounds]
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { buildMeasure, measure } from "./measure.mjs";
import { makeRepository } from "./repositories.mjs";
import { byGit, byInterlock, byVerb, env, root, runNow, scratch, write } from "./world.mjs";

const rounds = Number(process.argv[2] ?? 40);
const counts = [1, 10, 100, 1000];
const sizes = [1e3, 1e4, 1e5, 1e6, 1e7];

const hook = (i) => `    - id: many.trailer-${i}
      hook: commit.message.finalize
      when: {envPresent: [GITHUB_APP_BOT_NAME, GITHUB_APP_BOT_EMAIL]}
      effects:
        - {type: text.ensureTrailer, key: Helped-by-${i}, value: "\${env.GITHUB_APP_BOT_NAME} <\${env.GITHUB_APP_BOT_EMAIL}>", required: true}
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

async function importEngine() {
  const file = join(scratch, "engine.mjs");
  await esbuild.build({
    stdin: {
      contents: `export * from "./engine/core/dispatch/run-effects.ts"; export * from "./engine/core/resolve-template.ts";
        export * from "./engine/core/plan-file.ts"; export * from "./engine/core/plan-file.ts";`,
      resolveDir: root,
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    outfile: file,
  });
  return import(pathToFileURL(file).href);
}

const program = buildMeasure(scratch);
const source = write(join(scratch, "nothing.c"), "int main(void) { return 0; }\n");
mkdirSync(join(scratch, "nothing"));
execFileSync("gcc", ["-O2", "-static", "-o", join(scratch, "nothing", "git"), source]);
const repository = makeRepository("repo");
const configs = new Map(counts.map((count) => [count, makeConfig(count)]));
const commit = ["-C", repository, "commit", "--allow-empty", "-m", "a message of ordinary length"];

/** The same way under the config with `count` contributions. */
const under = (count, way) => ({ ...way, env: { ...way.env, INTERLOCK_CONFIG: configs.get(count) } });

/** In front of a program that does nothing, the whole run is the decision. */
const inFrontOfNothing = (way) => {
  const [own] = way.env.PATH.split(":");
  return { ...way, env: { ...way.env, PATH: `${own}:${join(scratch, "nothing")}` } };
};

function compileOnce(count) {
  const start = performance.now();
  runNow(under(count, byVerb("compile")), { cwd: repository });
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
        (name) => env[name],
        () => "",
      );
      const occasion = { commit: "composed", remotes: () => [] };
      const cleanup = { mode: "whitespace", commentChar: "#" };
      engine.runEffects(plan, "commit.message.finalize", "fix\n", {
        cleanup,
        values,
        occasion,
        allowEmpty: false,
      });
      return performance.now() - start;
    });
    return least(times);
  });
}
const node = await dispatchOnNode();

const decisions = counts.map((count) => inFrontOfNothing(under(count, byInterlock(...commit))));
const alone = await measure(program, { ways: decisions, rounds, env });
const commits = [byGit(...commit), ...counts.map((count) => under(count, byInterlock(...commit)))];
const whole = await measure(program, { ways: commits, rounds, env });

const line = "a line of text as people write it in messages\n";
const large = sizes.map((size) => {
  const file = write(
    join(scratch, `message-${size}`),
    `fix\n\n${line.repeat(Math.floor(size / line.length))}`,
  );
  return inFrontOfNothing(under(1, byInterlock("-C", repository, "commit", "--allow-empty", "-F", file)));
});
const bySize = await measure(program, { ways: large, rounds: Math.min(rounds, 15), env });

const ratio = (values, i) => (i === 0 ? "" : (values[i] / values[i - 1]).toFixed(1));
const row = (...cells) => `| ${cells.join(" | ")} |`;
const ofAlone = alone.map(({ wall }) => wall.minimum);
const ofSize = bySize.map(({ wall }) => wall.minimum);
const report = `# How the time grows

\`npm run bench:engine\` writes this page: minima of ${rounds} interleaved rounds in milliseconds, load average ${loadavg()[0].toFixed(1)} at
the end. Each contribution is like the github plugin's: a \`when\`, and a required trailer with two references. "Decision" is a
complete run in front of a program that does nothing; "added" is the time of a \`git commit\` minus that of the real git.

| contributions | compile | dispatch on Node | decision, native | CPU | growth | added to a commit |
|---|---|---|---|---|---|---|
${counts.map((count, i) => row(count, ms(compileTimes[i]), node[i].toFixed(3), ms(ofAlone[i]), ms(alone[i].cpu.minimum), ratio(ofAlone, i), ms(whole[i + 1].wall.minimum - whole[0].wall.minimum))).join("\n")}

| message bytes | decision, native | CPU | growth |
|---|---|---|---|
${sizes.map((size, i) => row(size.toLocaleString("en"), ms(ofSize[i]), ms(bySize[i].cpu.minimum), ratio(ofSize, i))).join("\n")}
`;
writeFileSync(join(root, "bench", "ENGINE.md"), report);
process.stdout.write(report);
