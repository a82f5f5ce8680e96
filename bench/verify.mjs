// `npm run bench:verify`: `interlock verify` against `git log` over the same commits, and commitlint; writes bench/VERIFY.md
// and the part about commitlint of bench/RESULTS.md.
//   node bench/verify.mjs [rounds]
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { replaceMarked } from "./marked-section.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 10);
const sizes = [10, 10_000, 50_000, 100_000];
const many = Math.max(...sizes);
const lintable = 1000;
const lintRounds = 5;
const scratch = mkdtempSync(join(tmpdir(), "interlock-verify-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const git = "/usr/bin/git";
const interlock = join(root, "dist", "bin", "interlock");
const plugins = ["github", "conventional-commits", "no-ai-attribution"];
const config = join(scratch, "config.yaml");
writeFileSync(
  config,
  `version: 1\nplugins:\n  dirs: [${plugins.map((name) => join(root, "plugins", name)).join(", ")}]\n`,
);
const env = {
  PATH: `/usr/bin:/bin:${dirname(process.execPath)}`,
  HOME: scratch,
  INTERLOCK_CONFIG: config,
  GITHUB_APP_BOT_NAME: "Robo Bot",
  GITHUB_APP_BOT_EMAIL: "bot@example.org",
};

/** A repository of commits with a body and two trailers, each its own; `main` has all of them. */
function makeRepository() {
  const folder = join(scratch, "repo");
  execFileSync(git, ["init", "-q", "--bare", folder], { env });
  const parts = [];
  for (let i = 0; i < many; i++) {
    const message = `fix(part-${i % 50}): retry upload ${i}

The upload of part ${i} failed when the connection was lost,
and nothing tried it again. Now it is tried three times.

Reviewed-by: Reviewer ${i % 7} <reviewer-${i % 7}@example.org>
Co-authored-by: Robo Bot <bot@example.org>
`;
    const who = `Ann Author <ann@example.org> ${1_500_000_000 + i} +0000`;
    parts.push(
      `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}\n`,
    );
  }
  execFileSync(git, ["fast-import", "--quiet"], { cwd: folder, env, input: parts.join("") });
  return folder;
}

/**
 * Seconds on the clock, seconds of processor time of the command and its children, kilobytes of the largest. The clock is
 * for a run of its own: `time` counts hundredths, and ten commits take less.
 */
function measure(cwd, [program, ...args]) {
  const start = process.hrtime.bigint();
  spawnSync(program, args, { cwd, env, stdio: "ignore" });
  const wall = Number(process.hrtime.bigint() - start) / 1e9;
  const words = ["-f", "%U %S %M", program, ...args];
  const { status, stderr } = spawnSync("/usr/bin/time", words, {
    cwd,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  const last = stderr.trim().split("\n").at(-1) ?? "";
  const [user, system, kilobytes] = last.split(" ").map(Number);
  return { status, wall, cpu: user + system, kilobytes };
}

/** The least of each figure over interleaved rounds, one entry a command. */
function leastOf(cwd, commands, times) {
  const best = commands.map(() => ({ wall: Infinity, cpu: Infinity, kilobytes: 0 }));
  for (let round = 0; round < times; round++) {
    commands.forEach((command, i) => {
      const run = measure(cwd, command);
      if (run.status !== 0) throw new Error(`${command.join(" ")} ended with ${run.status}`);
      best[i].wall = Math.min(best[i].wall, run.wall);
      best[i].cpu = Math.min(best[i].cpu, run.cpu);
      best[i].kilobytes = Math.max(best[i].kilobytes, run.kilobytes);
    });
  }
  return best;
}

/** commitlint in a folder of its own, or null if the registry does not have it. */
function installCommitlint() {
  const folder = join(scratch, "commitlint");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}\n");
  const install = [
    "install",
    "--silent",
    "--no-audit",
    "--no-fund",
    "@commitlint/cli@19",
    "@commitlint/config-conventional@19",
  ];
  const { status } = spawnSync("npm", install, {
    cwd: folder,
    env: process.env,
    stdio: "ignore",
    timeout: 180_000,
  });
  if (status !== 0) return null;
  writeFileSync(
    join(folder, "commitlint.config.mjs"),
    'export default { extends: ["@commitlint/config-conventional"] };\n',
  );
  return folder;
}

const seconds = (value) => (value < 0.1 ? value.toFixed(4) : value.toFixed(2));
const megabytes = (kilobytes) => (kilobytes / 1024).toFixed(0);
const row = (name, { wall, cpu, kilobytes }, base) =>
  `| ${name} | ${seconds(wall)} | ${base ? (wall / base.wall).toFixed(2) : ""} | ${cpu.toFixed(2)} | ${base && base.cpu > 0 ? (cpu / base.cpu).toFixed(2) : ""} | ${megabytes(kilobytes)} |`;

const repository = makeRepository();
const rows = sizes.flatMap((size) => {
  const range = size === many ? "main" : `main~${size}..main`;
  const commands = [
    [git, "log", "--format=%B", range],
    [interlock, "verify", range],
  ];
  const [log, verify] = leastOf(repository, commands, size < 1000 ? 10 * rounds : rounds);
  return [
    row(`\`git log --format=%B\`, ${size} commits`, log),
    row(`\`interlock verify\`, ${size} commits`, verify, log),
  ];
});

const lint = installCommitlint();
let comparison = "commitlint could not be installed here, so there is no comparison.";
if (lint !== null) {
  const range = `main~${lintable}..main`;
  const commitlint = [
    join(lint, "node_modules", ".bin", "commitlint"),
    "--config",
    join(lint, "commitlint.config.mjs"),
    "--cwd",
    repository,
    "--from",
    `main~${lintable}`,
    "--to",
    "main",
  ];
  const [theirs, ours] = leastOf(repository, [commitlint, [interlock, "verify", range]], lintRounds);
  comparison = `| minima of ${lintRounds} interleaved rounds | s | CPU s | MB |
|---|---|---|---|
| \`commitlint --from --to\`, config-conventional | ${seconds(theirs.wall)} | ${seconds(theirs.cpu)} | ${megabytes(theirs.kilobytes)} |
| \`interlock verify\` | ${seconds(ours.wall)} | ${seconds(ours.cpu)} | ${megabytes(ours.kilobytes)} |`;
}

const heading = "| | s | ratio | CPU s | ratio | MB |\n|---|---|---|---|---|---|";
writeFileSync(
  join(root, "bench", "VERIFY.md"),
  `# Measured: interlock verify

Written by \`npm run bench:verify\` on ${cpus()[0]?.model}, ${cpus().length} cores; ${execFileSync(git, ["--version"], { encoding: "utf8" }).trim()}; load
average ${loadavg()[0].toFixed(1)} at the end. Minima of ${rounds} interleaved rounds, ten times as many for few commits; memory is the largest resident set of any of the
processes, at its worst. CPU is that of all processes of a command. The commits have a body and two trailers; the plugins are
${plugins.join(", ")}.

${heading}
${rows.join("\n")}

The comparison with commitlint is in [RESULTS.md](RESULTS.md).
`,
);
const results = join(root, "bench", "RESULTS.md");
const part = `## Beside commitlint: ${lintable} commits judged, by \`npm run bench:verify\`

${comparison}`;
writeFileSync(results, replaceMarked(readFileSync(results, "utf8"), "commitlint", part));
console.log(`${readFileSync(join(root, "bench", "VERIFY.md"), "utf8")}\n${part}`);
